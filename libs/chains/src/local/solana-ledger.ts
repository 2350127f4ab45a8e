import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import type { Currency } from '@stablecoin/contracts';
import { toBase58 } from '../solana/base58';
import { FailedTransactionMetadata, FeatureSet } from 'litesvm/dist/internal';
import { LedgerAccounts } from './ledger-accounts';
import { LedgerNonces } from './ledger-nonces';
import { errorOf, innerOf, isUnpaid, isUnprocessable, priceOf } from './transactions';
import type { Executed, TransactionVersion } from './transactions';

/** The time between two slots, in milliseconds. */
export const SLOT_MS = 200;
/** Transactions under a blockhash are taken as long as it is one of the latest so many. */
export const HASHES_KEPT = 150;
/**
 * How many slots a commitment is behind the latest block. `alpenglow`: as on mainnet since October 2026, where `confirmed`
 * is another name of `finalized`. `tower`: as before that, with 32 blocks until a block is final: a harder case.
 */
export const FINALITY = {
  alpenglow: { processed: 0, confirmed: 2, finalized: 2 },
  tower: { processed: 0, confirmed: 2, finalized: 32 },
} as const;
/** Slots are ahead of heights, as on every real chain: some are skipped. */
const SLOTS_SKIPPED = 1_000;
const GENESIS = Date.UTC(2026, 0, 1);
/** The feature by which p-token takes the place of the token program. */
const P_TOKEN = new PublicKey('ptokFjwyJtrwCa9Kgo9xoDS59V4QccBGEaRFnRPnSdP');

export interface LedgerOptions {
  /** When the first slot was, in milliseconds since the epoch. */
  readonly genesisAt?: number;
  /** Between two slots, in milliseconds. */
  readonly slotMs?: number;
  /** Default: `alpenglow`. */
  readonly finality?: keyof typeof FINALITY;
  /** The version of the token program. Default: `p-token`, as on mainnet since May 2026; `spl-token` is the one before. */
  readonly tokenProgram?: 'p-token' | 'spl-token';
}

/**
 * What a cluster agrees on, with LiteSVM as its one processor: slots that pass when they are told to, the latest
 * blockhashes, what stands in which block, and accounts as they were. {@link SolanaFront} shows it to the outside.
 */
export class SolanaLedger extends LedgerAccounts {
  readonly mints: Readonly<Record<Currency, string>>;
  readonly #executed = new Map<string, Executed>();
  readonly #byAddress = new Map<string, Executed[]>();
  readonly #pending = new Map<string, Buffer>();
  /** Heights of the blocks whose hashes may still be used, by hash. */
  readonly #hashes = new Map<string, number>();
  readonly #nonces = new LedgerNonces(this.svm);
  #height = 1;
  /** A block holds none of them while it is set: they wait. */
  isCongested = false;
  /** Or those only that offer less for a compute unit, in millionths of a lamport. */
  priceFloor = 0n;
  /** Transactions whose payer cannot pay stand in blocks, failed and free of charge (SIMD-0290). */
  takesUnpaid = false;

  /** See {@link FINALITY}. */
  readonly lag: (typeof FINALITY)[keyof typeof FINALITY];
  readonly #genesisAt: number;
  readonly #slotMs: number;
  /** Time in which no slot passed. */
  readonly #rests: { readonly after: number; readonly ms: number }[] = [];

  constructor({
    genesisAt = GENESIS,
    slotMs = SLOT_MS,
    finality = 'alpenglow',
    tokenProgram = 'p-token',
  }: LedgerOptions = {}) {
    super();
    if (tokenProgram === 'spl-token') this.#deactivate(P_TOKEN);
    this.lag = FINALITY[finality];
    this.#genesisAt = genesisAt;
    this.#slotMs = slotMs;
    this.svm.setBlockhashCheck(false);
    // Its own: signatures are looked up here.
    this.svm.setTransactionHistory(0n);
    this.mints = { USDC: this.newMint(0x71), EURC: this.newMint(0x72) };
    this.advance(1);
  }

  get height(): number {
    return this.#height;
  }

  get slot(): number {
    return this.#height + SLOTS_SKIPPED;
  }

