import { parseArgs } from 'node:util';
import type { ServiceName } from '@stablecoin/contracts';
import { readTogether } from '../../infra/local/stack/options';
import type { Fault } from './fault';

export interface Options {
  /** What is hurt. */
  readonly on: Fault['on'];
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

/** What two cores carry with everything on them. */
const RATE = { stack: 100, pair: 300, eventstoredb: 150 } as const;
const RATE_MAX = 2_000;

/**
 * Reads the arguments of `npm run faults`.
 *
 * @param faults - that there are
 * @throws Error saying what is wrong
 */
export function readOptions(args: readonly string[], faults: readonly Fault[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      pair: { type: 'boolean', default: false },
      eventstoredb: { type: 'boolean', default: false },
      rate: { type: 'string' },
      together: { type: 'string', default: '' },
      write: { type: 'string' },
      list: { type: 'boolean' },
    },
  });
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  if (values.pair && values.eventstoredb) throw new Error('--pair and --eventstoredb are two systems: name one');
  const on = values.pair ? 'pair' : values.eventstoredb ? 'eventstoredb' : 'stack';
  const names = faults.filter((fault) => fault.on === on).map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no fault "${unknown}": it is one of ${names.join(', ')}`);
  const together = readTogether(values.together);
  if (on !== 'stack' && together.length > 0)
    throw new Error('--together is for the stack: elsewhere all share a process');
  return {
    on,
    only,
    seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    paymentsPerSecond: wholeNumber('--rate', values.rate ?? String(RATE[on]), 1, RATE_MAX),
    together,
    write: values.write,
    list: values.list ?? false,
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max)) throw new Error(`${name} takes a whole number from ${min} on, not "${text}"`);
  return number;
}
