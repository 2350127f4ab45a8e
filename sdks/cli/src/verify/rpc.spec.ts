import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { Rpc } from './rpc.js';

const ANSWER = '{"jsonrpc":"2.0","id":1,"result":"0x1"}';
let answer: (response: ServerResponse) => void;
let asked: string | undefined;
let server: Server;
let rpc: Rpc;

beforeEach(async () => {
  server = createServer((request, response) => {
    asked = request.headers['accept-encoding'];
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rpc = new Rpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hidden-key`);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('asks for no encoding', async () => {
  answer = (response) => void response.end(ANSWER);
  expect(await rpc.call('eth_chainId')).toBe('0x1');
  expect(asked).toBe('identity');
});

it('refuses an encoded answer without decoding it', async () => {
  answer = (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(ANSWER));
  const refused = rpc.call('eth_chainId');
  await expect(refused).rejects.toThrow('its answer has the content-encoding "br", and encoded answers are refused');
  await expect(refused).rejects.not.toThrow('hidden-key');
});

it('stops reading an answer that never ends', async () => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  answer = (response) => {
    const more = (error?: Error | null): void => {
      if (!error && !response.destroyed) response.write(piece, more);
    };
    more();
  };
  await expect(rpc.call('eth_chainId')).rejects.toThrow('its answer has more than 33554432 bytes');
});

it('says what else is wrong', async () => {
  answer = (response) => void response.writeHead(503).end();
  await expect(rpc.call('eth_chainId')).rejects.toThrow('it answered with HTTP status 503');
  answer = (response) => void response.end('<html>');
  await expect(rpc.call('eth_chainId')).rejects.toThrow('it cannot be reached, or its answer is no JSON');
  answer = (response) => void response.destroy();
  await expect(rpc.call('eth_chainId')).rejects.toThrow('it cannot be reached, or its answer is no JSON');
});
