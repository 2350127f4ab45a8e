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
