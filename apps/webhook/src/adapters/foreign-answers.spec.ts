import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Random } from '@stablecoin/event-sourcing/testing';
import { WebhookSender } from './webhook-sender';

const CALLS = 10_000;
const AT_ONCE = 16;
const ORDINARY = 'HTTP/1.1 204 No Content\r\n\r\n';

let server: Server;
let sender: WebhookSender;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let asked = '';
    socket.on('data', (chunk) => {
      asked += chunk.toString('latin1');
      // Each call names the answer that it wants in its body, which is the last line.
      for (let end = asked.indexOf('}'); end >= 0; end = asked.indexOf('}')) {
        const answer = answers[Number(/"answer":(\d+)/.exec(asked.slice(0, end))?.[1])] ?? '';
        asked = asked.slice(end + 1);
        socket.write(answer, 'latin1');
        if (answer.includes('connection: close') || answer === '') socket.end();
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  sender = new WebhookSender({ timeoutMs: 60_000, now: () => 0 });
});
afterAll(async () => {
  await sender.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** What receivers answer that follow HTTP to the letter, and hardly any other rule. */
const answers: readonly string[] = [
  ORDINARY,
  'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\nok',
  'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 299 Whatever\r\nTransfer-Encoding: chunked\r\n\r\n3;ext="a"\r\nabc\r\n0\r\nx-trailer: 1\r\n\r\n',
  'HTTP/1.0 200 OK\r\nconnection: close\r\n\r\nuntil the end',
  `HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(8_000)}\r\ncontent-length: 0\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${'set-cookie: a=b\r\n'.repeat(100)}content-length: 0\r\n\r\n`,
  `HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${'x'.repeat(5_000)}`,
  'HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 1\r\n\r\nx',
  'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 429 Slow down\r\nretry-after: Fri, 31 Dec 9999 23:59:59 GMT\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 503 Later\r\nretry-after: -5\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 599 \xe9\xff\r\ncontent-length: 0\r\n\r\n',
  '',
];

it('10,000 unusual answers are results, and the ordinary ones between them succeed', async () => {
  const random = new Random(46);
  const port = (server.address() as AddressInfo).port;
  const never = new AbortController().signal;
  const headers = { 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/hook`;
  let made = 0;
  const results = new Map<number, Set<string>>();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (made < CALLS) {
        const answer = made++ % 10 === 0 ? 0 : random.below(answers.length);
        const { statusCode, error } = await sender.send(
          { url, headers, body: JSON.stringify({ answer }), allow: 'loopback' },
          never,
        );
        const seen = results.get(answer) ?? new Set();
        results.set(answer, seen.add(`${statusCode} ${error === null ? 'succeeded' : 'failed'}`));
      }
    }),
  );
  expect([...results].sort(([a], [b]) => a - b).map(([, seen]) => [...seen].join())).toEqual([
    '204 succeeded',
    '200 succeeded',
    '200 succeeded',
    '202 succeeded',
    '202 succeeded',
    '299 succeeded',
    '200 succeeded',
    '200 succeeded',
    '200 succeeded',
    '200 succeeded',
    '200 succeeded',
    '302 failed',
    '429 failed',
    '503 failed',
    '599 failed',
    'null failed',
  ]);
});
