/** @needs own-service */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ROOT } from '../support/repository';
import { Shell } from '../support/shell';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'payment.settled', data: {} });

/** Stands in for the service, so that the test knows the secret: it registers whoever asks. */
async function openRegistry(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'whe_1', secret: SECRET }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('Svc-signature: receivers reject a timestamp more than 300 s off', () => {
  let registry: Server;
  let shell: Shell;
  let url: string;

  beforeAll(async () => {
    registry = await openRegistry();
    const { port } = registry.address() as AddressInfo;
    const environment = { BASE_URL: `http://127.0.0.1:${port}`, API_KEY: 'svc_test_receiver', RECEIVER_PORT: '0' };
    shell = new Shell({ folder: ROOT, environment });
    shell.start('node examples/webhook-receiver/receiver.mjs');
    url = await eventually(() => /listening on (\S+)/.exec(shell.written())?.[1] ?? false);
  });

  afterAll(async () => {
    await shell.close();
    registry.closeAllConnections();
    registry.close();
  });

  const signed = (timestamp: number | string, secret = SECRET, body = BODY) =>
    `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const send = async (signature: string) =>
    (await fetch(url, { method: 'POST', body: BODY, headers: { 'svc-signature': signature } })).status;
  const now = () => Math.floor(Date.now() / 1_000);

  // A minute of room on either side, because the receiver reads its own clock a little later.
  it.each([-360, 360])('the receiver of the examples refuses one of %i s from now', async (secondsOff) => {
    expect(await send(signed(now() + secondsOff))).toBe(400);
  });

  it.each([-240, 0, 240])('the receiver of the examples takes one of %i s from now', async (secondsOff) => {
    expect(await send(signed(now() + secondsOff))).toBe(200);
  });

  it('takes either of two signatures, as during a rotation', async () => {
    const [timestamp, old] = signed(now(), 'whsec_another').split(',');
    const current = signed(timestamp?.slice('t='.length) ?? '').split(',')[1];
    expect(await send([timestamp, old, current].join(','))).toBe(200);
  });

  it.each([
    ['by another secret', () => signed(now(), 'whsec_another')],
    ['of another body', () => signed(now(), SECRET, '{}')],
    ['without a time', () => signed(now()).split(',')[1] ?? ''],
    ['that is empty', () => ''],
  ])('refuses a signature %s', async (_, signature) => {
    expect(await send(signature())).toBe(400);
  });
});
