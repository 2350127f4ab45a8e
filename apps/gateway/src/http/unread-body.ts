import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Whoever sends more is cut off. */
const BYTES_MAX = 4 * 1_024 * 1_024;
const WAIT_MS = 1_000;

/**
 * Has an answer that closes the connection wait until the client has sent its request. To close on a client that is
 * still sending breaks the connection, and takes the answer along: clients behind a proxy would see a failure of ours
 * in the place of what was wrong with their request.
 */
export function answerAfterTheBody(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') === 'close') await readUnread(request.raw);
  });
}

async function readUnread(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const limit = AbortSignal.timeout(WAIT_MS);
  await new Promise<void>((resolve) => {
    limit.addEventListener('abort', () => resolve());
    request.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > BYTES_MAX) resolve();
    });
    for (const over of ['end', 'close', 'error']) request.once(over, () => resolve());
  });
}
