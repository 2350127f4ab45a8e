import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createSecureServer, globalAgent, type Server as SecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { brotliCompressSync } from 'node:zlib';
import { ApiConnectionError, InvalidArgumentError } from '../src/errors.js';
import { StablecoinPayments } from '../src/index.js';
import { defaultFetch, type Runtime } from '../src/node-fetch.js';

let answer: (response: ServerResponse, request: IncomingMessage) => void;
let connections: number;
let server: Server;
let url: string;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => answer(response, request));
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function get(signal = new AbortController().signal): Promise<Response> {
  return defaultFetch(globalThis)(url, {
    method: 'GET',
    headers: { 'accept-encoding': 'br' },
    redirect: 'manual',
    signal,
  });
}

function client(options: object = {}): StablecoinPayments {
  return new StablecoinPayments({ apiKey: 'svc_test_0123456789', baseUrl: url, maxRetries: 0, ...options });
}

describe('The transport on Node', () => {
  it('asks for no encoding, whatever its caller asks for', async () => {
    answer = (response, { headers }) => void response.end(headers['accept-encoding']);
    expect(await (await get()).text()).toBe('identity');
  });

  it('reaches a service on a port that fetch blocks', async () => {
    const blocked = createServer((_request, response) => void response.end('{"id":"pay_1"}'));
    const port = await listenOnAny(blocked, [10_080, 6_679, 6_697, 6_666, 4_190]);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
    expect(await client({ baseUrl: `http://127.0.0.1:${port}` }).payments.get('pay_1')).toEqual({ id: 'pay_1' });
    blocked.closeAllConnections();
    blocked.close();
  });

  it('decodes no answer that it did not ask for, and says why', async () => {
    const body = brotliCompressSync('{"id":"pay_1"}');
    answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(body);
    const refused = client().payments.get('pay_1');
    await expect(refused).rejects.toThrow(ApiConnectionError);
    await expect(refused).rejects.toThrow('has the content-encoding "br", and encoded answers are refused');
  });

  it.each(['gzip', 'identity, br', 'BR', 'unknown'])(
    'refuses content-encoding %s before the body',
    async (encoding) => {
      // The body never comes, so that nobody can have waited for it.
      answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).write('\x1b');
      await expect(get()).rejects.toThrow(JSON.stringify(encoding));
    },
  );

  it('takes an answer that is not encoded, and sends a body as it is', async () => {
    answer = (response, request) => {
      response.writeHead(200, { 'content-encoding': 'Identity' });
      void text(request).then((body) => response.end(JSON.stringify({ body, headers: request.headers })));
    };
    const payment = await client().payments.create({ to: '0x1', amount: '1.00' }, { idempotencyKey: 'é' });
    const body = '{"to":"0x1","amount":"1.00","idempotency_key":"é"}';
    const headers = { 'content-length': String(Buffer.byteLength(body)), authorization: 'Bearer svc_test_0123456789' };
    expect(payment).toMatchObject({ body, headers: { ...headers, 'content-type': 'application/json' } });
  });

  it('takes an answer without a body, and does not follow a redirect', async () => {
    answer = (response) => void response.writeHead(204).end();
    expect(await (await get()).text()).toBe('');
    answer = (response) => void response.writeHead(302, { location: '/elsewhere', 'x-a': ['1', '2'] }).end();
    const redirect = await get();
    expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('x-a')]).toEqual([
      ...[302, '/elsewhere', '1, 2'],
    ]);
  });

  it('gives out what has arrived before the answer ends', async () => {
    let open: ServerResponse | undefined;
    answer = (response) => void (open = response).write('data: 1\n\n');
    const { body } = await get();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: 'data: 1\n\n' });
    open?.end('data: 2\n\n');
    expect(await reader?.read()).toEqual({ done: false, value: 'data: 2\n\n' });
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  it('stops reading an answer that never ends', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        const more = (error?: Error | null): void => {
          if (!error && !response.destroyed) response.write(piece, more);
        };
        response.on('close', resolve);
        more();
      };
    });
    await expect(client().payments.get('pay_1')).rejects.toThrow('has more than 33554432 bytes');
    await closed;
  });

  it('ends with its signal, before the answer and while it is read', async () => {
    const early = new AbortController();
    answer = () => early.abort();
    await expect(get(early.signal)).rejects.toThrow('aborted');
    const late = new AbortController();
    answer = (response) => void response.write('{');
    const reading = (await get(late.signal)).text();
    late.abort();
    await expect(reading).rejects.toThrow('aborted');
  });

  it('keeps its connection', async () => {
    answer = (response) => void response.end('{}');
    for (let calls = 0; calls < 3; calls++) {
      await client().payments.get('pay_1');
      // The connection is free a turn after the end of the answer.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(1);
  });

  it('is not used when the user gives a fetch, which is called as it is', async () => {
    const fetch = jest.fn(async () => Response.json({ id: 'pay_1' }));
    expect(await client({ fetch }).payments.get('pay_1')).toEqual({ id: 'pay_1' });
    expect(fetch).toHaveBeenCalledWith(`${url}/v1/payments/pay_1`, expect.objectContaining({ redirect: 'manual' }));
  });
});

