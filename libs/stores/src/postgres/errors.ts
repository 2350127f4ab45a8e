import { isNativeError } from 'node:util/types';
import { ServiceError } from '@stablecoin/contracts';

/** The database cannot be reached, or cannot answer now. Transient: the same query succeeds later. */
export class DatabaseUnavailableError extends ServiceError {
  readonly code = 'database_unavailable';
  readonly retry = 'always';

  constructor(cause: Error) {
    super('the database does not answer', { cause });
  }
}

/** The database cannot hold every text: a payment with a memo that it lacks the characters of would stop all others. */
export class DatabaseEncodingError extends ServiceError {
  readonly code = 'database_encoding';
  readonly retry = 'never';
  override readonly docs = 'docs/deployment.md#a-pair-on-postgresql';

  constructor(encoding: string) {
    super(`the database has the encoding ${encoding}, and has to have UTF8: create it with "encoding 'UTF8'"`);
  }
}

/**
 * Classes of SQLSTATE that tell of the server's condition and not of the statement: connection lost, out of resources,
 * rolled back in favour of another transaction, stopped by an operator or by a time limit.
 */
const TRANSIENT_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '57', '58']);
const TRANSIENT_STATES: ReadonlySet<string> = new Set([
  /** A primary that has become a replica. */
  '25006',
  /** The transaction has waited for too long between two statements. */
  '25P03',
  /** A lock was not to be had in time. */
  '55P03',
]);
/** `create … if not exists` of two sessions at once: one fails on what the other has made. */
const MADE_BY_ANOTHER: ReadonlySet<string> = new Set(['23505', '42P06']);
/** "cached plan must not change result type": the table was recreated with other columns. */
const OUTDATED_PLAN = '0A000';

/** Fields of a driver error. */
export interface PostgresFailure {
  readonly error: unknown;
  /** The connection cannot be used for anything else. */
  readonly connectionLost: boolean;
}

/** Tells failures of the database from those of a statement. */
export function failureOf(error: unknown): PostgresFailure {
  if (!isNativeError(error) || [TypeError, RangeError, ServiceError].some((each) => error instanceof each)) {
    return { error, connectionLost: false };
  }
  const state = stateOf(error);
  // The driver's own errors have no state: a connection that broke, or was not to be had in time.
  if (state === undefined) return { error: new DatabaseUnavailableError(error), connectionLost: true };
  const connectionLost = state === OUTDATED_PLAN || /^(08|57P|25P03)/.test(state);
  const transient = connectionLost || TRANSIENT_CLASSES.has(state.slice(0, 2)) || TRANSIENT_STATES.has(state);
  return { error: transient ? new DatabaseUnavailableError(error) : error, connectionLost };
}

/** Whether `create … if not exists` has failed because another session was making the same. */
export function isMadeByAnother(error: unknown): boolean {
  return isNativeError(error) && MADE_BY_ANOTHER.has(stateOf(error) ?? '');
}

/** Five characters from the server. Node's own errors have longer codes, such as `ECONNREFUSED`. */
function stateOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
