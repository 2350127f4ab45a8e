import type { FastifyReply } from 'fastify';
import type { Written } from '../application/writes';

/**
 * Sends the written object. A replay is marked as such and has status 200 (API decisions, Replays).
 *
 * @param status - of the first answer
 */
export function answer<T>(reply: FastifyReply, { object, replayed }: Written<T>, status = 200): T {
  void reply.status(replayed ? 200 : status);
  if (replayed) void reply.header('svc-idempotent-replayed', 'true');
  return object;
}
