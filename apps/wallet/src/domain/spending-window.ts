const DAY_MS = 86_400_000;
const BUCKET_MS = 1_000;

/** What settled within one second: it leaves the window when the last of it does. */
interface Bucket {
  readonly latest: number;
  readonly amount: bigint;
}

/**
 * What a wallet spends without approval: reserved amounts, and amounts settled in the last 24 hours. All currencies
 * count one to one, in minor units.
 *
 * The window is never looser than the limit of the contract, which sums the transfers that it includes within 24 hours.
 * Each of those transfers was reserved, or settled within 24 hours, when the last of them was reserved, so it counts
 * here too.
 *
 * Amounts are summed per second, so the window holds at most one day of seconds. An amount can leave up to a second
 * late, never early.
 */
export class SpendingWindow {
  /** By second, in order of time. */
  readonly #buckets = new Map<number, Bucket>();
  /** Reserved amounts, by reservation id. */
  readonly #open = new Map<string, bigint>();
  /** Of both. */
  #total = 0n;
  #latestReserved = 0;
  #latestSettled = 0;

  /**
   * The time of a decision. Commands carry their own times and may overtake each other. The window never moves back: it
   * would lack amounts that have left it, and the limit could be exceeded.
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
   * Keeps a settled amount in the window for 24 hours.
   *
   * @param at - when it settled; never before an earlier reported settlement
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

export type SpendingWindowJson = {
  readonly buckets: readonly (readonly [number, string])[];
  readonly open: readonly (readonly [string, string])[];
  readonly latestReserved: number;
  readonly latestSettled: number;
};

/** An amount counts for 24 hours, the last moment of them excluded. */
function hasLeft(bucket: Bucket, at: number): boolean {
  return bucket.latest <= at - DAY_MS;
}

function secondOf(at: number): number {
  return Math.floor(at / BUCKET_MS);
}
