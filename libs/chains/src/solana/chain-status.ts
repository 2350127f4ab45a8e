import { AheadError, middleOf, notExceeded } from '../rpc/agreement';
import { CachedReading } from '../rpc/cached-reading';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { CLOCKS_APART_MS } from './clocks';
import { priorityPrice, transactionLamports } from './fees';
import { count, inContext, list, record } from './values';

/** The state of a chain that decides whether to send now. */
export interface ChainStatus {
  /** The time of the latest final block, in milliseconds since the epoch. */
  readonly at: number;
  /** Balance of the fee payer, in lamports. */
  readonly gas: bigint;
  /** Price to offer per compute unit, in millionths of a lamport. */
  readonly price: bigint;
  /** What a token account has to hold to stay, in lamports. The network changes it. */
  readonly accountRent: bigint;
  /**
   * Whether a majority of the configured endpoints answered. Only then may a payment fail because of this status
   * (protocol rule 29).
   */
  readonly isEstablished: boolean;
}

/**
 * Age of the latest final block at which the cluster, or its endpoints, count as stalled. With slots of two seconds and 32
 * of them until a block is final, it would be 64 s old.
 */
const STALLED_AFTER_MS = 120_000;
/** Minimum number of payments, each with a new account, that the fee payer must be able to pay for. */
const PAYMENTS_PAID = 20n;
const FINALIZED = { commitment: 'finalized' };
const TOKEN_ACCOUNT_BYTES = 165;
const FRESH_MS = 1_000;
/** A quote has two seconds. After this time, fewer answers than a majority are enough for it. */
const PATIENCE_MS = 1_000;

/** Reads the status, at most once a second. */
export class ChainStatusReader {
  readonly #pool: RpcPool;
  readonly #feePayer: string;
  readonly #written: readonly string[];
  readonly #priceMost: bigint;
  readonly #now: () => number;
  readonly #reading: CachedReading<ChainStatus>;

  /** @param parts - `written`: the accounts that every transaction writes to; `priceMost`: the most for a compute unit */
  constructor(parts: {
    readonly pool: RpcPool;
    readonly feePayer: string;
    readonly written: readonly string[];
    readonly priceMost: bigint;
    readonly now: () => number;
  }) {
    this.#pool = parts.pool;
    this.#feePayer = parts.feePayer;
    this.#written = parts.written;
    this.#priceMost = parts.priceMost;
    this.#now = parts.now;
    this.#reading = new CachedReading(() => this.#read(), FRESH_MS, parts.now);
  }

  /** @throws Error when no endpoint answers and there is no recent status */
  read(): Promise<ChainStatus> {
    return this.#reading.read();
  }

  /** Takes the median of the answers, so that no single endpoint can make a chain look down or expensive. */
  async #read(): Promise<ChainStatus> {
    const { majority } = this.#pool;
    const said = await this.#pool.ask(
      (endpoint) => this.#readAt(endpoint),
      (soFar) => soFar.length >= majority,
      { patienceMs: PATIENCE_MS },
    );
    return {
      at: middleOf(said.map(({ value }) => value.at)),
      gas: notExceeded(
        said.map(({ value }) => value.gas),
        majority,
      ),
      price: middleOf(said.map(({ value }) => value.price)),
      accountRent: middleOf(said.map(({ value }) => value.accountRent)),
      isEstablished: said.length >= majority,
    };
  }

  async #readAt(endpoint: RpcEndpoint): Promise<Omit<ChainStatus, 'isEstablished'>> {
    const [info, balance, fees, rent] = await endpoint.results([
      { method: 'getEpochInfo', params: [FINALIZED] },
      { method: 'getBalance', params: [this.#feePayer, FINALIZED] },
      { method: 'getRecentPrioritizationFees', params: [this.#written] },
      { method: 'getMinimumBalanceForRentExemption', params: [TOKEN_ACCOUNT_BYTES] },
    ]);
    const slot = count(record(info)['absoluteSlot']);
    this.#pool.watch.reached(endpoint, slot);
    const [time] = await endpoint.results([{ method: 'getBlockTime', params: [slot] }]);
    const at = count(time) * 1_000;
    // A block further ahead of the local clock is rejected.
    if (at > this.#now() + CLOCKS_APART_MS)
      throw new AheadError(`its latest final block is of ${new Date(at).toISOString()}`);
    const paid = list(fees).map((each) => count(record(each)['prioritizationFee']));
    return {
      at,
      gas: BigInt(inContext(balance, count).value),
      price: priorityPrice(paid, this.#priceMost),
      accountRent: BigInt(count(rent)),
    };
  }
}

/** Why nothing can be sent now, in words; null when it can. */
export function reasonAgainst(status: ChainStatus, now: number): string | null {
  const age = now - status.at;
  if (age > STALLED_AFTER_MS) return `its latest final block is ${Math.round(age / 1_000)} s old`;
  return canSend(status) ? null : 'its fee payer has too little SOL';
}

/** Whether the fee payer has enough SOL. */
export function canSend(status: ChainStatus): boolean {
  return status.gas >= PAYMENTS_PAID * paymentLamports(status);
}

/** Maximum cost of a payment: alone in its transaction, to a recipient whose account it creates, in lamports. */
export function paymentLamports({ price, accountRent }: ChainStatus): bigint {
  return accountRent + transactionLamports(100_000, price);
}
