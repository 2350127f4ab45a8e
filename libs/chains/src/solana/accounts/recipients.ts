import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { Currency } from '@stablecoin/contracts';
import { toBase58 } from '../base58';
import { agreement } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { AssociatedAccounts } from './associated-accounts';
import { Batcher } from '../batcher';
import { TOKEN_PROGRAM } from '../instructions';
import type { SolanaNetwork } from '../network';
import { account, inContext, list } from '../values';
import type { AccountInfo } from '../values';

/** Where a payment to an address goes, and why it must not go there if so. */
export interface Recipient {
  readonly destination: PublicKey;
  /** The owner for whom the destination has to be created first; null where it is there. */
  readonly creationFor: PublicKey | null;
  readonly refusal: Refusal | null;
  /** A majority of the configured endpoints says so: only then may money go there, or a payment fail (protocol rule 29). */
  readonly isEstablished: boolean;
  /** The issuer has frozen the account that the treasury pays from, by a majority of the configured endpoints. */
  readonly isPayerFrozen: boolean;
}

/** An account as most endpoints see it. */
interface Seen {
  readonly found: AccountInfo | null;
  readonly isEstablished: boolean;
}

type Judged = Omit<Recipient, 'isEstablished' | 'isPayerFrozen'>;

export interface Refusal {
  /** In words that a client can read. */
  readonly reason: string;
  /** The issuer has frozen the account. */
  readonly isBlocked: boolean;
}

const ACCOUNTS_AT_ONCE = 100;
const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
const MULTISIG_SIGNERS_MAX = 11;
const INITIALIZED = 1;
const FROZEN = 2;
/** Its tokens are not paid; an address may be an account of it. */
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** A quote has two seconds, and does without a majority rather than without an answer. */
const PATIENCE_MS = 1_000;
const KNOWN_FOR_MS = 5_000;
const KNOWN_MAX = 20_000;
/** Owners of what belongs to the cluster itself. */
const LOADERS_AND_SYSVARS = new Set([
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
]);

/** Finds out what an address is before money is sent there: most of what can be named on Solana cannot give it back. */
export class RecipientReader {
  readonly #network: SolanaNetwork;
  readonly #associated: AssociatedAccounts;
  readonly #treasury: string;
  readonly #now: () => number;
  readonly #accounts: Batcher<Seen>;
  readonly #known = new Map<string, { readonly at: number; readonly recipient: Promise<Recipient> }>();

  constructor(parts: {
    readonly pool: RpcPool;
    readonly network: SolanaNetwork;
    readonly associated: AssociatedAccounts;
    readonly treasury: string;
    readonly now: () => number;
  }) {
    this.#network = parts.network;
    this.#associated = parts.associated;
    this.#treasury = parts.treasury;
    this.#now = parts.now;
    this.#accounts = new Batcher({ size: ACCOUNTS_AT_ONCE, askAll: (keys) => readAccounts(parts.pool, keys) });
  }

