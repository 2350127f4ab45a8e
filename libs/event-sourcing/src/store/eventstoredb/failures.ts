import type { NotLeaderError } from '@eventstore/db-client';
import { ServiceError } from '@stablecoin/errors';
import type { EventStoreDbNode } from './settings';

/** No answer came in time: whether it was carried out is unknown, and so is whether the connection is any good. */
export class NoAnswerError extends ServiceError {
  readonly code = 'event_store_no_answer';
  readonly retry = 'bounded';
}

/** The node leads no longer, and has not noticed yet. */
export class BehindError extends ServiceError {
  readonly code = 'event_store_node_behind';
  readonly retry = 'bounded';
}

/** What the vendor's client calls a failure; undefined for one that it has no name for. */
export function failureType(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('type' in error)) return undefined;
  return typeof error.type === 'string' ? error.type : undefined;
}

/** Whether another attempt can only end as this one did. */
export function isFinal(error: unknown): boolean {
  if (error instanceof NoAnswerError) return false;
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const type = failureType(error);
  return type !== undefined && FINAL.has(type);
}

const FINAL: ReadonlySet<string> = new Set([
  'invalid-argument',
  'maximum-append-size-exceeded',
  'stream-deleted',
  'stream-not-found',
  'wrong-expected-version',
]);

/** The server does not let this user in. That is for an operator to mend, and nothing is wrong with what was asked. */
export function isRefusal(error: unknown): boolean {
  return failureType(error) === 'access-denied';
}

/** Whether the connection may be one that will never answer any more. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof NoAnswerError || failureType(error) === 'deadline-exceeded';
}

/** Whether the node is gone, is behind, is not ready, or has ended the connection: another connection may do better. */
export function isDisconnect(error: unknown): boolean {
  const type = failureType(error);
  return (
    error instanceof BehindError ||
    type === 'unavailable' ||
    type === 'cancelled' ||
    (type === undefined && isGrpcError(error, UNAVAILABLE))
  );
}

/** The node does not say who is in its cluster: it knows no such call, or does not let this user make it. */
export function isWithheld(error: unknown): boolean {
  return [UNIMPLEMENTED, PERMISSION_DENIED, UNAUTHENTICATED].some((code) => isGrpcError(error, code));
}

/** The node that leads, as a node says that does not. */
export function leaderNamedBy(error: unknown): EventStoreDbNode | undefined {
  return failureType(error) === 'not-leader' ? (error as NotLeaderError).leader : undefined;
}

const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
/** Where the vendor's client stands: what it throws by itself comes from there. */
const VENDOR = /[\\/]@eventstore[\\/]db-client[\\/]/;
const SAID_BY_VENDOR = /^(Channel has been shut down|Failed to discover after \d+ attempts\.)$/;

/**
 * Whether a rejection that nobody handled is one that the vendor's client leaves behind when a connection breaks: a call
 * on a closed connection, a leader that was not found, or the failure of a call. The call itself has a deadline.
 */
export function isStray(error: unknown): error is Error {
  if (!(error instanceof Error) || !VENDOR.test(error.stack ?? '')) return false;
  return SAID_BY_VENDOR.test(error.message) || failureType(error) !== undefined || isGrpcError(error);
}

/** A failure as gRPC tells it, before the vendor's client gives it a name. */
function isGrpcError(error: unknown, code?: number): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('details' in error)) return false;
  return typeof error.code === 'number' && (code === undefined || error.code === code);
}

/**
 * Settles as the work does, or rejects with {@link NoAnswerError} after the time. The client's own deadline does not
 * hold for every call, and for none while it looks for the leader.
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
