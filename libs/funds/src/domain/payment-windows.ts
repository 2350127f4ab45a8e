/** A counter's share of a window: what it counts leaves the window with the last of it. */
interface Bucket {
  readonly from: number;
  latest: number;
  sum: bigint;
  count: number;
}

/** Amounts in minor units, and how many payments they are. */
interface Counted {
  readonly sum: bigint;
  readonly count: number;
}

interface Counter {
  readonly hours: number;
  /** Of open reservations. */
  openSum: bigint;
  openCount: number;
  /** Of settled payments, in order of time. */
  readonly buckets: Bucket[];
}

interface OpenPayment {
  readonly amount: bigint;
  readonly counters: readonly string[];
}

/** What counts a payment, and since when, in milliseconds since the epoch. Stored with its reservation. */
export type CountedPayment = {
  readonly at: number;
  readonly windows: readonly { readonly counter: string; readonly hours: number }[];
};

const HOUR_MS = 3_600_000;
/** A bucket spans this share of its window. */
const SHARES = 60;
/** Buckets and open reservations that one treasury or wallet counts at most. They take a few megabytes in a snapshot. */
export const COUNTED_MAX = 50_000;

/**
 * What a treasury or wallet has paid over a time, for the limits of rules. Only payments that a limit has matched are counted.
 *
 * A payment counts from its reservation until its window has passed since it settled, or until it is voided. So in no interval as
 * long as the window are payments reserved, or settled, that are above the limit together. An amount can leave up to a sixtieth of
 * the window late, never early. Changed in place.
 */
export class PaymentWindows {
  readonly #counters = new Map<string, Counter>();
  /** By reservation id. */
  readonly #open = new Map<string, OpenPayment>();
  #latest = 0;
  /** Buckets, and counters of open payments. */
  #size = 0;

