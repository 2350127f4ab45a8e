import { openRuntime, readConfiguration } from '@stablecoin/host';
import { createGateway } from '../create-gateway';
import { FakeServices } from '../testing/fake-services';

const KEY = 'svc_test_0000000000000000';

describe('logs: one line per request, never a secret or a body', () => {
  it('method, route template, status, duration, request id and account', async () => {
    const lines: string[] = [];
    const configuration = readConfiguration({
      EVENT_STORE_URL: 'memory:',
      LOG_LEVEL: 'info',
      BOOTSTRAP_API_KEYS: `${KEY}:acme:scale`,
    });
    const runtime = await openRuntime(configuration, {
      consumers: ['gateway', 'fakes'],
      logDestination: { write: (line: string) => void lines.push(line) },
    });
    new FakeServices(runtime).listen();
    const app = await createGateway(runtime);
    await app.startAllMicroservices();
    await app.init();
    const response = await app.inject({
      method: 'POST',
      url: '/v1/payments/pay_1/cancel',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      payload: { idempotency_key: 'private words' },
    });
    const payment = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
    await app.inject({ method: 'GET', url: `/v1/payments/${payment}` });
    const unknown = await app.inject({ method: 'GET', url: '/v1/nothing?token=private%20words' });
    await app.close();
    await runtime.close();

    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    expect(requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/v1/payments/:id/cancel',
        status: 404,
        duration_ms: expect.any(Number) as unknown,
        request_id: response.headers['svc-request-id'],
        account: 'acme',
      }),
      expect.objectContaining({ route: '/v1/payments/:id', status: 401, payment }),
      expect.objectContaining({ method: 'GET', status: 404, request_id: unknown.headers['svc-request-id'] }),
    ]);
    expect(lines.join('')).not.toMatch(/svc_test_0|private/);
  });

  it('an unexpected error is logged with the request id and its cause', async () => {
    const lines: string[] = [];
    const runtime = await openRuntime(
      readConfiguration({ EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'error', BOOTSTRAP_API_KEYS: `${KEY}:acme:scale` }),
      { consumers: ['gateway'], logDestination: { write: (line: string) => void lines.push(line) } },
    );
    const app = await createGateway(runtime);
    await app.startAllMicroservices();
    await app.init();
    // No treasury has started in this process.
    const headers = { authorization: `Bearer ${KEY}` };
    const response = await app.inject({ method: 'GET', url: '/v1/treasury/balance', headers });
    await app.close();
    await runtime.close();
    expect(response.statusCode).toBe(500);
    const [line] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(line).toMatchObject({
      level: 'error',
      request_id: response.headers['svc-request-id'],
      route: '/v1/treasury/balance',
      err: { message: expect.stringMatching(/treasury\.balance/) as unknown },
    });
  });
});