  /** Looks at most every few seconds; a payment passes by several times. */
  look(to: string, currency: Currency): Promise<Recipient> {
    const key = `${to}.${currency}`;
    const known = this.#known.get(key);
    if (known !== undefined && this.#now() - known.at < KNOWN_FOR_MS) return known.recipient;
    const recipient = this.#look(to, currency);
    this.#known.delete(key);
    this.#known.set(key, { at: this.#now(), recipient });
    const forget = (): unknown => this.#known.get(key)?.recipient === recipient && this.#known.delete(key);
    recipient.then(({ isEstablished }) => isEstablished || forget(), forget);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    return recipient;
  }

  /** What {@link look} finds. @throws Error while no majority of the configured endpoints says so */
  async establish(to: string, currency: Currency): Promise<Recipient> {
    const recipient = await this.look(to, currency);
    if (!recipient.isEstablished) throw new Error(`no majority of the endpoints tells of the accounts of ${to}`);
    return recipient;
  }

  /**
   * The owner of the token account at an address, of either token program; null where there is none. Looks every time.
   *
   * @throws Error while no majority of the configured endpoints says so
   */
  async ownerAt(address: string): Promise<string | null> {
    const { found, isEstablished } = await this.#accounts.ask(address);
    if (!isEstablished) throw new Error(`no majority of the endpoints says what account ${address} is`);
    return found !== null && holdsTokens(found) ? ownerOf(found) : null;
  }

  async #look(to: string, currency: Currency): Promise<Recipient> {
    const associated = this.#associated.of(to, this.#network.tokens[currency]);
    const source = this.#associated.of(this.#treasury, this.#network.tokens[currency]);
    const [own, tokens, payer] = await Promise.all([
      this.#accounts.ask(to),
      this.#accounts.ask(associated.toBase58()),
      this.#accounts.ask(source.toBase58()),
    ]);
    const isEstablished = own.isEstablished && tokens.isEstablished;
    const isPayerFrozen = payer.isEstablished && payer.found !== null && isFrozen(payer.found);
    return { ...this.#judge(to, currency, { own: own.found, tokens: tokens.found }), isEstablished, isPayerFrozen };
  }

  #judge(
    to: string,
    currency: Currency,
    { own, tokens }: { readonly own: AccountInfo | null; readonly tokens: AccountInfo | null },
  ): Judged {
    const mint = this.#network.tokens[currency];
    const key = new PublicKey(to);
    const associated = this.#associated.of(to, mint);
    const ownSource = this.#associated.of(this.#treasury, mint).toBase58();
    if (to === this.#treasury || to === ownSource) return refuse(associated, 'it is the treasury that pays');

    if (own !== null && isTokenAccount(own)) {
      const reason = mintOf(own) === mint ? null : `it is a token account of another token than ${currency}`;
      return reason === null ? accept(key, own) : refuse(key, reason);
    }
    const reason = reasonAgainst(own) ?? reasonOffCurve(key, own, tokens !== null);
    if (reason !== null) return refuse(associated, reason);
    if (tokens === null) return { destination: associated, creationFor: key, refusal: null };
    if (!isTokenAccount(tokens)) return { destination: associated, creationFor: key, refusal: null };
    if (ownerOf(tokens) !== to) return refuse(associated, `its ${currency} account was handed over to somebody else`);
    return accept(associated, tokens);
  }
}

/** What no token account can ever belong to. */
function reasonAgainst(own: AccountInfo | null): string | null {
  if (own === null) return null;
  if (own.isExecutable || LOADERS_AND_SYSVARS.has(own.owner)) return 'it is a program, or belongs to the cluster';
  if (own.owner !== TOKEN_PROGRAM.toBase58() || isMultisig(own)) return null;
  return own.space === MINT_BYTES ? 'it is the mint of a token' : 'it is an account of the token program';
}

/**
 * Why an address off the curve is rejected. It has no key, so a program must be able to move the money. This is
 * accepted only if such an account was set up there before, or if it is a multisig, which owns accounts by its signers.
 */
function reasonOffCurve(key: PublicKey, own: AccountInfo | null, hasTokens: boolean): string | null {
  if (hasTokens || (own !== null && isMultisig(own))) return null;
  if (own !== null && own.owner !== SystemProgram.programId.toBase58()) {
    return 'it belongs to a program and holds none of this token';
  }
  return PublicKey.isOnCurve(key.toBytes()) ? null : 'it is off the curve: nobody has its key';
}

function accept(destination: PublicKey, tokens: AccountInfo): Judged {
  const refusal = isFrozen(tokens) ? { reason: 'the issuer has frozen its account', isBlocked: true } : null;
  return { destination, creationFor: null, refusal };
}

/** Whether an issuer has frozen a token account. */
function isFrozen(tokens: AccountInfo): boolean {
  return isTokenAccount(tokens) && tokens.data[108] === FROZEN;
}

function refuse(destination: PublicKey, reason: string): Judged {
  return { destination, creationFor: null, refusal: { reason, isBlocked: false } };
}

function isTokenAccount({ owner, space }: AccountInfo): boolean {
  return owner === TOKEN_PROGRAM.toBase58() && space === TOKEN_ACCOUNT_BYTES;
}

/** A token account of either program. Those of Token-2022 may be longer; their mints have no state at this place. */
function holdsTokens(found: AccountInfo): boolean {
  const { owner, space, data } = found;
  const isLong = owner === TOKEN_2022_PROGRAM && space >= TOKEN_ACCOUNT_BYTES && space !== MULTISIG_BYTES;
  return isTokenAccount(found) || (isLong && (data[108] === INITIALIZED || data[108] === FROZEN));
}

/**
 * A multisig whose signers can meet its threshold: others lock what they own for good. The token program takes those of Token-2022 as
 * it takes its own.
 */
function isMultisig({ owner, space, data }: AccountInfo): boolean {
  const [threshold = 0, signers = 0, isMade = 0] = data;
  const canSign = threshold >= 1 && threshold <= signers && signers <= MULTISIG_SIGNERS_MAX;
  const isKnown = owner === TOKEN_PROGRAM.toBase58() || owner === TOKEN_2022_PROGRAM;
  return isKnown && space === MULTISIG_BYTES && isMade === 1 && canSign;
}

function mintOf({ data }: AccountInfo): string {
  return toBase58(data.subarray(0, 32));
}

function ownerOf({ data }: AccountInfo): string {
  return toBase58(data.subarray(32, 64));
}

/** Accounts as a majority sees them, or as most of those that answer do: nothing final follows from them. */
async function readAccounts(pool: RpcPool, keys: readonly string[]): Promise<readonly Seen[]> {
  const dataSlice = { offset: 0, length: TOKEN_ACCOUNT_BYTES };
  const params = [keys, { commitment: 'finalized', encoding: 'base64', dataSlice }];
  const said = await pool.ask(
    async (endpoint) => {
      const [answer] = await endpoint.results([{ method: 'getMultipleAccounts', params }]);
      return inContext(answer, (value) => list(value, keys.length).map(account)).value;
    },
    (soFar) => keys.every((_, index) => agreement(at(soFar, index), pool.majority, kindOf) !== undefined),
    { patienceMs: PATIENCE_MS },
  );
  return keys.map((key, index) => {
    const agreed = agreement(at(said, index), 1, kindOf);
    if (agreed === undefined) throw new Error(`no endpoint has answered for ${key}`);
    return { found: agreed.value, isEstablished: agreed.by.length >= pool.majority };
  });
}

function at(
  said: readonly EndpointAnswer<readonly (AccountInfo | null)[]>[],
  index: number,
): readonly EndpointAnswer<AccountInfo | null>[] {
  return said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null }));
}

/** All that a recipient is judged by. What it holds changes from slot to slot. */
function kindOf(found: AccountInfo | null): string {
  if (found === null) return 'none';
  const { owner, isExecutable, space, data } = found;
  const token = holdsTokens(found) ? [mintOf(found), ownerOf(found), data[108]] : [];
  return JSON.stringify([owner, isExecutable, space, isMultisig(found), ...token]);
}
