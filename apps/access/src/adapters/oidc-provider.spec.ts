import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { describeError } from '@stablecoin/contracts';
import { systemClock } from '@stablecoin/event-sourcing';
import { OidcProvider } from './oidc-provider';

let answer: (response: ServerResponse, issuer: string) => void;
let server: Server;
let issuer: string;

beforeEach(async () => {
  server = createServer((_, response) => answer(response, issuer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function refusal(): Promise<string> {
  const settings = { issuer, clientId: 'a-client', clientSecret: 'a secret', publicUrl: 'http://127.0.0.1:1' };
  const provider = new OidcProvider({ roleClaim: 'roles', accountClaim: null, ...settings }, systemClock);
  return provider.authorizationUrl(provider.challenge()).then(() => 'none', describeError);
}

it('takes no encoded answer of the provider', async () => {
  const metadata = (at: string): string => JSON.stringify({ issuer: at, authorization_endpoint: `${at}/auth` });
  answer = (response, at) => void response.setHeader('content-type', 'application/json').end(metadata(at));
  expect(await refusal()).toBe('none');
  answer = (response, at) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' });
    response.end(brotliCompressSync(metadata(at)));
  };
  expect(await refusal()).toContain('its answer has the content-encoding "br", and encoded answers are refused');
});

it('takes no answer of more than a megabyte', async () => {
  answer = (response) => void response.setHeader('content-type', 'application/json').end(`"${'x'.repeat(1_000_000)}"`);
  expect(await refusal()).toContain('its answer has more than 1000000 bytes');
});
