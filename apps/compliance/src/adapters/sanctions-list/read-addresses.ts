import { isBase58Check, parseAddress } from '@stablecoin/contracts';

/** What stands in a line, an entry or a field of a list. */
export interface AddressesRead {
  /** EVM addresses in lower case, Solana addresses as they are. */
  readonly addresses: readonly string[];
  /** A word that may be an address that can be paid, and cannot be read as one; null: there is none. */
  readonly unread: string | null;
}

/** Some networks write the same 20 bytes with a prefix of their own, or with none. */
const EVM_WORD = /^(?:0x|xdc)?([0-9a-f]{40})$/i;
/** Nothing in it is written in another way than it looks. */
const PLAIN = /^[\x20-\x7e]*$/;
/** What a person cannot see. */
const INVISIBLE = /\p{Cf}/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** As long as a word of prose or a name may be, and no shorter than an address that is cut off. */
const PROSE_MAX = 19;
/** An address and a name of it in one line: what else stands there is not looked at, except hexadecimal numbers. */
const HEX_NUMBER = /^0x[0-9a-f]*$/i;
/** 60 to 64 digits: a transaction, or an address of Sui, Aptos or Starknet. */
const LONG_HEX_NUMBER = /^0x[0-9a-f]{60,64}$/i;
/** Names that a service of Ethereum or Solana resolves, and nobody here does. */
const NAME_ON_CHAIN = /\b[\p{L}\p{N}-]+\.(?:eth|sol)\b/iu;

/** Networks whose addresses have no checksum in base58. */
const OTHER_NETWORKS: readonly RegExp[] = [
  // bech32: Bitcoin, Litecoin, Cardano, Cosmos.
  /^[a-z]{1,12}1[02-9ac-hj-np-z]{6,}$/,
  /^[A-Z]{1,12}1[02-9AC-HJ-NP-Z]{6,}$/,
  // XRP, Monero, Polkadot, Bitcoin Cash, Stellar, Algorand.
  /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
  /^[48][1-9A-HJ-NP-Za-km-z]{94,105}$/,
  /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
  /^[qp][02-9ac-hj-np-z]{41}$/,
  /^G[A-Z2-7]{55}$/,
  /^[A-Z2-7]{58}$/,
];

/**
 * Reads an address as lists are compared by it: EVM addresses in lower case, Solana addresses as they are.
 *
 * @returns null when it is none
 */
export function listedForm(word: string): string | null {
  const digits = EVM_WORD.exec(word)?.[1];
  if (digits !== undefined) return `0x${digits.toLowerCase()}`;
  const parsed = parseAddress(word);
  return 'problem' in parsed || parsed.family !== 'solana' ? null : parsed.address;
}

/**
 * Finds the addresses in a line as people write it: between separators and quotes, beside a name or an asset, with or
 * without `0x`, and whatever invisible characters stand in it.
 */
export function readAddresses(text: string): AddressesRead {
  const clean = PLAIN.test(text) ? text : text.normalize('NFKC').replace(INVISIBLE, '');
  const words = clean.match(WORDS) ?? [];
  const addresses = words.flatMap((word) => listedForm(word) ?? []);
  const doubtful = words.find((word) => (addresses.length > 0 ? isCutOff(word) : mayBeAddress(word)));
  if (doubtful !== undefined || addresses.length > 0) return { addresses, unread: doubtful ?? null };
  return { addresses, unread: NAME_ON_CHAIN.exec(clean)?.[0] ?? null };
}

/** A hexadecimal number that is neither an address nor a transaction. */
function isCutOff(word: string): boolean {
  return HEX_NUMBER.test(word) && !LONG_HEX_NUMBER.test(word) && listedForm(word) === null;
}

function mayBeAddress(word: string): boolean {
  if (/0x/i.test(word)) return !LONG_HEX_NUMBER.test(word);
  return word.length > PROSE_MAX && !isOfAnotherNetwork(word);
}

function isOfAnotherNetwork(word: string): boolean {
  return isBase58Check(word) || OTHER_NETWORKS.some((form) => form.test(word));
}
