import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Maximum bytes to read and discard; above it the connection is closed. */
const BYTES_MAX = 32 * 1_024 * 1_024;
const WAIT_MS = 5_000;

/**
 * Delays an answer that closes the connection until the client has sent its request. Closing earlier breaks the
 * connection and loses the answer: clients behind a proxy would see a failure of the service instead of their error.
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
