import { parseArgs } from 'node:util';
import type { ServiceName } from '@stablecoin/contracts';
import { readTogether } from '../../infra/local/stack/options';

export interface Options {
  /** Names of faults; all of them when it is empty. */
  readonly only: readonly string[];
  readonly seed: number;
  readonly paymentsPerSecond: number;
  /** Services that share a process. */
  readonly together: readonly ServiceName[];
  /** A document whose table is replaced by this one. */
  readonly write: string | undefined;
  /** Shows the faults, and does nothing. */
  readonly list: boolean;
}

const RATE_MAX = 2_000;

/**
 * Reads the arguments of `npm run faults`.
 *
 * @param names - of the faults that there are
 * @throws Error saying what is wrong
 */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '200' },
      together: { type: 'string', default: '' },
      write: { type: 'string' },
      list: { type: 'boolean' },
    },
  });
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no fault "${unknown}": it is one of ${names.join(', ')}`);
  return {
    only,
    seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    paymentsPerSecond: wholeNumber('--rate', values.rate, 1, RATE_MAX),
    together: readTogether(values.together),
    write: values.write,
    list: values.list ?? false,
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max)) throw new Error(`${name} takes a whole number from ${min} on, not "${text}"`);
  return number;
}
