import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { NoAnswerError, RpcEndpoint, httpTransport } from './rpc-endpoint';

let answer: (response: ServerResponse, request: IncomingMessage) => void;
let server: Server;
let endpoint: RpcEndpoint;
const ANSWER = '[{"jsonrpc":"2.0","id":1,"result":"0x1"}]';

beforeEach(async () => {
  server = createServer((request, response) => void request.resume().on('end', () => answer(response, request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/hidden-key`;
  endpoint = new RpcEndpoint({ name: 'an endpoint', transport: httpTransport(url), deadlineMs: 30_000, now: () => 0 });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (): Promise<readonly unknown[]> => endpoint.results([{ method: 'eth_chainId', params: [] }]);
async function refusal(): Promise<NoAnswerError> {
  const refused: unknown = await ask().catch((error: unknown) => error);
  if (!(refused instanceof NoAnswerError)) throw new Error('the answer was taken');
  expect(refused.message).not.toContain('hidden-key');
  return refused;
}

it('asks for no encoding', async () => {
  let asked: string | undefined;
  answer = (response, { headers }) => {
    asked = headers['accept-encoding'];
    response.end(ANSWER);
  };
  expect(await ask()).toEqual(['0x1']);
  expect(asked).toBe('identity');
});

it('refuses a Brotli answer without decoding it (CVE-2026-111497)', async () => {
  answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(ANSWER));
  const { message, isMalformed } = await refusal();
  expect(message).toContain('its answer has the content-encoding "br", and encoded answers are refused');
  expect(isMalformed).toBe(true);
});

it('stops reading an answer that never ends', async () => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  answer = (response) => {
    const more = (error?: Error | null): void => {
      if (!error && !response.destroyed) response.write(piece, more);
    };
    more();
  };
  const { message, isMalformed } = await refusal();
  expect(message).toContain('more than 33554432 bytes');
  expect(isMalformed).toBe(true);
});

it('does not follow a redirect', async () => {
  answer = (response) => void response.writeHead(307, { location: '/elsewhere' }).end();
  expect((await refusal()).message).toContain('status 307');
});

it('takes the answers to single calls that came with an error status', async () => {
  answer = (response) => void response.writeHead(500).end(ANSWER);
  expect(await ask()).toEqual(['0x1']);
});
