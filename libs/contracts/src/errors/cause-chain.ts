import { isNativeError } from 'node:util/types';
import { ServiceError } from './service-error';

/** Errors in a chain, at most: errors may name each other as their cause. */
const LENGTH_MAX = 5;

/**
 * Walks from an error to its root cause: the error itself, its `cause`, the cause of that, and so on.
 *
 * @returns at most five errors
 * @example causeChain(error).some((each) => each instanceof NotWrittenError)
 */
export function causeChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let each = error; chain.length < LENGTH_MAX; each = each.cause) {
    chain.push(each);
    if (!isNativeError(each) || each.cause === undefined) break;
  }
  return chain;
}

/** Formats an error and its causes as one line for the log, without stack traces. */
export function describeError(error: unknown): string {
  const [outermost = '', ...causes] = causeChain(error).map((each) =>
    isNativeError(each) ? `${each.name}: ${each.message}` : String(each),
  );
  const docs = error instanceof ServiceError && error.docs !== undefined ? `; see ${error.docs}` : '';
  return outermost + causes.map((cause) => ` (${cause}`).join('') + ')'.repeat(causes.length) + docs;
}
