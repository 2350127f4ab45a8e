import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from 'stablecoin-payments';
import { ATTEMPTS_MAX, Forwarder, type Attempt } from './forwarder.js';
import { newSecret } from './signature.js';

const EVENT = { id: 'evt_1', type: 'payment.settled', data: { id: 'pay_1' } } as WebhookEvent;

let server: Server;
let port: number;
let answers: number[];
let received: string[];
let encoding: string;
let retries: Attempt[];

async function listen(): Promise<void> {
  server = createServer((request, response) => {
    request.resume();
    received.push(String(request.headers['webhook-id']));
    const headers = { location: '/elsewhere', 'content-encoding': encoding };
    response.writeHead(answers.shift() ?? 200, headers).end(encoding === 'identity' ? '' : 'not br');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

async function close(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

beforeEach(async () => {
  [port, answers, received, retries, encoding] = [0, [], [], [], 'identity'];
  await listen();
});
afterEach(() => server.listening && close());

/** @param onSleep - in place of the time between attempts */
function forwarder(onSleep: () => Promise<void> = async () => undefined, signal = new AbortController().signal) {
  const url = `http://127.0.0.1:${port}/hook`;
  const onRetry = (_event: WebhookEvent, attempt: Attempt): void => void retries.push(attempt);
  return new Forwarder({ url, secret: newSecret(), signal, onRetry, sleep: onSleep });
}

describe('A receiver', () => {
  it.each([200, 204, 302, 400, 404, 410])('that answers %d has answered', async (status) => {
    answers = [status];
    expect(await forwarder().deliver(EVENT)).toMatchObject({ kind: 'answered', status });
    expect(received).toEqual(['evt_1']);
  });

  it('that answers with an encoded body has answered, and the body is not decoded', async () => {
    encoding = 'br';
    expect(await forwarder().deliver(EVENT)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('that answers 429 or 5xx is asked again, later each time', async () => {
    answers = [500, 429, 503, 200];
    expect(await forwarder().deliver(EVENT)).toMatchObject({ kind: 'answered', status: 200 });
    expect(retries).toEqual([
      { status: 500, reason: 'it answered 500', delayMs: 250 },
      { status: 429, reason: 'it answered 429', delayMs: 500 },
      { status: 503, reason: 'it answered 503', delayMs: 1_000 },
    ]);
  });

  it('that goes on answering 5xx is given up after some attempts', async () => {
    answers = Array.from({ length: ATTEMPTS_MAX }, () => 503);
    expect(await forwarder().deliver(EVENT)).toEqual({ kind: 'given_up', status: 503, attempts: ATTEMPTS_MAX });
    expect(received).toHaveLength(ATTEMPTS_MAX);
  });

  it('that is not there is waited for, for more attempts than one that refuses', async () => {
    await close();
    const outcome = await forwarder(async () => {
      if (retries.length === ATTEMPTS_MAX * 2) await listen();
    }).deliver(EVENT);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(retries[0]).toMatchObject({ status: null, reason: 'it cannot be reached (ECONNREFUSED)' });
    expect(Math.max(...retries.map(({ delayMs }) => delayMs))).toBe(10_000);
  });

  it('is not waited for any more when the user ends the command', async () => {
    await close();
    const ended = new AbortController();
    const sleep = async (): Promise<void> => ended.abort(new Error('ended'));
    await expect(forwarder(sleep, ended.signal).deliver(EVENT)).rejects.toThrow('ended');
  });
});
