import type { ChainFamily } from './money';
import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { base58 } from '@scure/base';

/** An address in the form that the service stores, compares and returns. */
export interface Address {
  readonly family: ChainFamily;
  /** EVM: `0x` and 40 hex digits with their EIP-55 checksum. Solana: base58 of 32 bytes. */
  readonly address: string;
}

/** Why a text is not a valid recipient: a sentence for the client. */
export interface AddressProblem {
  readonly problem: string;
}

const EVM_BYTES = 20;
const SOLANA_BYTES = 32;
const EVM_FORM = /^0x[0-9a-fA-F]{40}$/;
/** 32 bytes take 32 (all zero) to 44 characters, so no long text is decoded. */
const SOLANA_FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** No checksummed address is longer, so no long text is decoded. */
const BASE58_FORM = /^[1-9A-HJ-NP-Za-km-z]{25,60}$/;
const EVM_ZERO = `0x${'0'.repeat(2 * EVM_BYTES)}`;
const SOLANA_ZERO = '1'.repeat(SOLANA_BYTES);

/** Recent checksummed addresses by their lower case: most recipients are paid again, and a keccak-256 takes 20 µs. */
const spelled = new Map<string, string>();
const SPELLED_MAX = 10_000;

const ACCEPTED =
  'use an EVM address (0x and 40 hex digits, in lower case or with a correct EIP-55 checksum) ' +
  'or a Solana address (base58 of 32 bytes)';

/**
 * Parses the address of a recipient or a wallet (API decisions, Strictness). The whole text must be the address: it is not
 * trimmed, and no character is converted.
 *
 * @returns the address, EVM checksummed and Solana as given; or what is wrong and what is accepted. The zero address
 * of either family (on Solana the system program) is refused, because money sent there is lost.
 * @example parseAddress('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
 * // { family: 'evm', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
 */
export function parseAddress(text: string): Address | AddressProblem {
  if (text === EVM_ZERO || text === SOLANA_ZERO) {
    return { problem: `This is the zero address, from which nothing can be recovered: ${ACCEPTED}.` };
  }
  if (EVM_FORM.test(text)) {
    const lower = text.toLowerCase();
    const address = withChecksum(lower);
    if (text === lower || text === address) return { family: 'evm', address };
    return { problem: `The EIP-55 checksum of this address is wrong, so it may be mistyped: ${ACCEPTED}.` };
  }
  if (SOLANA_FORM.test(text) && base58.decode(text).length === SOLANA_BYTES) return { family: 'solana', address: text };
  return { problem: `This is not an address: ${ACCEPTED}.` };
}

/**
 * Whether a text is base58 that ends with the checksum of its bytes: an address of Bitcoin, Tron and many other networks.
 * No address that can be paid is one.
 */
export function isBase58Check(text: string): boolean {
  if (!BASE58_FORM.test(text)) return false;
  const bytes = base58.decode(text);
  const [body, checksum] = [bytes.subarray(0, -4), bytes.subarray(-4)];
  return Buffer.from(sha256(sha256(body)).subarray(0, 4)).equals(checksum);
}

/**
 * Formats 20 bytes as an EVM address with its checksum.
 *
 * @throws RangeError when there are not 20 bytes
 */
export function evmAddressFromBytes(bytes: Uint8Array): string {
  if (bytes.length !== EVM_BYTES) throw new RangeError(`an EVM address has 20 bytes, not ${bytes.length}`);
  return withChecksum(`0x${Buffer.from(bytes).toString('hex')}`);
}

/**
 * Formats 32 bytes as a Solana address.
 *
 * @throws RangeError when there are not 32 bytes
 */
export function solanaAddressFromBytes(bytes: Uint8Array): string {
  if (bytes.length !== SOLANA_BYTES) throw new RangeError(`a Solana address has 32 bytes, not ${bytes.length}`);
  return base58.encode(bytes);
}

function withChecksum(lower: string): string {
  const known = spelled.get(lower);
  if (known !== undefined) return known;
  const address = checksummed(lower);
  spelled.set(lower, address);
  if (spelled.size > SPELLED_MAX) spelled.clear();
  return address;
}

/** EIP-55: a letter is upper case where the keccak-256 of the lower-case digits has a digit of 8 or more. */
function checksummed(lower: string): string {
  const digits = lower.slice(2);
  const hash = Buffer.from(keccak_256(digits)).toString('hex');
  let address = '0x';
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charAt(i);
    address += hash.charAt(i) >= '8' ? digit.toUpperCase() : digit;
  }
  return address;
}
