import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startGateway, type TestGateway } from '../testing/gateway';

const PAGE = '<!doctype html><title>Console</title>';
const SCRIPT = 'console.log("a script of the console")';
const IMMUTABLE = 'public, max-age=31536000, immutable';

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-console-'));
  const built = join(folder, 'dist');
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'beside the console');
  writeFileSync(join(built, 'index.html'), PAGE);
  writeFileSync(join(built, 'index.html.gz'), gzipSync(PAGE));
  writeFileSync(join(built, 'assets', 'main-1a2b3c.js'), SCRIPT);
  writeFileSync(join(built, 'assets', 'main-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(built, 'assets', 'main-1a2b3c.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(built, 'assets', 'small-4d5e6f.css'), 'a{}');
  gateway = await startGateway({}, { consoleFolder: built });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  gateway.app.inject({ method, url, headers });

describe('GET /console', () => {
  it('goes to /console/, and keeps what is asked for', async () => {
    const { statusCode, headers } = await ask('/console?livemode=true');
    expect([statusCode, headers.location]).toEqual([302, '/console/?livemode=true']);
  });

  it.each(['/console/', '/console/payments', '/console/payments/pay_01K8Z3TB4H6W2Q9M5N7R4XWBYD?tab=timeline'])(
    '%s is the page, without a key, and is asked for anew each time',
    async (url) => {
      const { statusCode, headers, body } = await ask(url);
      expect([statusCode, body]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  it('a file with a hash in its name is kept for ever', async () => {
    const { statusCode, headers, body } = await ask('/console/assets/main-1a2b3c.js');
    expect([statusCode, body]).toEqual([200, SCRIPT]);
    expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': IMMUTABLE });
  });

  it('lets the browser load and run only what this server sends, and be framed by nobody', async () => {
    for (const url of ['/console/', '/console/assets/main-1a2b3c.js']) {
      expect((await ask(url)).headers).toMatchObject({
        'content-security-policy':
          "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    }
  });

  it('is compressed as the client likes, where the build has compressed it', async () => {
    const encodings = async (url: string, accepted: string) => {
      const { headers, rawPayload } = await ask(url, { 'accept-encoding': accepted });
      return [headers['content-encoding'], rawPayload.toString('base64'), headers.vary];
    };
    const script = '/console/assets/main-1a2b3c.js';
    const [br, gz] = [brotliCompressSync(SCRIPT), gzipSync(SCRIPT)].map((bytes) => bytes.toString('base64'));
    expect(await encodings(script, 'gzip, deflate, br')).toEqual(['br', br, 'accept-encoding']);
    expect(await encodings(script, 'gzip')).toEqual(['gzip', gz, 'accept-encoding']);
    expect((await encodings(script, 'br;q=0, deflate'))[0]).toBeUndefined();
    expect((await encodings('/console/', 'br, gzip'))[0]).toBe('gzip');
    expect((await encodings('/console/assets/small-4d5e6f.css', 'br, gzip'))[0]).toBeUndefined();
  });

  it('answers 304 to a client that has this version, in this encoding', async () => {
    const url = '/console/assets/main-1a2b3c.js';
    const plain = (await ask(url)).headers.etag ?? '';
    const compressed = (await ask(url, { 'accept-encoding': 'br' })).headers.etag ?? '';
    expect(compressed).not.toBe(plain);
    const again = await ask(url, { 'if-none-match': `"other", W/${plain}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', plain]);
    expect(again.headers).toMatchObject({ 'cache-control': IMMUTABLE, vary: 'accept-encoding' });
    expect((await ask(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await ask(url, { 'if-none-match': plain, 'accept-encoding': 'br' })).statusCode).toBe(200);
  });

  it('HEAD answers as GET does, without a body', async () => {
    const { statusCode, headers, body } = await ask('/console/', {}, 'HEAD');
    expect([statusCode, headers['content-length'], body]).toEqual([200, String(PAGE.length), '']);
  });

  it.each([
    '/console/assets/gone-1a2b3c.js',
    '/console/favicon.ico',
    '/console/index.html.gz',
    '/console/assets/main-1a2b3c.js.br',
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/assets/..%5c..%5csecret.txt',
    '/console//etc/passwd.txt',
    '/consoles',
  ])('%s is 404, as any unknown path', async (url) => {
    const { statusCode, headers, body } = await ask(url);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
    expect(headers).not.toHaveProperty('content-security-policy');
  });

  it('takes no other method', async () => {
    expect((await ask('/console/payments', {}, 'POST')).statusCode).toBe(404);
  });
});

it.each([
  ['switched off', { CONSOLE: 'off' }, () => join(folder, 'dist')],
  ['not built', {}, () => join(folder, 'nothing')],
])('a console that is %s is 404, as any unknown path', async (_, environment, consoleFolder) => {
  const without = await startGateway(environment, { consoleFolder: consoleFolder() });
  try {
    for (const path of ['/console', '/console/', '/console/payments']) {
      const { status, body } = await without.send('GET', path, { key: null });
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
  } finally {
    await without.stop();
  }
});
