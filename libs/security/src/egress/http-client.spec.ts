import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import type { AddressInfo, Server as RawServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import type { buildConnector } from 'undici';
import { AnswerTooLargeError, EncodedAnswerError, HttpClient } from './http-client';
import { safeFetch } from './safe-fetch';

let answer: (response: ServerResponse, request: IncomingMessage) => void;
let server: Server;
let url: string;
let client: HttpClient;
let connections: number;
const { signal } = new AbortController();

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => answer(response, request));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  client = new HttpClient({ bytesMax: 1_000 });
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('HttpClient', () => {
  it('asks for no encoding, whatever its caller asks for', async () => {
    let asked: string | undefined;
    answer = (response, { headers }) => {
      asked = headers['accept-encoding'];
      response.end();
    };
    await (await client.request(url, { signal, headers: { 'accept-encoding': 'br' } })).drop();
    expect(asked).toBe('identity');
  });

  it.each(['br', 'gzip', 'identity, br', 'BR', 'unknown'])(
    'refuses content-encoding %s before the body',
    async (encoding) => {
      // The body never comes, so that nobody can have waited for it.
      answer = (response) => void response.writeHead(200, { 'content-encoding': encoding }).write('\x1b');
      const refused = client.request(url, { signal });
      await expect(refused).rejects.toThrow(EncodedAnswerError);
      await expect(refused).rejects.toThrow(JSON.stringify(encoding));
    },
  );

  it('takes an answer that is not encoded', async () => {
    answer = (response) => void response.writeHead(200, { 'content-encoding': 'Identity' }).end('{"ok":true}');
    expect(await (await client.request(url, { signal })).text()).toBe('{"ok":true}');
  });

  it('takes 1,000 bytes and refuses 1,001, also without a content-length', async () => {
    answer = (response) => void response.end('x'.repeat(1_000));
    expect(await (await client.request(url, { signal })).text()).toHaveLength(1_000);
    answer = (response) => void response.end('x'.repeat(1_001));
    await expect((await client.request(url, { signal })).text()).rejects.toThrow(AnswerTooLargeError);
    // Endless: it ends when the reader is gone.
    answer = (response) => {
      const more = (error?: Error | null): void => {
        if (!error && !response.destroyed) response.write('x'.repeat(600), more);
      };
      more();
    };
    await expect((await client.request(url, { signal })).text()).rejects.toThrow('more than 1000 bytes');
  });

  it('keeps its connection, and does not follow redirects', async () => {
    answer = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    for (let calls = 0; calls < 3; calls++) {
      const redirect = await client.request(url, { signal });
      expect([redirect.status, redirect.header('location')]).toEqual([302, 'http://127.0.0.1:1/']);
      await redirect.drop();
      // The client notices the end of an answer, and its free connection, a turn later.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(1);
  });

  it('ends with its signal, also while it reads', async () => {
    const caller = new AbortController();
    answer = (response) => void response.write('{');
    const reading = (await client.request(url, { signal: caller.signal })).text();
    caller.abort(new Error('too late'));
    await expect(reading).rejects.toThrow('too late');
  });
});

describe('safeFetch', () => {
  it('sends and answers as fetch does', async () => {
    answer = (response, request) => {
      void text(request).then((body) => {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.setHeader('content-type', 'application/json');
        response
          .writeHead(201)
          .end(JSON.stringify({ body, method: request.method, type: request.headers['content-type'] }));
      });
    };
    const response = await safeFetch(client)(new URL(url), { method: 'POST', body: new URLSearchParams({ a: 'b c' }) });
    expect([response.status, response.ok, response.headers.getSetCookie()]).toEqual([201, true, ['a=1', 'b=2']]);
    expect(await response.json()).toEqual({
      body: 'a=b+c',
      method: 'POST',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    });
    answer = (after) => void after.writeHead(304).end();
    expect((await safeFetch(client)(url)).status).toBe(304);
  });

  it('does not decode', async () => {
    const body = brotliCompressSync('{"ok":true}');
    answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(body);
    const refused: unknown = await safeFetch(client)(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TypeError);
    expect(refused).toMatchObject({ cause: new EncodedAnswerError('br') });
  });

  it('ends with its signal', async () => {
    const caller = new AbortController();
    answer = () => caller.abort(new Error('too late'));
    await expect(safeFetch(client)(url, { signal: caller.signal })).rejects.toThrow('too late');
  });
});

describe('a server that sends 100 Continue without having been asked for it', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
  let raw: RawServer;
  let sent: string;
  let asked: string[];
  let rawUrl: string;
  beforeEach(async () => {
    [sent, asked] = ['', []];
    raw = createRawServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        asked.push(chunk.toString('latin1'));
        socket.write(sent, 'latin1');
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    rawUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/rpc?key=1`;
  });
  afterEach(() => new Promise((resolve) => raw.close(resolve)));

  const call = () => client.request(rawUrl, { method: 'POST', headers: { 'x-id': '7' }, body: '{"id":7}', signal });

  it('is understood, and called once for each request after the first', async () => {
    sent = `${CONTINUE}HTTP/1.1 200 OK\r\nx-node: a\r\ncontent-length: 4\r\nconnection: close\r\n\r\ntrue`;
    for (let calls = 0; calls < 2; calls++) {
      const taken = await call();
      expect([taken.status, taken.header('x-node'), await taken.text()]).toEqual([200, 'a', 'true']);
    }
    expect(asked).toHaveLength(3);
    for (const text of asked) {
      expect(text).toMatch(/^POST \/rpc\?key=1 HTTP/);
      expect(text.toLowerCase()).toMatch(/accept-encoding: identity\r\n/);
      expect(text).toContain('{"id":7}');
    }
  });

  it('is held to the same rules', async () => {
    sent = `${CONTINUE}HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 1\r\nconnection: close\r\n\r\nx`;
    await expect(call()).rejects.toThrow(EncodedAnswerError);
    sent = `${CONTINUE}HTTP/1.1 200 OK\r\ncontent-length: 1001\r\nconnection: close\r\n\r\n${'x'.repeat(1_001)}`;
    await expect((await call()).text()).rejects.toThrow(AnswerTooLargeError);
    sent = `${CONTINUE}HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
    const redirect = await call();
    expect(redirect.status).toBe(302);
    await redirect.drop();
  });

  it('ends with the signal of its caller, and with its connection', async () => {
    sent = CONTINUE;
    const caller = new AbortController();
    const waiting = client.request(rawUrl, { signal: caller.signal });
    // The second call is Node's: nothing but the continuation comes.
    await new Promise<void>((resolve) => {
      raw.on('connection', (socket) => socket.on('data', () => asked.length > 1 && resolve()));
    });
    caller.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
  });

  it('is not called where a connection to it is refused', async () => {
    const connect: buildConnector.connector = (_, done) => done(new Error('not there'), null);
    const guarded = new HttpClient({ bytesMax: 10, connect });
    await expect(guarded.request(rawUrl, { signal })).rejects.toThrow('not there');
    await guarded.close();
    expect(asked).toEqual([]);
  });
});
