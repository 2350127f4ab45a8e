import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VersionedTransaction } from '@solana/web3.js';
import { base58 } from '@scure/base';
import { ServiceError } from '@stablecoin/contracts';
import { toBase58 } from '../solana/base58';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { accountAnswer, amountAnswer, transactionAnswer } from './solana-answers';
import type { DataSlice } from './solana-answers';
import { HASHES_KEPT } from './solana-ledger';
import type { SolanaLedger } from './solana-ledger';
import type { Executed, TransactionVersion } from './transactions';

type Params = readonly unknown[];
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

class RpcRefusal extends ServiceError {
  readonly code = 'local_rpc_refused';
  readonly retry = 'bounded';

  constructor(
    readonly rpcCode: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * One JSON-RPC endpoint before a {@link SolanaLedger}: what web3.js and the service ask a node for, at a commitment,
 * with ways to fail.
 */
export class SolanaFront {
  readonly #ledger: SolanaLedger;
  readonly #losses: { readonly method: string; readonly when: 'before' | 'after' }[] = [];
  #server: Server | undefined;
  /** Every answer fails. */
  isDead = false;
  /** Answers say "taken" to transactions that go nowhere. */
  isDropping = false;
  /** Or to these only, by signature. */
  readonly drops = new Set<string>();
  /** How long every answer takes. */
  delayMs = 0;
  /** Questions arrive, or answers come back, only with the next {@link release}. */
  isSlow: false | 'there' | 'back' = false;
  readonly #held: (() => void)[] = [];
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
  /** Told of every answer before it leaves. */
  onAnswer: (() => void) | undefined;
  /** Calls so far, by method. */
  readonly calls = new Map<string, number>();

  constructor(ledger: SolanaLedger) {
    this.#ledger = ledger;
  }

  /** The next answers to a method are lost: `before` it has any effect, or `after`. */
  lose(method: string, when: 'before' | 'after', times = 1): void {
    for (let i = 0; i < times; i++) this.#losses.push({ method, when });
  }

  /** No answer is lost any more. */
  loseNothing(): void {
    this.#losses.length = 0;
  }

  /** As the service reaches it, without a socket. */
  readonly transport: RpcTransport = async (body, signal) => {
    if (this.delayMs > 0) await waited(this.delayMs, signal);
    if (this.isDead) throw new Error('connection refused');
    if (this.isSlow === 'there') await this.#hold();
    const answer = this.handle(body);
    if (this.isSlow === 'back') await this.#hold();
    return answer;
  };

  /** Lets go what {@link isSlow} has held. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Opens it on a free port of this machine. */
  async listen(port = 0): Promise<string> {
    this.#server = createServer((request, response) => {
      void bodyOf(request)
        .then((body) => this.transport(body, new AbortController().signal))
        .then(
          (answer) => response.setHeader('content-type', 'application/json').end(answer),
          () => response.destroy(),
        );
    });
    await new Promise<void>((resolve) => this.#server?.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === undefined ? resolve(null) : this.#server.close(resolve)));
  }

  /** Answers one call, or a batch. */
  handle(body: string): string {
    const parsed: unknown = JSON.parse(body);
    const answers = (Array.isArray(parsed) ? parsed : [parsed]).map((call) => this.#answer(call as Options));
    this.onAnswer?.();
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  }

  #hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  #answer({ id, method, params }: Options): object {
    const name = String(method);
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
    const index = this.#losses.findIndex((each) => each.method === name);
    const [loss] = index < 0 ? [] : this.#losses.splice(index, 1);
    if (loss?.when === 'before') throw new Error('connection reset');
    try {
      const result = this.#call(name, (params ?? []) as Params);
      if (loss?.when === 'after') throw new Error('connection reset');
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.rpcCode, message: error.message } };
    }
  }

  #call(method: string, params: Params): unknown {
    const [first, second] = params;
    const ledger = this.#ledger;
    this.#requireContext(first);
    this.#requireContext(second);
    switch (method) {
      case 'getHealth':
        return 'ok';
      case 'getVersion':
        return { 'solana-core': '2.3.0', 'feature-set': 0 };
      case 'getGenesisHash':
        return GENESIS_HASH;
      case 'getSlot':
        return this.#slot(first, true);
      case 'getBlockHeight':
        return ledger.heightOf(this.#slot(first, true));
      case 'getEpochInfo': {
        const absoluteSlot = this.#slot(first, true);
        const blockHeight = ledger.heightOf(absoluteSlot);
        return { absoluteSlot, blockHeight, epoch: 0, slotIndex: absoluteSlot, slotsInEpoch: 432_000 };
      }
      case 'getFirstAvailableBlock':
        return this.firstSlot;
      case 'getBlockTime':
        return Math.floor(ledger.timeOf(Number(first)) / 1_000);
      case 'getLatestBlockhash': {
        const blockhash = ledger.hashOf(this.#slot(first));
        return this.#inContext(first, { blockhash, lastValidBlockHeight: ledger.lastValidHeight(blockhash) });
      }
      case 'isBlockhashValid': {
        const last = ledger.lastValidHeight(String(first));
        const slot = this.#slot(second, true);
        const height = ledger.heightOf(slot);
        // A bank knows nothing of a blockhash that is younger than itself.
        return { context: { slot }, value: last !== undefined && height <= last && height >= last - HASHES_KEPT };
      }
      case 'getMinimumBalanceForRentExemption':
        return ledger.rent(Number(first));
      case 'getRecentPrioritizationFees':
        return [1, 2, 3].map((back) => ({
          slot: ledger.slot - back,
          prioritizationFee: 1_000 * back + Number(ledger.priceFloor),
        }));
      case 'getFeeForMessage':
        return this.#inContext(second, 5_000 * (Buffer.from(String(first), 'base64')[0] ?? 1));
      case 'requestAirdrop':
        ledger.setLamports(String(first), BigInt(Number(second)));
        return toBase58(Buffer.alloc(64, 1));
      case 'sendTransaction':
        return this.#send(first, second as Options | undefined);
      case 'simulateTransaction':
        return this.#simulate(first, (second ?? {}) as Options);
      case 'getBalance':
        return this.#inContext(second, Number(ledger.account(String(first), this.#slot(second))?.lamports() ?? 0n));
      case 'getAccountInfo':
        return this.#inContext(second, this.#account(String(first), second));
      case 'getMultipleAccounts': {
        const addresses = first as readonly string[];
        return this.#inContext(
          second,
          addresses.map((address) => this.#account(address, second)),
        );
      }
      case 'getTokenAccountBalance':
        return this.#inContext(second, amountAnswer(ledger.tokensOf(String(first), this.#slot(second))));
      case 'getSignatureStatuses': {
        const signatures = first as readonly string[];
        const history = (second as Options | undefined)?.['searchTransactionHistory'] === true;
        return this.#inContext(
          { commitment: 'processed' },
          signatures.map((each) => this.#status(each, history)),
        );
      }
      case 'getTransaction':
        return this.#transaction(String(first), second);
      case 'getSignaturesForAddress':
        return this.#signatures(String(first), (second ?? {}) as Options);
      default:
        throw new RpcRefusal(-32_601, `Method not found: ${method}`);
    }
  }

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

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted'));
    });
  });
}
