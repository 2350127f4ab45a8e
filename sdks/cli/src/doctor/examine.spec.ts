import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { StablecoinPayments } from 'stablecoin-payments';
import { examine } from './examine.js';
import type { Finding } from './finding.js';

it('does not decode what it did not ask for, and says what to do', async () => {
  let asked: string | undefined;
  const server = createServer((request, response) => {
    asked = request.headers['accept-encoding'];
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('ready'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const credentials = {
    apiKey: 'svc_test_0123456789',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const findings: Finding[] = [];
  for await (const finding of examine(new StablecoinPayments(credentials), credentials, () => 0))
    findings.push(finding);
  server.close();

  expect(asked).toBe('identity');
  expect(findings).toEqual([
    expect.objectContaining({
      text: `${credentials.baseUrl} is not read: its answer has the content-encoding "br", and encoded answers are refused`,
      advice: 'Let the proxy in front of the service honor accept-encoding: identity.',
    }),
  ]);
});
