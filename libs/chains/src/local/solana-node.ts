import { VersionedTransaction } from '@solana/web3.js';
import { base58 } from '@scure/base';
import { ServiceError } from '@stablecoin/contracts';
import { toBase58 } from '../solana/base58';
import { accountAnswer, amountAnswer, transactionAnswer } from './solana-answers';
import type { DataSlice } from './solana-answers';
import { HASHES_KEPT } from './solana-ledger';
import type { SolanaLedger } from './solana-ledger';
import type { Executed, TransactionVersion } from './transactions';

type Options = Readonly<Record<string, unknown>>;
type Commitment = 'processed' | 'confirmed' | 'finalized';

/** What a node knows of signatures without looking into its history. */
const STATUS_CACHE_SLOTS = 150;
const GENESIS_HASH = toBase58(Buffer.alloc(32, 0x10));

const NOT_SIGNED = 'Transaction signature verification failure';
/** Errors of transactions as a node writes them in the refusal of one. */
const WORDS: ReadonlyMap<unknown, string> = new Map([
  ['AlreadyProcessed', 'This transaction has already been processed'],
  ['BlockhashNotFound', 'Blockhash not found'],
]);

/** Why a node does not answer a call. */
export class RpcRefusal extends ServiceError {
  readonly code = 'local_rpc_refused';
  readonly retry = 'bounded';

  constructor(
    readonly rpcCode: number,
    message: string,
  ) {
    super(message);
  }
}

type Method = (first: unknown, second: unknown) => unknown;

/** What one node of a {@link SolanaLedger} answers: what web3.js and the service ask for, at a commitment. */
export class SolanaNode {
  readonly #ledger: SolanaLedger;
  /** It says "taken" to transactions that go nowhere. */
  isDropping = false;
  /** Or to these only, by signature. */
  readonly drops = new Set<string>();
  /** How many slots it is behind the others. */
  behind = 0;
  /** Heights and blockhashes it tells all the same: it is a front of several nodes, one of which is behind. */
  hidesItsLag = false;
  /** What it still has of the past begins here. */
  firstSlot = 0;
  /** Questions at `confirmed` are refused, as they will be when that commitment is gone. */
  refusesConfirmed = false;
  /** Transactions in blocks that only it has seen, with how far they have come. */
  readonly fork = new Map<string, Commitment>();

  constructor(ledger: SolanaLedger) {
    this.#ledger = ledger;
  }

  /** @throws {@link RpcRefusal} */
  call(method: string, [first, second]: readonly unknown[]): unknown {
    this.#requireContext(first);
    this.#requireContext(second);
    const answer = this.#methods.get(method);
    if (answer === undefined) throw new RpcRefusal(-32_601, `Method not found: ${method}`);
    return answer(first, second);
  }

