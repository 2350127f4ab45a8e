import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Sink } from '../testing/sink';
import type { Resolve } from '@stablecoin/security';
import { guardedLookup } from '@stablecoin/security';
import { WebhookSender } from './webhook-sender';
import type { WebhookSenderOptions } from './webhook-sender';

let never: AbortSignal;
const body = '{"id":"evt_1"}';

let sink: Sink;
const senders: WebhookSender[] = [];

beforeEach(async () => {
  never = new AbortController().signal;
  sink = await Sink.open();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await sink.close();
});

function open(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const sender = new WebhookSender({ timeoutMs: 60_000, now: () => Date.now(), ...options });
  senders.push(sender);
  return sender;
}

/** A resolver that answers each question with the next list, and counts the questions. */
function resolver(...answers: readonly (readonly string[])[]): Resolve & { asked: number } {
  const resolve = (_hostname: string, callback: Parameters<Resolve>[1]): void => {
    const addresses = answers[Math.min(resolve.asked, answers.length - 1)] ?? [];
    resolve.asked++;
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  resolve.asked = 0;
  return resolve;
}

function lookUp(resolve: Resolve, allow: 'none' | 'loopback' = 'none', all = true): Promise<unknown> {
  return new Promise((done, fail) => {
    guardedLookup(allow, resolve)('example.com', { all }, (error, address) =>
      error === null ? done(address) : fail(error),
    );
  });
}

describe('Webhook retries: refused at connect time', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('a name that resolves to %s', async (address) => {
    await expect(lookUp(resolver([address]))).rejects.toThrow(/^the name leads to no public address$/);
  });

  it('a name with a private address among public ones', async () => {
    await expect(lookUp(resolver(['8.8.8.8', '10.0.0.1']))).rejects.toThrow('no public address');
  });

  it('a name without an address', async () => {
    await expect(lookUp(resolver([]))).rejects.toThrow('no public address');
  });

  it('a name that resolves to a public address first and to a private one later: each connection is judged', async () => {
    const rebinding = resolver(['8.8.8.8'], ['10.0.0.1']);
    await expect(lookUp(rebinding)).resolves.toEqual([{ address: '8.8.8.8', family: 4 }]);
    await expect(lookUp(rebinding)).rejects.toThrow('no public address');
  });

  it('what is connected to is what was judged', async () => {
    await expect(lookUp(resolver(['8.8.8.8', '1.1.1.1']), 'none', false)).resolves.toBe('8.8.8.8');
  });

  const LOOPBACK = 'the destination is a loopback address';
  it.each([
    ['a name', (port: number) => `http://hooks.example:${port}/`, 'the name leads to no public address'],
    ['a literal address', (port: number) => `http://127.0.0.1:${port}/`, LOOPBACK],
    ['a decimal one', (port: number) => `http://2130706433:${port}/`, LOOPBACK],
    ['an IPv4-mapped one', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`, LOOPBACK],
  ])('%s that leads to loopback, while only public addresses are allowed', async (_form, url, error) => {
    const { port } = new URL(sink.url());
    const sender = open({ resolve: resolver(['127.0.0.1']) });
    const result = await sender.send({ url: url(Number(port)), headers: {}, body, allow: 'none' }, never);
    expect(result).toMatchObject({ statusCode: null, error });
    expect(sink.calls).toEqual([]);
  });

  it('the sandbox default allows loopback, by name too, asked once for each connection', async () => {
    const resolve = resolver(['127.0.0.1'], ['10.0.0.1']);
    const { port } = new URL(sink.url());
    const call = { url: `http://hooks.example:${port}/`, headers: {}, body, allow: 'loopback' } as const;
    const sender = open({ resolve });
    expect(await sender.send(call, never)).toMatchObject({ statusCode: 204, error: null });
    expect(resolve.asked).toBe(1);
    // A new connection asks anew, and finds the name elsewhere.
    expect(await open({ resolve }).send(call, never)).toMatchObject({ error: 'the name leads to no public address' });
    expect(sink.calls).toHaveLength(1);
  });

  it('a connection of a laxer mode is not used for a stricter one', async () => {
    const sender = open();
    const call = { url: sink.url(), headers: {}, body };
    expect(await sender.send({ ...call, allow: 'loopback' }, never)).toMatchObject({ statusCode: 204 });
    expect(await sender.send({ ...call, allow: 'none' }, never)).toMatchObject({ statusCode: null });
  });
});

describe('a webhook call', () => {
  const send = (url: string, options: Partial<WebhookSenderOptions> = {}, signal = never) =>
    open(options).send({ url, headers: { 'webhook-id': 'evt_1' }, body, allow: 'loopback' }, signal);

  it('posts the bytes with their headers', async () => {
    await send(sink.url('/hooks?a=1'));
    expect(sink.calls).toMatchObject([{ path: '/hooks?a=1', body }]);
    expect(sink.calls[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': `${body.length}`,
      'webhook-id': 'evt_1',
    });
    expect(sink.calls[0]!.headers['user-agent']).toMatch(/^stablecoin-payments/);
  });

  it('reads no more of an answer than it has to', async () => {
    sink.answer = () => ({ status: 200, body: 'x'.repeat(5_000_000) });
    expect(await send(sink.url())).toMatchObject({ statusCode: 200, error: null });
  });

  it('shows an answer of any bytes as text', async () => {
    sink.answer = () => ({ status: 200, body: '\u0000\ufffe\n' });
    const call = { url: sink.url(), headers: {}, body, allow: 'loopback' } as const;
    expect(await open().send(call, never)).toMatchObject({ statusCode: 200, response: { body: '\u0000\ufffe\n' } });
  });

  it('counts an encoded answer by its status, and does not decode it', async () => {
    // Not Brotli: decoding would fail.
    sink.answer = () => ({ status: 200, headers: { 'content-encoding': 'br' }, body: 'as it came' });
    const call = { url: sink.url(), headers: {}, body, allow: 'loopback' } as const;
    expect(await open().send(call, never)).toMatchObject({ statusCode: 200, response: { body: 'as it came' } });
  });

  it('says what Retry-After asks for', async () => {
    sink.answer = () => ({ status: 429, headers: { 'retry-after': '7' } });
    expect(await send(sink.url())).toMatchObject({ statusCode: 429, retryAfterMs: 7_000 });
  });

  it('ends when no answer comes in time', async () => {
    sink.answer = () => new Promise(() => undefined);
    expect(await send(sink.url(), { timeoutMs: 20 })).toMatchObject({
      statusCode: null,
      error: 'no answer within 20 ms',
    });
  });

  it('ends when the service stops, without a result: it is made again after the restart', async () => {
    sink.answer = () => new Promise(() => undefined);
    const stopping = new AbortController();
    const sending = send(sink.url(), {}, stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(sending).rejects.toThrow('stopping');
  });

  it.each([
    ['what is not HTTP', 'hello\r\n\r\n'],
    ['a connection that is closed', ''],
    ['headers that are too long', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`],
    ['headers without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nabc'],
    ['answers before the answer only', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
    ['a status that is no number', 'HTTP/1.1 OK OK\r\n\r\n'],
  ])('is a failure with %s', async (_what, answer) => {
    const server: Server = createServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end(answer),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ statusCode: null, error: expect.any(String) as string });
    await new Promise((resolve) => server.close(resolve));
  });

  describe('a receiver that sends 100 Continue first', () => {
    const asked: string[] = [];
    let continuing: Server;
    let sent = '';

    beforeEach(async () => {
      asked.length = 0;
      sent = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n';
      continuing = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => {
          asked.push(chunk.toString('latin1'));
          socket.write(sent);
        });
      });
      await new Promise<void>((resolve) => continuing.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => new Promise((resolve) => continuing.close(resolve)));

    const url = (): string => `http://hooks.example:${(continuing.address() as AddressInfo).port}/hooks?a=1`;

    it('has the event, twice only the first time', async () => {
      const sender = open({ resolve: resolver(['127.0.0.1']) });
      const call = { url: url(), headers: { 'webhook-id': 'evt_1' }, body, allow: 'loopback' } as const;
      expect(await sender.send(call, never)).toMatchObject({ statusCode: 204, error: null });
      expect(asked).toHaveLength(2);
      expect(await sender.send(call, never)).toMatchObject({ statusCode: 204, error: null });
      expect(asked).toHaveLength(3);
      expect(asked[2]).toMatch(/^POST \/hooks\?a=1 HTTP\/1\.1\r\n/);
      expect(asked[2]).toContain(`host: hooks.example:${(continuing.address() as AddressInfo).port}\r\n`);
      expect(asked[2]!.endsWith(`\r\n\r\n${body}`)).toBe(true);
    });

    it('is judged by its address each time', async () => {
      const sender = open({ resolve: resolver(['127.0.0.1'], ['127.0.0.1'], ['10.0.0.1']) });
      const call = { url: url(), headers: {}, body, allow: 'loopback' } as const;
      expect(await sender.send(call, never)).toMatchObject({ statusCode: 204 });
      expect(await sender.send(call, never)).toMatchObject({ error: 'the name leads to no public address' });
      expect(await sender.send({ ...call, allow: 'none' }, never)).toMatchObject({ statusCode: null });
      expect(asked).toHaveLength(2);
    });

    it('fails where no answer follows, and where none comes in time', async () => {
      const sender = open({ resolve: resolver(['127.0.0.1']), timeoutMs: 50 });
      const call = { url: url(), headers: {}, body, allow: 'loopback' } as const;
      sent = 'HTTP/1.1 100 Continue\r\n\r\n';
      expect(await sender.send(call, never)).toMatchObject({ statusCode: null, error: 'no answer within 50 ms' });
    });
  });

  it('goes to a port that browsers and fetch block', async () => {
    const blocked = createServer((socket) => void socket.once('data', () => socket.end('HTTP/1.1 204 \r\n\r\n')));
    const port = await listenOnAny(blocked, [10_080, 6_679, 6_697, 6_666, 4_190]);
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 204, error: null });
    await new Promise((resolve) => blocked.close(resolve));
  });

  it('fails for a host name that does not exist', async () => {
    const unknown: Resolve = (_hostname, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    expect(await send('http://nowhere.example/', { resolve: unknown })).toMatchObject({
      error: 'the name leads to no public address',
    });
  });

  it('keeps connections to a bounded number of origins', async () => {
    const others = await Promise.all([Sink.open(), Sink.open()]);
    const sender = open({ poolsMax: 1 });
    for (const { url } of [sink, ...others, sink].map((each) => ({ url: each.url() }))) {
      expect(await sender.send({ url, headers: {}, body, allow: 'loopback' }, never)).toMatchObject({
        statusCode: 204,
      });
    }
    await Promise.all(others.map((other) => other.close()));
  });
});

/** Listens on the first of the ports that is free, and returns it. */
async function listenOnAny(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) return port;
  }
  throw new Error(`none of the ports ${ports.join(', ')} is free`);
}