describe('The transport on Node, by https', () => {
  let secure: SecureServer;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    const { key, certificate } = certificateForLocalhost();
    // What everybody trusts, and this certificate.
    globalAgent.options.ca = [...rootCertificates, certificate];
    secure = createSecureServer({ key, cert: certificate }, (request, response) => {
      asked.push(String(request.headers['accept-encoding']));
      answer(response, request);
    });
    secure.listen(0, 'localhost');
    await once(secure, 'listening');
    url = `https://localhost:${(secure.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    delete globalAgent.options.ca;
    secure.closeAllConnections();
    secure.close();
    await once(secure, 'close');
  });

  it('asks for no encoding, and refuses an encoded answer before its body', async () => {
    answer = (response) => void response.end('{"id":"pay_1"}');
    expect(await client().payments.get('pay_1')).toEqual({ id: 'pay_1' });
    answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).write('\x1b');
    await expect(client().payments.get('pay_1')).rejects.toThrow('has the content-encoding "br"');
    expect(asked).toEqual(['identity', 'identity']);
  });

  it('sends nothing to a server whose certificate nobody vouches for', async () => {
    globalAgent.options.ca = [];
    answer = (response) => void response.end('{}');
    await expect(client().payments.get('pay_1')).rejects.toThrow(ApiConnectionError);
    expect(asked).toEqual([]);
  });
});

describe('The transport elsewhere', () => {
  const fetch = async (): Promise<Response> => Response.json({});
  const getBuiltinModule = (): unknown => ({});
  const node = { versions: { node: '22.0.0', uv: '1.0.0' }, getBuiltinModule };

  it.each<[string, Omit<Runtime, 'fetch'>]>([
    ['Deno', { process: node, Deno: { version: { deno: '2.0.0' } } }],
    ['Bun', { process: node, Bun: { version: '1.0.0' } }],
    ['an edge runtime that imitates Node', { process: { versions: { node: '22.0.0' }, getBuiltinModule } }],
    ['an edge runtime without a process', {}],
  ])('is the global fetch on %s', (_, runtime) => {
    expect(defaultFetch({ ...runtime, fetch })).toBe(fetch);
  });

  it('is refused on a Node that is too old for it, rather than a fetch that decodes', () => {
    expect(() => defaultFetch({ process: { versions: node.versions }, fetch })).toThrow(InvalidArgumentError);
  });
});

function certificateForLocalhost(): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-sdk-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** Listens on the first of the ports that is free, and returns it. */
async function listenOnAny(blocked: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const isFree = await new Promise<boolean>((resolve) => {
      blocked.once('error', () => resolve(false));
      blocked.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) return port;
  }
  throw new Error(`none of the ports ${ports.join(', ')} is free`);
}
