import { ApiConnectionError, InvalidArgumentError } from '../src/errors.js';
import { responseOf, StablecoinPayments, webhooks } from '../src/index.js';
import { ScriptedServer } from './scripted-server';

const PAYMENT = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
const API_KEY = 'svc_test_0123456789';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.open();
});
afterAll(() => server.close());

const client = (): StablecoinPayments =>
  new StablecoinPayments({ apiKey: API_KEY, baseUrl: server.url, maxRetries: 0 });

describe('A client', () => {
  it('is refused in a browser, because its key is a secret', () => {
    Object.assign(globalThis, { window: { document: {} } });
    try {
      expect(client).toThrow(InvalidArgumentError);
      expect(client).toThrow('never in a browser');
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
    }
  });

  it.each([{ maxRetries: -1 }, { timeoutMs: Number.NaN }])('is refused with %j', (options) => {
    expect(() => new StablecoinPayments({ apiKey: API_KEY, baseUrl: server.url, ...options })).toThrow(
      Object.keys(options)[0],
    );
  });

  it('tells the status, the headers and the request id of a result', async () => {
    server.play([{ status: 201, headers: { 'svc-request-id': 'req_1', ratelimit: '"payments";r=499;t=1' }, body: {} }]);
    const payment = await client().payments.create(PAYMENT);

    const response = responseOf(payment);
    expect(response).toMatchObject({ status: 201, requestId: 'req_1' });
    expect(response?.headers.get('RateLimit')).toBe('"payments";r=499;t=1');
    expect(responseOf({})).toBeUndefined();
  });

  it('keeps the key out of its errors', async () => {
    server.play(['connection_reset', { status: 401, body: { code: 'unauthorized', message: 'No.' } }]);
    for (let call = 0; call < 2; call++) {
      const error: unknown = await client()
        .payments.create(PAYMENT)
        .catch((refusal: unknown) => refusal);
      const { stack = '', cause } = error as Error;
      expect(`${stack} ${JSON.stringify(error)} ${String(cause)}`).not.toContain(API_KEY);
    }
  });

  it('takes an idempotency key in the parameters, and the one of the options before it', async () => {
    const keyOf = async (call: Promise<unknown>): Promise<unknown> => {
      await call;
      return (JSON.parse(server.requests[0]?.rawBody ?? '') as Record<string, unknown>)['idempotency_key'];
    };
    server.play([{ status: 201, body: {} }]);
    expect(await keyOf(client().payments.create({ ...PAYMENT, idempotency_key: 'order-1' }))).toBe('order-1');
    server.play([{ status: 201, body: {} }]);
    const both = client().payments.create({ ...PAYMENT, idempotency_key: 'order-1' }, { idempotencyKey: 'order-2' });
    expect(await keyOf(both)).toBe('order-2');
  });

  it('reads the first page of a list alone', async () => {
    server.play([{ status: 200, body: { data: [{ id: 'pay_1' }], has_more: true, next_cursor: 'pay_1' } }]);
    const page = await client().payments.list({ limit: 1 }).page();
    expect(page).toMatchObject({ data: [{ id: 'pay_1' }], next_cursor: 'pay_1' });
  });

  it('does not send again what cannot be written as JSON', async () => {
    server.play([]);
    const params = { ...PAYMENT, amount: 1n } as unknown as typeof PAYMENT;
    const call = client().payments.create(params);
    await expect(call).rejects.not.toBeInstanceOf(ApiConnectionError);
    expect(server.requests).toEqual([]);
  });
});

describe('A webhook', () => {
  it('is refused with a clear error when its body was parsed already', async () => {
    const parsed = { id: 'evt_1' } as unknown as string;
    await expect(webhooks.verify(parsed, {}, 'whsec_AAAA')).rejects.toThrow(/was parsed already/);
  });

  it('takes the Headers of a fetch API', async () => {
    await expect(webhooks.verify('{}', new Headers(), 'whsec_AAAA')).rejects.toMatchObject({
      reason: 'missing_header',
    });
  });

  it('takes the Headers of another implementation, as frameworks bring one', async () => {
    const foreign = { get: (name: string) => new Headers({ 'svc-signature': 't=1,v1=aa' }).get(name) };
    expect(foreign instanceof Headers).toBe(false);
    await expect(webhooks.verify('{}', foreign, 'whsec_AAAA')).rejects.not.toMatchObject({ reason: 'missing_header' });
    await expect(webhooks.verify('{}', { get: 'a header of this name' }, 'whsec_AAAA')).rejects.toMatchObject({
      reason: 'missing_header',
    });
  });
});
