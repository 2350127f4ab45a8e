import type { Load } from './load/load';
import { SMALLEST_STORE } from './options';
import type { Cleanup } from './processes/cleanup';
import type { Progress } from './progress';
import type { Section } from './report/section';
import type { StoreShelf } from './stores/store-shelf';

/** How much is measured: `--quick` is for a look in under two minutes, not for numbers to quote. */
export interface Scale {
  readonly quick: boolean;
  /** How often the servers take their turns. */
  readonly rounds: number;
  readonly sliceSeconds: number;
  /** Load before anything counts, for the compilers of the processes to do their work; the time bounds it. */
  readonly warmUp: { readonly requests: number; readonly secondsMax: number };
  /** Payments in the stores whose cost is compared, ascending. */
  readonly storeSizes: readonly number[];
  /** Payments in the store that is read from and rebuilt: one of those. */
  readonly storeSize: number;
  /** Deliveries that pile up before they may leave. */
  readonly webhooks: number;
}

/** The same with no store larger than that. */
export function upTo(scale: Scale, payments: number): Scale {
  const storeSizes = scale.storeSizes.filter((size) => size <= payments);
  return { ...scale, storeSizes, storeSize: Math.min(scale.storeSize, storeSizes.at(-1) ?? scale.storeSize) };
}

export const FULL: Scale = {
  quick: false,
  rounds: 5,
  sliceSeconds: 1.5,
  warmUp: { requests: 20_000, secondsMax: 15 },
  storeSizes: [SMALLEST_STORE, 10_000, 100_000, 1_000_000],
  storeSize: 100_000,
  webhooks: 20_000,
};
export const QUICK: Scale = {
  quick: true,
  rounds: 2,
  sliceSeconds: 0.5,
  warmUp: { requests: 5_000, secondsMax: 4 },
  storeSizes: [SMALLEST_STORE, 10_000],
  storeSize: 10_000,
  webhooks: 2_000,
};

/** What a measurement works with. */
export interface Bench {
  readonly scale: Scale;
  readonly load: Load;
  readonly progress: Progress;
  readonly shelf: StoreShelf;
  /** Undone when the measurement has ended. */
  readonly cleanup: Cleanup;
}

/**
 * What the script has prepared for a measurement.
 *
 * @param option - that the script prepares it for
 * @throws Error when it was run without it
 */
export function givenBy(variable: string, option: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`run it with ${option}`);
  return value;
}

export interface Measurement {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** What chooses it, where that is not `--only` and its name. It is not measured without its option. */
  readonly option?: string;
  run(bench: Bench): Promise<Section>;
}
