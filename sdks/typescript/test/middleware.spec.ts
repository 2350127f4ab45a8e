import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import createExpress, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import createFastify from 'fastify';
import { webhooks, type WebhookEvent } from '../src/index.js';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { message: 'Müller' } });

interface Receiver {
  readonly url: string;
  readonly close: () => unknown;
}

type Receive = (onEvent: (event: WebhookEvent) => void) => Promise<Receiver>;

async function expressReceiver(
  onEvent: (event: WebhookEvent) => void,
  parser?: RequestHandler,
  onError: (error: unknown) => void = () => undefined,
): Promise<Receiver> {
  const app = createExpress();
  if (parser !== undefined) app.use(parser);
  app.post('/webhooks', webhooks.express(SECRET, onEvent));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    onError(error);
    response.status(500).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function fastifyReceiver(onEvent: (event: WebhookEvent) => void): Promise<Receiver> {
  const app = createFastify({ forceCloseConnections: true });
  app.post('/echo', ({ body }) => ({ body }));
  await app.register(webhooks.fastify(SECRET, onEvent), { prefix: '/webhooks' });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

function deliver({ url }: Receiver, body = BODY): Promise<{ readonly status: number }> {
  const t = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', SECRET).update(`${t}.${BODY}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'svc-signature': `t=${t},v1=${signature}` };
  return fetch(`${url}/webhooks`, { method: 'POST', headers, body });
}

describe.each<[string, Receive]>([
  ['Express', expressReceiver],
  ['Express behind express.raw()', (onEvent) => expressReceiver(onEvent, createExpress.raw({ type: '*/*' }))],
  ['Fastify', fastifyReceiver],
])('The middleware for %s', (_, receive) => {
  const events: WebhookEvent[] = [];
  let receiver: Receiver;
  let fails = false;

  beforeAll(async () => {
    receiver = await receive((event) => {
      if (fails) throw new Error('no database');
      events.push(event);
    });
  });
  afterAll(() => receiver.close());

  it('hands on a delivery that verifies, and answers 204', async () => {
    expect((await deliver(receiver)).status).toBe(204);
    expect(events).toEqual([JSON.parse(BODY)]);
  });

  it('answers 400 to a body that was changed, and hands nothing on', async () => {
    events.length = 0;
    expect((await deliver(receiver, BODY.replace('Müller', 'Muller'))).status).toBe(400);
    expect(events).toEqual([]);
  });

  it('answers 500 when the handler fails, so that the event comes again', async () => {
    fails = true;
    expect((await deliver(receiver)).status).toBe(500);
    fails = false;
  });
});

describe('The middleware', () => {
  it('for Express says so when express.json() has parsed the body already', async () => {
    const errors: unknown[] = [];
    const receiver = await expressReceiver(
      () => undefined,
      createExpress.json(),
      (error) => errors.push(error),
    );
    expect((await deliver(receiver)).status).toBe(500);
    expect(String(errors)).toContain('parsed already');
    await receiver.close();
  });

  it('for Fastify leaves the other routes their JSON', async () => {
    const receiver = await fastifyReceiver(() => undefined);
    const headers = { 'content-type': 'application/json' };
    const echoed = await fetch(`${receiver.url}/echo`, { method: 'POST', headers, body: BODY });
    expect(await echoed.json()).toEqual({ body: JSON.parse(BODY) as unknown });
    await receiver.close();
  });
});
