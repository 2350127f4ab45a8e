import { inspect } from 'node:util';
import { isNativeError } from 'node:util/types';
import { causeChain } from '@stablecoin/contracts';

/** Long enough for any error that means something, short enough for a table of them. */
const LENGTH_MAX = 1_000;

/** Formats an error and its causes as one line of at most 1,000 characters, for dead letters. */
export function causeOf(error: unknown): string {
  return causeChain(error).map(describe).join('; caused by ').slice(0, LENGTH_MAX);
}

function describe(error: unknown): string {
  return isNativeError(error) ? `${error.name}: ${error.message}` : `not an error: ${inspect(error, { depth: 1 })}`;
}
