import type { NotLeaderError } from '@eventstore/db-client';
import { ServiceError } from '@stablecoin/contracts';
import { StreamDeletedError, WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import type { EventStoreDbNode } from './settings';

/** No answer in time. The call may have been carried out, and the connection may be broken. */
export class NoAnswerError extends ServiceError {
  readonly code = 'event_store_no_answer';
  readonly retry = 'bounded';
}

/** The node is no longer the leader and has not noticed yet. */
export class BehindError extends ServiceError {
  readonly code = 'event_store_node_behind';
  readonly retry = 'bounded';
}

/** The node cannot take appends now: it starts, is too busy, or knows of no leader. */
export class NotReadyError extends ServiceError {
  readonly code = 'event_store_not_ready';
  readonly retry = 'bounded';
}

/** The node has given up an append that it took. It may be committed later. */
export class NotCommittedError extends ServiceError {
  readonly code = 'event_store_not_committed';
  readonly retry = 'bounded';
}

/** The error type of the vendor's client; undefined for other errors. */
export function failureType(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('type' in error)) return undefined;
  return typeof error.type === 'string' ? error.type : undefined;
}

/** Whether a retry would fail in the same way. */
export function isFinalFailure(error: unknown): boolean {
  if (error instanceof NoAnswerError) return false;
  if (error instanceof TypeError || error instanceof RangeError) return true;
  if (error instanceof WrongExpectedRevisionError || error instanceof StreamDeletedError) return true;
  if (isMalformed(error)) return true;
  const type = failureType(error);
  return type !== undefined && FINAL.has(type);
}

/** Whether the server refuses the form of a request, such as its size. That is a fault of this program, and no outage. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INVALID_ARGUMENT;
}

const FINAL: ReadonlySet<string> = new Set([
  'invalid-argument',
  'maximum-append-size-exceeded',
  'stream-deleted',
  'stream-not-found',
  'wrong-expected-version',
]);

/** Whether the server refuses the user. An operator has to fix the credentials or permissions. */
export function isRefusal(error: unknown): boolean {
  return failureType(error) === 'access-denied';
}

/** Whether the call timed out, so that the connection may be dead. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof NoAnswerError || failureType(error) === 'deadline-exceeded';
}

/** Whether the node is down, behind, not ready, or closed the connection. Another connection may work. */
export function isDisconnect(error: unknown): boolean {
  const type = failureType(error);
  return (
    error instanceof BehindError ||
    error instanceof NotReadyError ||
    type === 'unavailable' ||
    type === 'cancelled' ||
    (type === undefined && isGrpcError(error, UNAVAILABLE))
  );
}

/** Whether the node does not list its cluster: it lacks the call, or refuses it to this user. */
export function isWithheld(error: unknown): boolean {
  return [UNIMPLEMENTED, PERMISSION_DENIED, UNAUTHENTICATED].some((code) => isGrpcError(error, code));
}

/** The leader, as named by the error of a node that is not the leader. */
export function leaderNamedBy(error: unknown): EventStoreDbNode | undefined {
  return failureType(error) === 'not-leader' ? (error as NotLeaderError).leader : undefined;
}

const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
/** Path of the vendor's client in a stack trace. */
const VENDOR = /[\\/]@eventstore[\\/]db-client[\\/]/;
const SAID_BY_VENDOR = /^(Channel has been shut down|Failed to discover after \d+ attempts\.)$/;

/**
 * Whether an unhandled rejection is one that the vendor's client causes when a connection breaks: a call on a closed
 * connection, a leader that was not found, or a failed call. The call itself still ends by its deadline.
 */
export function isStray(error: unknown): error is Error {
  if (!(error instanceof Error) || !VENDOR.test(error.stack ?? '')) return false;
  return SAID_BY_VENDOR.test(error.message) || failureType(error) !== undefined || isGrpcError(error);
}

/** Whether it is a gRPC error that the vendor's client has not converted. */
function isGrpcError(error: unknown, code?: number): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('details' in error)) return false;
  return typeof error.code === 'number' && (code === undefined || error.code === code);
}

/**
 * Limits the time of a call. The vendor's own deadline does not cover every call, nor the search for the leader.
 *
 * @param ms - time limit in milliseconds
 * @throws {@link NoAnswerError} after the time limit
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
