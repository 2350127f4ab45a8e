import { isExpectedPace, warnOfAssumption } from '../assumptions';
import type { ChainLog, ChainMeter } from '../chain-log';

/** A pace is measured over at least this time, in milliseconds. */
const WINDOW_MS = 300_000;

/**
 * Measures how fast a chain makes blocks while the service runs, and warns when that differs from the expected pace by
 * more than a factor of two. No payment depends on the pace.
 */
export class PaceWatch {
  readonly #chain: string;
  readonly #expectedMs: number;
  readonly #log: ChainLog;
  #from: { readonly height: number; readonly at: number } | undefined;
  #measuredMs: number | null = null;

  /** @param parts - `expectedMs`: the expected time between two blocks, in milliseconds */
  constructor(parts: {
    readonly chain: string;
    readonly expectedMs: number;
    readonly log: ChainLog;
    readonly meter: ChainMeter;
  }) {
    const { chain, meter } = parts;
    this.#chain = chain;
    this.#expectedMs = parts.expectedMs;
    this.#log = parts.log;
    meter.gauge('chain_block_seconds', { chain }, () => (this.#measuredMs ?? this.#expectedMs) / 1_000);
    meter.gauge('chain_assumption_holds', { chain, assumption: 'block_time' }, () => Number(this.#holds()));
  }

  /**
   * @param height - the latest block or slot
   * @param at - when it was seen, in milliseconds since the epoch
   */
  reached(height: number, at: number): void {
    const from = this.#from;
    if (from === undefined || height < from.height) {
      this.#from = { height, at };
      return;
    }
    if (at - from.at < WINDOW_MS) return;
    this.#from = { height, at };
    const heldBefore = this.#holds();
    // A chain that stands still makes one block at most.
    const measuredMs = (at - from.at) / Math.max(1, height - from.height);
    this.#measuredMs = measuredMs;
    if (heldBefore && !this.#holds()) this.#warn(measuredMs);
  }

  #holds(): boolean {
    return this.#measuredMs === null || isExpectedPace(this.#measuredMs, this.#expectedMs);
  }

  #warn(measuredMs: number): void {
    warnOfAssumption(this.#log, this.#chain, {
      name: 'block_time',
      expected: `a block every ${this.#expectedMs} ms`,
      found: `a block every ${Math.round(measuredMs)} ms`,
      holds: false,
    });
  }
}
