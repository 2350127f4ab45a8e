import type { Currency, Units } from '@stablecoin/contracts';

/** All that had left a chain by the books, up to a moment. */
export type Posted = Readonly<Record<Currency, Units>>;

const APART_MS = 30_000;
/** A day: a chain that finalizes nothing for longer has other troubles. */
const SAMPLES_MAX = 2_880;

/**
 * What the books had posted at moments of the past, in memory only: after a restart nothing is known until the last
 * final block is younger than that.
 */
export class PostedSamples {
  #samples: { readonly at: number; readonly posted: Posted }[] = [];

  take(at: number, posted: Posted): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && at < last.at + APART_MS) return;
    this.#samples.push({ at, posted });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
  }

  /** The latest sample at or before a time; null when there is none. Drops the samples before it. */
  before(at: number): Posted | null {
    const index = this.#samples.findLastIndex((sample) => sample.at <= at);
    if (index > 0) this.#samples = this.#samples.slice(index);
    return index < 0 ? null : (this.#samples[0]?.posted ?? null);
  }
}