  /** The time of a decision, in milliseconds since the epoch. Commands may overtake each other; a window never moves back. */
  timeFor(at: number): number {
    return Math.max(at, this.#latest);
  }

  /** Whether a limit counts this reservation, and it is open. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** @param at - from {@link timeFor} */
  counted(name: string, hours: number, at: number): Counted {
    const counter = this.#counters.get(name);
    if (counter === undefined) return { sum: 0n, count: 0 };
    let { openSum: sum, openCount: count } = counter;
    for (const bucket of counter.buckets) {
      if (hasLeft(bucket, hours, at)) continue;
      sum += bucket.sum;
      count += bucket.count;
    }
    return { sum, count };
  }

  /** Whether no further payment can be counted. @param at - from {@link timeFor} */
  isFull(at: number): boolean {
    if (this.#size < COUNTED_MAX) return false;
    let left = 0;
    for (const { hours, buckets } of this.#counters.values()) {
      left += buckets.filter((bucket) => hasLeft(bucket, hours, at)).length;
    }
    return this.#size - left >= COUNTED_MAX;
  }

  /** Counts a payment whose funds are set aside. @param counted - `at` from {@link timeFor} */
  reserve(id: string, amount: bigint, { at, windows }: CountedPayment): void {
    this.#latest = at;
    if (this.#size >= COUNTED_MAX) for (const name of this.#counters.keys()) this.#drop(name);
    this.#begin(id, amount, windows);
  }

  /** Its money has left: it counts until the window has passed. @param at - missing: now, as far as that is known */
  settle(id: string, at = 0): void {
    for (const [counter, amount] of this.#end(id)) {
      const time = Math.max(at, this.#latest, counter.buckets.at(-1)?.latest ?? 0);
      this.#settle(counter, amount, time);
    }
  }

  /** It counts no longer. */
  void(id: string): void {
    const counters = this.#open.get(id)?.counters ?? [];
    this.#end(id);
    for (const name of counters) this.#drop(name);
  }

  /** The windows as JSON, for snapshots, without what has left them. */
  toJSON(): PaymentWindowsJson {
    const counters = [...this.#counters].map(([name, { hours, buckets }]) => {
      const kept = buckets.filter((bucket) => !hasLeft(bucket, hours, this.#latest));
      const json = kept.map(({ from, latest, sum, count }) => [from, latest, `${sum}`, count] as const);
      return [name, hours, json] as const;
    });
    const open = [...this.#open].map(([id, { amount, counters: names }]) => [id, `${amount}`, names] as const);
    const isCounting = new Set(open.flatMap(([, , names]) => names));
    return {
      latest: this.#latest,
      counters: counters.filter(([name, , buckets]) => buckets.length > 0 || isCounting.has(name)),
      open,
    };
  }

  static fromJSON(json: PaymentWindowsJson): PaymentWindows {
    const windows = new PaymentWindows();
    windows.#latest = json.latest;
    for (const [name, hours, buckets] of json.counters) {
      const own = buckets.map(([from, latest, sum, count]) => ({ from, latest, sum: BigInt(sum), count }));
      windows.#counters.set(name, { hours, openSum: 0n, openCount: 0, buckets: own });
      windows.#size += own.length;
    }
    for (const [id, amount, names] of json.open) {
      const counted = names.map((counter) => ({ counter, hours: windows.#counters.get(counter)?.hours ?? 0 }));
      windows.#begin(id, BigInt(amount), counted);
    }
    return windows;
  }

  #begin(id: string, amount: bigint, windows: CountedPayment['windows']): void {
    this.#open.set(id, { amount, counters: windows.map(({ counter }) => counter) });
    for (const { counter: name, hours } of windows) {
      const counter = this.#counters.get(name) ?? { hours, openSum: 0n, openCount: 0, buckets: [] };
      this.#counters.set(name, counter);
      counter.openSum += amount;
      counter.openCount += 1;
      this.#size += 1;
    }
  }

  /** @returns the counters of the payment, and its amount */
  #end(id: string): readonly (readonly [Counter, bigint])[] {
    const payment = this.#open.get(id);
    if (payment === undefined) return [];
    this.#open.delete(id);
    return payment.counters.flatMap((name) => {
      const counter = this.#counters.get(name);
      if (counter === undefined) return [];
      counter.openSum -= payment.amount;
      counter.openCount -= 1;
      this.#size -= 1;
      return [[counter, payment.amount] as const];
    });
  }

  #settle({ hours, buckets }: Counter, amount: bigint, at: number): void {
    this.#forget(buckets, hours);
    const last = buckets.at(-1);
    if (last !== undefined && at - last.from < (hours * HOUR_MS) / SHARES) {
      last.latest = at;
      last.sum += amount;
      last.count += 1;
      return;
    }
    buckets.push({ from: at, latest: at, sum: amount, count: 1 });
    this.#size += 1;
  }

  /** What has left a window. */
  #forget(buckets: Bucket[], hours: number): void {
    const kept = buckets.findIndex((bucket) => !hasLeft(bucket, hours, this.#latest));
    this.#size -= buckets.splice(0, kept < 0 ? buckets.length : kept).length;
  }

  /** What has left a counter's window, and the counter if that was all. */
  #drop(name: string): void {
    const counter = this.#counters.get(name);
    if (counter === undefined) return;
    this.#forget(counter.buckets, counter.hours);
    if (counter.buckets.length === 0 && counter.openCount === 0) this.#counters.delete(name);
  }
}

export type PaymentWindowsJson = {
  readonly latest: number;
  /** Name, hours, and buckets: from, latest, sum, count. */
  readonly counters: readonly (readonly [string, number, readonly (readonly [number, number, string, number])[]])[];
  /** Reservation id, amount and counters. */
  readonly open: readonly (readonly [string, string, readonly string[]])[];
};

/** The last moment of a window is not in it. */
function hasLeft({ latest }: Bucket, hours: number, at: number): boolean {
  return latest <= at - hours * HOUR_MS;
}
