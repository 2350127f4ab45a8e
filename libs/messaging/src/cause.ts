import { inspect } from 'node:util';
import { isNativeError } from 'node:util/types';
import { causeChain } from '@stablecoin/errors';

/** Long enough for any error that means something, short enough for a table of them. */
const LENGTH_MAX = 1_000;

/** An error's name and message, and those of what caused it, on one line: what a dead letter tells. */
export function causeOf(error: unknown): string {
  return causeChain(error).map(describe).join('; caused by ').slice(0, LENGTH_MAX);
}

function describe(error: unknown): string {
  return isNativeError(error) ? `${error.name}: ${error.message}` : `not an error: ${inspect(error, { depth: 1 })}`;
}