  readonly #methods: ReadonlyMap<string, Method> = new Map<string, Method>(
    Object.entries({
      getHealth: () => 'ok',
      getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 0 }),
      getGenesisHash: () => GENESIS_HASH,
      getSlot: (first) => this.#slot(first, true),
      getBlockHeight: (first) => this.#ledger.heightOf(this.#slot(first, true)),
      getEpochInfo: (first) => {
        const absoluteSlot = this.#slot(first, true);
        const blockHeight = this.#ledger.heightOf(absoluteSlot);
        return { absoluteSlot, blockHeight, epoch: 0, slotIndex: absoluteSlot, slotsInEpoch: 432_000 };
      },
      getFirstAvailableBlock: () => this.firstSlot,
      getBlockTime: (first) => Math.floor(this.#ledger.timeOf(Number(first)) / 1_000),
      getLatestBlockhash: (first) => {
        const blockhash = this.#ledger.hashOf(this.#slot(first));
        return this.#inContext(first, { blockhash, lastValidBlockHeight: this.#ledger.lastValidHeight(blockhash) });
      },
      isBlockhashValid: (first, second) => {
        const last = this.#ledger.lastValidHeight(String(first));
        const slot = this.#slot(second, true);
        const height = this.#ledger.heightOf(slot);
        // A bank knows nothing of a blockhash that is younger than itself.
        return { context: { slot }, value: last !== undefined && height <= last && height >= last - HASHES_KEPT };
      },
      getMinimumBalanceForRentExemption: (first) => this.#ledger.rent(Number(first)),
      getRecentPrioritizationFees: () =>
        [1, 2, 3].map((back) => ({
          slot: this.#ledger.slot - back,
          prioritizationFee: 1_000 * back + Number(this.#ledger.priceFloor),
        })),
      getFeeForMessage: (first, second) =>
        this.#inContext(second, 5_000 * (Buffer.from(String(first), 'base64')[0] ?? 1)),
      requestAirdrop: (first, second) => {
        this.#ledger.setLamports(String(first), BigInt(Number(second)));
        return toBase58(Buffer.alloc(64, 1));
      },
      sendTransaction: (first, second) => this.#send(first, second as Options | undefined),
      simulateTransaction: (first, second) => this.#simulate(first, (second ?? {}) as Options),
      getBalance: (first, second) =>
        this.#inContext(second, Number(this.#ledger.account(String(first), this.#slot(second))?.lamports() ?? 0n)),
      getAccountInfo: (first, second) => this.#inContext(second, this.#account(String(first), second)),
      getMultipleAccounts: (first, second) => {
        const addresses = first as readonly string[];
        return this.#inContext(
          second,
          addresses.map((address) => this.#account(address, second)),
        );
      },
      getTokenAccountBalance: (first, second) =>
        this.#inContext(second, amountAnswer(this.#ledger.tokensOf(String(first), this.#slot(second)))),
      getSignatureStatuses: (first, second) => {
        const signatures = first as readonly string[];
        const history = (second as Options | undefined)?.['searchTransactionHistory'] === true;
        return this.#inContext(
          { commitment: 'processed' },
          signatures.map((each) => this.#status(each, history)),
        );
      },
      getTransaction: (first, second) => this.#transaction(String(first), second),
      getSignaturesForAddress: (first, second) => this.#signatures(String(first), (second ?? {}) as Options),
    } satisfies Readonly<Record<string, Method>>),
  );

  /** A node refuses to answer from before a slot that the caller has seen. */
  #requireContext(options: unknown): void {
    const { minContextSlot } = (options ?? {}) as { minContextSlot?: number };
    if (minContextSlot !== undefined && this.#slot(options) < minContextSlot) {
      throw new RpcRefusal(-32_016, 'Minimum context slot has not been reached');
    }
  }

  #slot(options: unknown, ofFirstNode = false): number {
    const { commitment = 'finalized' } = (options ?? {}) as { commitment?: Commitment };
    if (this.refusesConfirmed && commitment === 'confirmed') throw new RpcRefusal(-32_602, 'unknown commitment');
    const behind = ofFirstNode && this.hidesItsLag ? 0 : this.behind;
    return this.#ledger.slot - behind - this.#ledger.lag[commitment];
  }

  #inContext(options: unknown, value: unknown): object {
    return { context: { apiVersion: '2.3.0', slot: this.#slot(options) }, value };
  }

  #send(encoded: unknown, options: Options | undefined): string {
    const wire = decode(encoded, options);
    const [signature] = VersionedTransaction.deserialize(wire).signatures;
    if (signature === undefined) throw new RpcRefusal(-32_602, 'not signed');
    if (options?.['skipPreflight'] !== true) {
      const { error } = this.#ledger.simulate(wire, { verifies: true, replacesBlockhash: false });
      if (error === 'SignatureFailure') throw new RpcRefusal(-32_003, NOT_SIGNED);
      const reason = WORDS.get(error) ?? JSON.stringify(error);
      if (error !== null) throw new RpcRefusal(-32_002, `Transaction simulation failed: ${reason}`);
    }
    const written = toBase58(signature);
    if (!this.isDropping && !this.drops.has(written)) this.#ledger.submit(wire);
    return written;
  }

  #simulate(encoded: unknown, options: Options): object {
    const { sigVerify: verifies = false, replaceRecentBlockhash: replacesBlockhash = false } = options as {
      sigVerify?: boolean;
      replaceRecentBlockhash?: boolean;
    };
    if (verifies && replacesBlockhash) {
      throw new RpcRefusal(-32_602, 'sigVerify may not be used with replaceRecentBlockhash');
    }
    const { error, logs, units } = this.#ledger.simulate(decode(encoded, options), { verifies, replacesBlockhash });
    if (error === 'SignatureFailure') throw new RpcRefusal(-32_003, NOT_SIGNED);
    const blockhash = this.#ledger.hashOf(this.#ledger.slot);
    const replacement = { blockhash, lastValidBlockHeight: this.#ledger.lastValidHeight(blockhash) };
    return this.#inContext(options, {
      err: error,
      logs,
      unitsConsumed: units,
      accounts: null,
      ...(replacesBlockhash ? { replacementBlockhash: replacement } : {}),
    });
  }

  #account(address: string, options: unknown): object | null {
    const { dataSlice } = (options ?? {}) as { dataSlice?: DataSlice };
    return accountAnswer(this.#ledger.account(address, this.#slot(options)), dataSlice);
  }

  #status(signature: string, history: boolean): object | null {
    const forked = this.fork.get(signature);
    if (forked !== undefined) {
      return { slot: this.#ledger.slot, confirmations: 0, err: null, confirmationStatus: forked };
    }
    const found = this.#seen(signature, 'processed');
    if (found === undefined) return null;
    const age = this.#ledger.slot - this.behind - found.slot;
    if (!history && age > STATUS_CACHE_SLOTS) return null;
    const { finalized, confirmed } = this.#ledger.lag;
    const confirmationStatus = age >= finalized ? 'finalized' : age >= confirmed ? 'confirmed' : 'processed';
    const confirmations = confirmationStatus === 'finalized' ? null : age;
    return { slot: found.slot, confirmations, err: found.error, confirmationStatus };
  }

  #transaction(signature: string, options: unknown): object | null {
    const { commitment = 'finalized' } = (options ?? {}) as { commitment?: Commitment };
    const found = this.#seen(signature, commitment);
    if (found === undefined) return null;
    requireVersion(found.version, options);
    return transactionAnswer(found, this.#ledger.timeOf(found.slot));
  }

  /** The newest first. */
  #signatures(address: string, options: Options): readonly object[] {
    const limit = Number(options['limit'] ?? 1_000);
    const highest = this.#slot(options);
    const found = this.#ledger
      .mentioning(address)
      .filter(({ slot }) => slot <= highest && slot >= this.firstSlot)
      .toReversed();
    const before = found.findIndex(({ signature }) => signature === options['before']);
    const until = found.findIndex(({ signature }) => signature === options['until']);
    const page = found.slice(before + 1, until < 0 ? undefined : until).slice(0, limit);
    return page.map(({ signature, slot, error }) => ({
      signature,
      slot,
      err: error,
      memo: null,
      blockTime: Math.floor(this.#ledger.timeOf(slot) / 1_000),
      confirmationStatus: 'finalized',
    }));
  }

  #seen(signature: string, commitment: Commitment): Executed | undefined {
    const found = this.#ledger.find(signature);
    if (found === undefined || found.slot < this.firstSlot) return undefined;
    return found.slot <= this.#ledger.slot - this.behind - this.#ledger.lag[commitment] ? found : undefined;
  }
}

/** A node refuses a transaction of a version that the caller does not say it can read. */
function requireVersion(version: TransactionVersion, options: unknown): void {
  const { maxSupportedTransactionVersion: highest } = (options ?? {}) as { maxSupportedTransactionVersion?: number };
  if (version === 'legacy' || (highest !== undefined && version <= highest)) return;
  throw new RpcRefusal(
    -32_015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the ` +
      `following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

function decode(encoded: unknown, options: Options | undefined): Buffer {
  const text = String(encoded);
  return options?.['encoding'] === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(base58.decode(text));
}
