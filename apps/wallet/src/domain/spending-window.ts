const DAY_MS = 86_400_000;
const BUCKET_MS = 1_000;

/** What settled within one second: it leaves the window when the last of it does. */
interface Bucket {
  readonly latest: number;
  readonly amount: bigint;
}

/**
 * What a wallet spends without approval: what is reserved, and what settled in the last 24 hours. Currencies count one
 * to one, in minor units.
 *
 * This is never looser than the rule of the chain, which sums what it includes in 24 hours of its own. All that is
 * included in such a day was reserved or had settled within 24 hours when the last of it was reserved, so it counted.
 *
 * Amounts of one second are kept together, so that the window never holds more than a day of seconds, however busy
 * the wallet is. An amount can thus leave up to a second late, never early.
 */
export class SpendingWindow {
  /** By second, in order of time. */
  readonly #buckets = new Map<number, Bucket>();
  /** What is reserved, by reservation. */
  readonly #open = new Map<string, bigint>();
  /** Of both. */
  #total = 0n;
  #latestReserved = 0;
  #latestSettled = 0;

  /**
   * The time that a decision counts for. Commands carry their own time and may overtake each other; a window that
   * went backwards would lack what has left it already, and the limit could be passed.
   */
  timeFor(at: number): number {
    return Math.max(at, this.#latestReserved);
  }

  /** What counts at a moment, in minor units. */
  spent(at: number): bigint {
    let spent = this.#total;
    for (const bucket of this.#buckets.values()) {
      if (!hasLeft(bucket, at)) break;
      spent -= bucket.amount;
    }
    return spent;
  }

  /** @param at - from {@link timeFor} */
  reserve(id: string, at: number, amount: bigint): void {
    for (const [second, bucket] of this.#buckets) {
      if (!hasLeft(bucket, at)) break;
      this.#total -= bucket.amount;
      this.#buckets.delete(second);
    }
    this.#open.set(id, amount);
    this.#total += amount;
    this.#latestReserved = at;
  }

  /**
   * The amount stays in the window until its 24 hours are over.
   *
   * @param at - when it settled; where one that is told of earlier settled later, from then on
   */
  settle(id: string, at: number): void {
    const amount = this.#open.get(id);
    if (amount === undefined) return;
    this.#open.delete(id);
    this.#latestSettled = Math.max(at, this.#latestSettled);
    const second = secondOf(this.#latestSettled);
    const before = this.#buckets.get(second)?.amount ?? 0n;
    this.#buckets.set(second, { latest: this.#latestSettled, amount: before + amount });
  }

  /** The amount counts no longer. */
  void(id: string): void {
    this.#total -= this.#open.get(id) ?? 0n;
    this.#open.delete(id);
  }

  /** The window as JSON, for snapshots. */
  toJSON(): SpendingWindowJson {
    return {
      buckets: [...this.#buckets.values()].map(({ latest, amount }) => [latest, amount.toString()]),
      open: [...this.#open].map(([id, amount]) => [id, amount.toString()]),
      latestReserved: this.#latestReserved,
      latestSettled: this.#latestSettled,
    };
  }

  static fromJSON(json: SpendingWindowJson): SpendingWindow {
    const window = new SpendingWindow();
    for (const [latest, amount] of json.buckets) {
      window.#buckets.set(secondOf(latest), { latest, amount: BigInt(amount) });
      window.#total += BigInt(amount);
    }
    for (const [id, amount] of json.open) {
      window.#open.set(id, BigInt(amount));
      window.#total += BigInt(amount);
    }
    window.#latestReserved = json.latestReserved;
    window.#latestSettled = json.latestSettled;
    return window;
  }
}

export interface SpendingWindowJson {
  readonly buckets: readonly (readonly [number, string])[];
  readonly open: readonly (readonly [string, string])[];
  readonly latestReserved: number;
  readonly latestSettled: number;
}

/** An amount counts for 24 hours, the last moment of them excluded. */
function hasLeft(bucket: Bucket, at: number): boolean {
  return bucket.latest <= at - DAY_MS;
}

function secondOf(at: number): number {
  return Math.floor(at / BUCKET_MS);
}
