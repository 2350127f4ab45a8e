import { ApiTimeoutError } from '../src/errors.js';
import { StablecoinPayments } from '../src/index.js';
import { aMoment, ScriptedServer } from './scripted-server';

const PAYMENT = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
const PENDING = { status: 202, body: { id: 'pay_1', status: 'pending', stage: 'queued' } };

/** For what is never answered. */
const SOON_MS = 20;

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.open();
});
afterAll(() => server.close());

function client(options: object = {}): StablecoinPayments {
  return new StablecoinPayments({ apiKey: 'svc_test_0123456789', baseUrl: server.url, ...options });
}

/** Aborts as soon as the server has seen so many requests. */
async function abortAfter(requests: number, controller: AbortController, reason?: unknown): Promise<void> {
  while (server.requests.length < requests) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
}

describe('A call that takes too long', () => {
  it('ends when its own timeout is over', async () => {
    server.play(['timeout']);
    await expect(client({ maxRetries: 0 }).payments.create(PAYMENT, { timeoutMs: SOON_MS })).rejects.toThrow(
      ApiTimeoutError,
    );
  });

  it('ends when the timeout of the client is over, also in the middle of the body', async () => {
    const fetch = (_: unknown, { signal }: RequestInit = {}): Promise<Response> =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
          }),
        ),
      );
    await expect(client({ maxRetries: 0, timeoutMs: SOON_MS, fetch }).payments.get('pay_1')).rejects.toThrow(
      ApiTimeoutError,
    );
  });

  it.each([
    ['with the reason of the signal', new Error('the customer has left')],
    ['with an AbortError when the signal has no reason', undefined],
  ])('ends when it is canceled, %s', async (_, reason) => {
    server.play(['timeout']);
    const controller = new AbortController();
    const call = client().payments.create(PAYMENT, { signal: controller.signal });
    void abortAfter(1, controller, reason);
    await expect(call).rejects.toMatchObject(reason ?? { name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, (client: StablecoinPayments) => Promise<unknown>]>([
    ['a payment', ({ payments }) => payments.create(PAYMENT, { waitSeconds: 30 })],
    ['an event', ({ events }) => events.list({ order: 'asc', wait: 30 }).page()],
  ])('may take longer than the timeout of the client when the service is to wait for %s', async (_, call) => {
    const fetch = (_url: unknown, { signal }: RequestInit = {}): Promise<Response> =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')));
        void aMoment(60).then(() => resolve(Response.json({ id: 'answered' })));
      });
    expect(await call(client({ maxRetries: 0, timeoutMs: 10, fetch }))).toEqual({ id: 'answered' });
  });

  it('ends by AbortSignal.timeout', async () => {
    server.play(['timeout']);
    const call = client().payments.create(PAYMENT, { signal: AbortSignal.timeout(SOON_MS) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends when it is canceled between two attempts', async () => {
    server.play([{ status: 503, text: '', headers: { 'retry-after': '60' } }]);
    const controller = new AbortController();
    const call = client().payments.create(PAYMENT, { signal: controller.signal });
    void abortAfter(1, controller, new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('ends when the wait for a payment is canceled between two polls', async () => {
    server.play(Array(9).fill({ ...PENDING, status: 200 }) as (typeof PENDING)[]);
    const controller = new AbortController();
    const wait = client().payments.wait('pay_1', { signal: controller.signal });
    void abortAfter(2, controller, new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
  });

  it('makes no request when it is canceled before', async () => {
    server.play([]);
    const call = client().payments.create(PAYMENT, { signal: AbortSignal.abort(new Error('never mind')) });
    await expect(call).rejects.toThrow('never mind');
    expect(server.requests).toEqual([]);
  });

  it('leaves nothing on a signal that outlives the call', async () => {
    server.play([PENDING]);
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    await client().payments.create(PAYMENT, { signal });
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });
});
