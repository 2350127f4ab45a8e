const DAY_MS = 86_400_000;
const BUCKET_MS = 1_000;

/** What was reserved within one second: it leaves the window when the last of it does. */
interface Bucket {
  readonly latest: number;
  readonly amount: bigint;
}

/**
 * What a wallet has spent without approval in the last 24 hours: what was reserved, less what was given back
 * (API decisions, Spend limit). Currencies count one to one, in minor units.
 *
 * Amounts of one second are kept together, so that the window never holds more than a day of seconds, however busy
 * the wallet is. An amount can thus leave up to a second late, never early: the limit holds in every 24 hours.
 */
export class SpendingWindow {
  /** By second, in order of time. */
  readonly #buckets = new Map<number, Bucket>();
  /** Reservations that a void can still give back. */
  readonly #open = new Map<string, { readonly at: number; readonly amount: bigint }>();
  #total = 0n;
  #latest = 0;

  /**
   * The time that a decision counts for. Commands carry their own time and may overtake each other; a window that
   * went backwards would lack what has left it already, and the limit could be passed.
   */
  timeFor(at: number): number {
    return Math.max(at, this.#latest);
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
    const second = secondOf(at);
    this.#buckets.set(second, { latest: at, amount: (this.#buckets.get(second)?.amount ?? 0n) + amount });
    this.#open.set(id, { at, amount });
    this.#total += amount;
    this.#latest = at;
  }

  /** The amount stays in the window until its 24 hours are over. */
  post(id: string): void {
    this.#open.delete(id);
  }

  /** The amount counts no longer. */
  void(id: string): void {
    const reserved = this.#open.get(id);
    if (reserved === undefined) return;
    this.#open.delete(id);
    const second = secondOf(reserved.at);
    const bucket = this.#buckets.get(second);
    if (bucket === undefined) return;
    this.#total -= reserved.amount;
    if (bucket.amount === reserved.amount) this.#buckets.delete(second);
    else this.#buckets.set(second, { latest: bucket.latest, amount: bucket.amount - reserved.amount });
  }

  /** The window as JSON, for snapshots. */
  toJSON(): SpendingWindowJson {
    return {
      buckets: [...this.#buckets.values()].map(({ latest, amount }) => [latest, amount.toString()]),
      open: [...this.#open].map(([id, { at, amount }]) => [id, at, amount.toString()]),
      latest: this.#latest,
    };
  }

  static fromJSON(json: SpendingWindowJson): SpendingWindow {
    const window = new SpendingWindow();
    for (const [latest, amount] of json.buckets) {
      window.#buckets.set(secondOf(latest), { latest, amount: BigInt(amount) });
      window.#total += BigInt(amount);
    }
    for (const [id, at, amount] of json.open) window.#open.set(id, { at, amount: BigInt(amount) });
    window.#latest = json.latest;
    return window;
  }
}

export interface SpendingWindowJson {
  readonly buckets: readonly (readonly [number, string])[];
  readonly open: readonly (readonly [string, number, string])[];
  readonly latest: number;
}

/** An amount counts for 24 hours, the last moment of them excluded. */
function hasLeft(bucket: Bucket, at: number): boolean {
  return bucket.latest <= at - DAY_MS;
}

function secondOf(at: number): number {
  return Math.floor(at / BUCKET_MS);
}
