import { ApiError } from '@stablecoin/platform';
import type { FastifyReply } from 'fastify';
import type { Written } from '../application/writes';

/**
 * Answers with what was written. A replay says that it is one, and is answered 200 (API decisions, Replays).
 *
 * @param status - of the first answer
 */
export function answer<T>(reply: FastifyReply, { object, replayed }: Written<T>, status = 200): T {
  void reply.status(replayed ? 200 : status);
  if (replayed) void reply.header('svc-idempotent-replayed', 'true');
  return object;
}

/**
 * The object that was asked for.
 *
 * @param what - what it is, for the error: `payment`
 * @throws ApiError `not_found` when it is null: there is none, or it belongs to another account or the other mode
 */
export function found<T>(object: T | null | undefined, what: string, param?: string): T {
  if (object !== null && object !== undefined) return object;
  throw new ApiError('not_found', `There is no such ${what}.`, param === undefined ? {} : { param });
}
