import { brotliCompressSync } from 'node:zlib';
import { VendorServer } from '../testing/vendor-server';
import { VendorCalls } from './vendor-calls';

const BROTLI = brotliCompressSync('{"ok":true}');

let server: VendorServer;
let now: number;

beforeEach(async () => {
  server = await VendorServer.start();
  now = 1_700_000_000_000;
});
afterEach(() => server.stop());

const open = (perSecond?: number, retryPausesMs: readonly number[] = []) =>
  new VendorCalls({
    ...{ name: 'VENDOR_URL', now: () => now, retryPausesMs },
    ...(perSecond === undefined ? {} : { perSecond }),
  });
const call = (calls: VendorCalls, signal = new AbortController().signal) =>
  calls.call({ method: 'GET', url: `${server.url}/a?key=hidden`, headers: { token: 'secret-key' } }, signal);

describe('calls of a vendor', () => {
  it('answer what the server says, also when it refuses or is no JSON', async () => {
    const calls = open();
    server.says({ ok: true });
    expect(await call(calls)).toEqual({ status: 200, json: { ok: true } });
    server.says({ error: 'no' }, 403);
    expect(await call(calls)).toEqual({ status: 403, json: { error: 'no' } });
    server.answer = (response) => void response.end('<html>');
    expect(await call(calls)).toEqual({ status: 200, json: undefined });
    server.answer = (response) => void response.writeHead(302, { location: `${server.url}/b` }).end();
    expect((await call(calls)).status).toBe(302);
    expect(server.asked.map(({ path }) => path)).not.toContain('/b');
  });

  it.each([
    ['a fault of its own', () => server.says({}, 503), 'VENDOR_URL answered 503'],
    ['too much', () => server.says('x'.repeat(70_000)), 'VENDOR_URL: its answer has more than 64000 bytes'],
    [
      'a Brotli body, which is not decoded',
      () => (server.answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(BROTLI)),
      'VENDOR_URL: its answer has the content-encoding "br"',
    ],
    ['a connection that ends', () => (server.answer = (response) => void response.destroy()), 'closed'],
  ])('%s is an error that shows neither key nor query', async (_what, set, reason) => {
    set();
    const error: unknown = await call(open()).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toMatch(/hidden|secret-key/);
  });

  it('are made again when they fail, with what came of the last one', async () => {
    server.answer = (response) => {
      if (server.asked.length < 3) response.destroy();
      else response.end('{"ok":true}');
    };
    expect(await call(open(undefined, [1, 1]))).toEqual({ status: 200, json: { ok: true } });
    expect(server.asked).toHaveLength(3);
    server.says({}, 503);
    await expect(call(open(undefined, [1]))).rejects.toThrow('VENDOR_URL answered 503');
    expect(server.asked).toHaveLength(5);
  });

  it('are not made again once the signal has ended them', async () => {
    const ended = new AbortController();
    server.answer = () => ended.abort();
    await expect(call(open(undefined, [1, 1]), ended.signal)).rejects.toThrow();
    expect(server.asked).toHaveLength(1);
  });

  it('ends with its signal', async () => {
    const ended = new AbortController();
    server.answer = () => ended.abort();
    await expect(call(open(), ended.signal)).rejects.toThrow();
  });

  it.each([
    ['seconds', '60'],
    ['a date', new Date(1_700_000_060_000).toUTCString()],
  ])('leaves a server alone that says when to come back, in %s', async (_what, after) => {
    const calls = open();
    server.says({}, 429, { 'retry-after': after });
    await expect(call(calls)).rejects.toThrow('VENDOR_URL answered 429, and takes no more calls for 60000 ms');
    server.says({ ok: true });
    await expect(call(calls)).rejects.toThrow('VENDOR_URL takes no more calls for 60000 ms');
    expect(server.asked).toHaveLength(1);
    now += 60_000;
    expect((await call(calls)).status).toBe(200);
  });

  it('goes out at the pace that is allowed, and turns away what would wait too long', async () => {
    const calls = open(1);
    server.says({ ok: true });
    const controller = new AbortController();
    const waiting = Array.from({ length: 6 }, () => call(calls, controller.signal));
    await expect(waiting[4]).rejects.toThrow('VENDOR_URL takes no more calls for 4000 ms');
    await expect(waiting[5]).rejects.toThrow('VENDOR_URL takes no more calls for 4000 ms');
    expect((await waiting[0]!).status).toBe(200);
    controller.abort();
    for (const late of waiting.slice(1, 4)) await expect(late).rejects.toThrow('abort');
    expect(server.asked).toHaveLength(1);
  });

  it('asks nobody who keeps failing, until it is time to try again', async () => {
    const calls = open();
    server.says({}, 500);
    for (let failures = 0; failures < 5; failures++) await expect(call(calls)).rejects.toThrow('answered 500');
    await expect(call(calls)).rejects.toThrow('VENDOR_URL keeps failing, and is asked again in 10000 ms');
    expect(server.asked).toHaveLength(5);
    now += 10_000;
    server.says({ ok: true });
    expect((await call(calls)).status).toBe(200);
  });
});
