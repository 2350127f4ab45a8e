import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { answerAfterTheBody } from './unread-body';

const LIMIT = 64 * 1_024;

let server: FastifyInstance;
let port: number;
beforeEach(async () => {
  server = fastify({ bodyLimit: LIMIT });
  answerAfterTheBody(server);
  server.post('/', () => ({}));
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => server.close());

function begin(bytes: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // Whoever writes is told too.
  socket.on('error', () => undefined);
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;
  socket.write(head);
  return socket;
}

/** Sends all of a body before it reads what came back, as a proxy may; a server that closes at the head of a request has done so. */
async function answerTo(bytes: number): Promise<string> {
  const asked = once(server.server, 'request');
  const socket = begin(bytes);
  await asked;
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (let left = bytes; left > 0; left -= LIMIT) {
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(Math.min(left, LIMIT), ' '), (error) => (error ? reject(error) : resolve()));
    });
  }
  return text(socket);
}

it('a client that sends all of a body that is too large gets its answer', async () => {
  expect(await answerTo(1_024 * 1_024)).toMatch(/^HTTP\/1\.1 413 /);
});

it('one that sends on and on is cut off', async () => {
  await expect(answerTo(256 * 1_024 * 1_024)).rejects.toThrow(/EPIPE|ECONNRESET/);
});

it('one that stops sending is answered all the same', async () => {
  expect(await text(begin(1_024 * 1_024))).toMatch(/^HTTP\/1\.1 413 /);
});
