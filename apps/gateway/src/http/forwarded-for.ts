import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';
/** `203.0.113.7:51234`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some load balancers write a client. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/;

/**
 * Takes the ports out of `X-Forwarded-For`: a client with another port is the same client, for allow-lists, the audit log and
 * limits.
 */
export function readForwardedFor(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers[HEADER];
    if (given !== undefined) headers[HEADER] = [given].flat().join(',').split(',').map(withoutPort).join(', ');
    done();
  });
}

function withoutPort(text: string): string {
  const client = text.trim();
  const [, bracketed, plain] = WITH_PORT.exec(client) ?? [];
  const address = bracketed ?? plain ?? '';
  return isIP(address) === 0 ? client : address;
}
