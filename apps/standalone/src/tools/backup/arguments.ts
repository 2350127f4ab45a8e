import { parseArgs } from 'node:util';
import { readConfirmed, type Confirmed } from './grants';

/** A command of `npm run restore`, or the folder of a backup, and what it was given. */
export interface Asked {
  readonly command: string;
  /** For `accept`: when the service had ended, in milliseconds since the epoch. */
  readonly ended: number;
  /** For `accept`: the store was moved while the service was stopped. */
  readonly isNothingLost: boolean;
  /** For `accept`: transactions that a person sent from an account of the service, by hash or nonce. */
  readonly sentByHand: readonly string[];
  /** For `accept`. */
  readonly confirmed: Confirmed;
  /** For `review`: a log of the old service. */
  readonly log: string | undefined;
  readonly ids: readonly string[] | 'all';
}

const OPTIONS = {
  ended: { type: 'string' },
  grants: { type: 'string' },
  log: { type: 'string' },
  'nothing-lost': { type: 'boolean' },
  'sent-by-hand': { type: 'string' },
} as const;
/** Options of commands. */
const OWN: Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>> = {
  accept: ['ended', 'grants', 'nothing-lost', 'sent-by-hand'],
  review: ['log'],
};
const TAKE_IDS = ['book', 'cancel', 'confirm', 'resume'];

/** @returns undefined for a wrong use */
export function readArguments(args: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command, ...named] = positionals;
    if (command === undefined || TAKE_IDS.includes(command) !== named.length > 0) return undefined;
    const own = OWN[command] ?? [];
    if (Object.keys(values).some((name) => !own.some((each) => each === name))) return undefined;
    const ended = Date.parse(values.ended ?? '');
    const confirmed = readConfirmed(values.grants ?? '');
    const isNothingLost = values['nothing-lost'] === true;
    const byHand = values['sent-by-hand'];
    const isWhole = !Number.isNaN(ended) && confirmed !== undefined && byHand === undefined;
    const isAlone = values.ended === undefined && values.grants === undefined;
    if (command === 'accept' && !(isNothingLost ? isAlone : isWhole)) return undefined;
    const ids = named.length === 1 && named[0] === 'all' ? 'all' : named;
    const sentByHand = byHand?.split(',') ?? [];
    return { command, ended, isNothingLost, sentByHand, confirmed: confirmed ?? { kind: 'all' }, log: values.log, ids };
  } catch {
    return undefined;
  }
}