  /** The chain's time, in milliseconds since the epoch. */
  now(): number {
    return this.timeOf(this.slot) + this.#restedIn(({ after }) => after === this.slot);
  }

  timeOf(slot: number): number {
    const passed = (slot - SLOTS_SKIPPED) * this.#slotMs;
    return this.#genesisAt + passed + this.#restedIn(({ after }) => after < slot);
  }

  heightOf(slot: number): number {
    return slot - SLOTS_SKIPPED;
  }

  /** The blockhash of a slot, or of the first one that is known after it. */
  hashOf(slot: number): string {
    for (const [hash, height] of this.#hashes) if (height >= this.heightOf(slot)) return hash;
    throw new Error(`no blockhash is known of slot ${slot}`);
  }

  lastValidHeight(hash: string): number | undefined {
    const height = this.#hashes.get(hash);
    return height === undefined ? undefined : height + HASHES_KEPT;
  }

  /** Makes blocks; the first takes in what waits. */
  advance(slots: number): void {
    for (let i = 0; i < slots; i++) {
      this.#height += 1;
      this.svm.expireBlockhash();
      this.#hashes.set(this.svm.latestBlockhash(), this.#height);
      // A node that is behind still shows older ones.
      const [oldest] = this.#hashes.keys();
      if (this.#hashes.size > 4 * HASHES_KEPT && oldest !== undefined) this.#hashes.delete(oldest);
      if (this.isCongested) continue;
      for (const [signature, wire] of this.#pending) {
        if (priceOf(wire) < this.priceFloor) continue;
        this.#pending.delete(signature);
        this.#execute(signature, wire);
      }
    }
  }

  /** Lets so much time pass: one slot at least. */
  pass(ms: number): void {
    this.advance(Math.max(1, Math.ceil(ms / this.#slotMs)));
  }

  /** Lets so much time pass in which the cluster makes no block. */
  rest(ms: number): void {
    this.#rests.push({ after: this.slot, ms });
  }

  /** Takes a transaction, for the next block. What it has had before it forgets, as every leader does. */
  submit(wire: Buffer): void {
    const [signature] = VersionedTransaction.deserialize(wire).signatures;
    if (signature === undefined) throw new Error('not signed');
    const text = toBase58(signature);
    if (!this.#executed.has(text)) this.#pending.set(text, wire);
  }

  /** Forgets what waits. */
  dropPending(): void {
    this.#pending.clear();
  }

  /**
   * The cluster goes on upon another fork: its latest blocks are others from now on, of the same heights, with other
   * hashes and nothing in them.
   */
  rollBack(slots: number): void {
    const fork = this.slot - slots;
    this.history.restore(fork);
    for (const [signature, { slot }] of this.#executed) if (slot > fork) this.#executed.delete(signature);
    for (const [address, executed] of this.#byAddress) {
      this.#byAddress.set(
        address,
        executed.filter(({ slot }) => slot <= fork),
      );
    }
    for (const [hash, height] of this.#hashes) if (height > this.heightOf(fork)) this.#hashes.delete(hash);
    this.#height -= slots;
    this.dropPending();
    this.advance(slots);
  }

  find(signature: string): Executed | undefined {
    return this.#executed.get(signature);
  }

  /** Shows a transaction as one of another version: of one that no client can read yet. */
  disguise(signature: string, version: TransactionVersion): void {
    const found = this.#executed.get(signature);
    if (found === undefined) throw new Error(`no block holds ${signature}`);
    const disguised = { ...found, version };
    this.#executed.set(signature, disguised);
    for (const executed of this.#byAddress.values()) {
      const place = executed.indexOf(found);
      if (place >= 0) executed[place] = disguised;
    }
  }

  /** The oldest first. */
  mentioning(address: string): readonly Executed[] {
    return this.#byAddress.get(address) ?? [];
  }

  /**
   * What a transaction would do in the next block.
   *
   * @param how - `verifies`: with valid signatures only; `replacesBlockhash`: under the latest blockhash, whatever it names
   */
  simulate(
    wire: Buffer,
    { verifies, replacesBlockhash }: { readonly verifies: boolean; readonly replacesBlockhash: boolean },
  ): { readonly error: unknown; readonly logs: readonly string[]; readonly units: number } {
    const transaction = VersionedTransaction.deserialize(wire);
    const refusal = replacesBlockhash ? null : this.#refusalOf(transaction);
    if (refusal !== null) return { error: refusal, logs: [], units: 0 };
    const { staticAccountKeys, recentBlockhash } = transaction.message;
    const nonces = new Map(staticAccountKeys.map((key) => [key.toBase58(), this.#nonces.nonceOf(key.toBase58())]));
    this.#nonces.bind(nonces, recentBlockhash);
    this.svm.setSigverify(verifies);
    const result =
      versionOf(wire) === 'legacy'
        ? this.svm.simulateLegacyTransaction(wire)
        : this.svm.simulateVersionedTransaction(wire);
    this.svm.setSigverify(true);
    this.#nonces.advance(nonces, null);
    const meta = result.meta();
    const error = result instanceof FailedTransactionMetadata ? errorOf(result) : null;
    return { error, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
  }

  #deactivate(feature: PublicKey): void {
    const features = FeatureSet.allEnabled();
    features.deactivate(feature.toBytes());
    this.svm.setFeatureSet(features);
    this.svm.setBuiltins();
    this.svm.setDefaultPrograms();
  }

  #restedIn(some: (rest: { readonly after: number }) => boolean): number {
    return this.#rests.filter(some).reduce((sum, { ms }) => sum + ms, 0);
  }

  #execute(signature: string, wire: Buffer): void {
    const transaction = VersionedTransaction.deserialize(wire);
    if (this.#refusalOf(transaction) !== null) return;
    const { message, version } = transaction;
    const loaded = this.loadedBy(message);
    const own = message.staticAccountKeys.map((key) => key.toBase58());
    const accounts = [...own, ...loaded.writable, ...loaded.readonly];
    for (const address of accounts) this.history.begin(address);
    const noncesBefore = new Map(accounts.map((address) => [address, this.#nonces.nonceOf(address)]));
    const lamportsBefore = this.lamportsOf(accounts);
    const tokensBefore = this.tokenBalances(accounts);
    this.#nonces.bind(noncesBefore, message.recentBlockhash);
    const result =
      version === 'legacy' ? this.svm.sendLegacyTransaction(wire) : this.svm.sendVersionedTransaction(wire);
    const isLeftOut = result instanceof FailedTransactionMetadata && this.#isLeftOut(result);
    this.#nonces.advance(noncesBefore, result instanceof FailedTransactionMetadata && !isLeftOut ? message : null);
    if (isLeftOut) return;
    const meta = result instanceof FailedTransactionMetadata ? result.meta() : result;
    for (const address of accounts) this.history.record(address, this.slot);
    const executed: Executed = {
      signature,
      slot: this.slot,
      version,
      wire,
      accounts,
      loaded,
      error: result instanceof FailedTransactionMetadata ? errorOf(result) : null,
      inner: innerOf(meta),
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      lamportsBefore,
      lamportsAfter: this.lamportsOf(accounts),
      tokensBefore,
      tokensAfter: this.tokenBalances(accounts),
    };
    this.#executed.set(signature, executed);
    for (const address of accounts) {
      const known = this.#byAddress.get(address);
      if (known === undefined) this.#byAddress.set(address, [executed]);
      else known.push(executed);
    }
  }

  /** Why no block takes a transaction, in the words of a node. */
  #refusalOf({ message, signatures: [signature] }: VersionedTransaction): string | null {
    if (this.#executed.has(toBase58(signature ?? new Uint8Array()))) return 'AlreadyProcessed';
    const lastValid = this.lastValidHeight(message.recentBlockhash);
    const isValid = lastValid === undefined ? this.#nonces.isUsable(message) : this.#height <= lastValid;
    return isValid ? null : 'BlockhashNotFound';
  }

  #isLeftOut(failed: FailedTransactionMetadata): boolean {
    return isUnprocessable(failed) && !(this.takesUnpaid && isUnpaid(failed));
  }
}

/** LiteSVM ends the process for bytes that are no transaction: they are read here first. */
function versionOf(wire: Buffer): TransactionVersion {
  return VersionedTransaction.deserialize(wire).version;
}
