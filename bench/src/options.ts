import { parseArgs } from 'node:util';

/** Chains on which payments are measured by `--chain`, each on this machine. */
export const BENCH_CHAINS = ['evm', 'solana'] as const;
export type BenchChain = (typeof BENCH_CHAINS)[number];

export interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  /** Names of measurements; all of them when it is empty. */
  readonly only: readonly string[];
  /** Payments in the largest store that is made; undefined for all that the mode has. */
  readonly largest: number | undefined;
  /** Measures payments on this chain instead of everything else. */
  readonly chain: BenchChain | undefined;
  /** A document whose report is replaced by this one. */
  readonly write: string | undefined;
}

/** The store that larger ones are compared with is always made. */
export const SMALLEST_STORE = 1_000;

/**
 * Reads the arguments of `npm run bench`.
 *
 * @param names - of the measurements that there are
 * @throws Error saying what is wrong
 */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      largest: { type: 'string' },
      chain: { type: 'string' },
      write: { type: 'string' },
    },
  });
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no measurement "${unknown}": it is one of ${names.join(', ')}`);
  const largest = values.largest === undefined ? undefined : Number(values.largest);
  if (largest !== undefined && !(largest >= SMALLEST_STORE)) {
    throw new Error(`--largest takes a number of payments from ${SMALLEST_STORE}, not "${values.largest}"`);
  }
  const chain = BENCH_CHAINS.find((each) => each === values.chain);
  if (chain !== values.chain) throw new Error(`--chain takes ${BENCH_CHAINS.join(' or ')}, not "${values.chain}"`);
  if (chain !== undefined && only.length > 0) throw new Error('--chain measures by itself, without --only');
  const { quick = false, json = false, write } = values;
  return { quick, json, only, largest, chain, write };
}
