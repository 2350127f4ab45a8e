import { aWallet } from '../../testing/fake-services';
import { LIVE_KEY, startGateway, type TestGateway } from '../../testing/gateway';

const BODY = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '12.50' };
const ASYNC = { headers: { prefer: 'respond-async' } };

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway({ WAIT_MS: '300' })));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.outcome = [];
  gateway.fakes.answers.clear();
  gateway.fakes.commands.length = 0;
});

const pendingPayment = async (): Promise<string> => {
  const { body } = await gateway.send('POST', '/v1/payments', { body: BODY, ...ASYNC });
  return String(body['id']);
};

describe('POST /payments/:id/cancel (protocol rule 26)', () => {
  /** Has the fake payment service decide on a cancel, as soon as its command comes. */
  const decide = (id: string, changes: object): void => {
    gateway.fakes.answers.set('payment.get', () => {
      const payment = gateway.fakes.payments.get(id)!;
      const isAsked = gateway.fakes.commands.some(({ type }) => type === 'payment.CancelPayment');
      return { ...payment, ...(isAsked ? changes : {}) };
    });
  };
  const canceled = { status: 'failed', stage: 'done', error_code: 'canceled' };

  it('200 with the payment failed and canceled', async () => {
    const id = await pendingPayment();
    decide(id, canceled);
    const { status, body } = await gateway.send('POST', `/v1/payments/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, ...canceled });
    expect(gateway.fakes.commands.at(-1)).toMatchObject({
      type: 'payment.CancelPayment',
      key: id,
      data: { paymentId: id },
    });
  });

  it('again 200', async () => {
    const id = await pendingPayment();
    await gateway.fakes.tell(id, 'payment.failed', canceled as never);
    expect((await gateway.send('POST', `/v1/payments/${id}/cancel`, { body: {} })).status).toBe(200);
    expect(gateway.fakes.commands.map(({ type }) => type)).toEqual(['payment.InitiatePayment']);
  });

  it.each([
    ['authorized', { stage: 'queued' }],
    ['broadcast', { stage: 'broadcast' }],
    ['settled', { status: 'settled', stage: 'done' }],
    ['failed otherwise', { status: 'failed', stage: 'done', error_code: 'transaction_reverted' }],
  ])('409 invalid_state when it is %s', async (_, changes) => {
    const id = await pendingPayment();
    decide(id, changes);
    const { status, body } = await gateway.send('POST', `/v1/payments/${id}/cancel`);
    expect([status, body['code']]).toEqual([409, 'invalid_state']);
  });

  it('answers 500, retryable, when neither happens within the window', async () => {
    const id = await pendingPayment();
    decide(id, {});
    const { status, body } = await gateway.send('POST', `/v1/payments/${id}/cancel`);
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'internal_error', retryable: true });
  });

  it('with a key too: a repetition does not take a payment that is not canceled for one that is', async () => {
    const id = await pendingPayment();
    decide(id, {});
    const headers = { 'idempotency-key': `undecided ${id}` };
    const send = () => gateway.send('POST', `/v1/payments/${id}/cancel`, { headers });
    expect([(await send()).status, (await send()).status]).toEqual([500, 500]);
    decide(id, canceled);
    const replayed = await send();
    expect([replayed.status, replayed.headers['svc-idempotent-replayed']]).toEqual([200, 'true']);
  });

  it('with a key: replayed, and a refusal is run again', async () => {
    const id = await pendingPayment();
    const cancel = () => gateway.send('POST', `/v1/payments/${id}/cancel`, { headers: { 'idempotency-key': id } });
    decide(id, { stage: 'queued' });
    expect((await cancel()).status).toBe(409);
    gateway.fakes.commands.length = 0;
    expect((await cancel()).status).toBe(409);
    expect(gateway.fakes.commands).toHaveLength(1);
    decide(id, canceled);
    expect((await cancel()).status).toBe(200);
    const replayed = await cancel();
    expect([replayed.status, replayed.headers['svc-idempotent-replayed']]).toEqual([200, 'true']);
  });

  it('path values are parameters: the same key for another payment is a conflict', async () => {
    const [first, second] = [await pendingPayment(), await pendingPayment()];
    gateway.fakes.answers.set('payment.get', ({ id }: { readonly id: string }) => ({
      ...gateway.fakes.payments.get(id),
      ...canceled,
    }));
    const headers = { 'idempotency-key': 'one key for two payments' };
    expect((await gateway.send('POST', `/v1/payments/${first}/cancel`, { headers })).status).toBe(200);
    const { status, body } = await gateway.send('POST', `/v1/payments/${second}/cancel`, { headers });
    expect([status, body['code']]).toEqual([409, 'idempotency_conflict']);
  });

  it('an unknown payment, and one of the other mode, is 404', async () => {
    const id = await pendingPayment();
    expect((await gateway.send('POST', '/v1/payments/pay_none/cancel')).status).toBe(404);
    expect((await gateway.send('POST', `/v1/payments/${id}/cancel`, { key: LIVE_KEY })).status).toBe(404);
  });
});

describe('POST /payments/simulate', () => {
  it('asks with the whole order, and moves nothing', async () => {
    let asked: unknown;
    const simulation = { candidates: [], chosen: null };
    gateway.fakes.answers.set('payment.simulate', (params) => {
      asked = params;
      return simulation;
    });
    gateway.fakes.wallets.set('wal_1', { state: 'exists', wallet: aWallet({ id: 'wal_1' }) });
    const { status, body } = await gateway.send('POST', '/v1/payments/simulate', { body: { ...BODY, from: 'wal_1' } });
    expect([status, body]).toEqual([200, simulation]);
    expect(asked).toMatchObject({
      account: 'acme',
      livemode: false,
      order: { to: BODY.to, amount: '12500000', candidates: ['base'], from: 'wal_1', idempotencyKey: null },
    });
    expect(gateway.fakes.commands).toEqual([]);
  });

  it('refuses what POST /payments refuses', async () => {
    const { status, body } = await gateway.send('POST', '/v1/payments/simulate', { body: { ...BODY, amount: 1 } });
    expect([status, body['param']]).toEqual([400, 'amount']);
    const live = await gateway.send('POST', '/v1/payments/simulate', { body: BODY, key: LIVE_KEY });
    expect(live.status).toBe(422);
  });
});

describe('GET /payments/:id/timeline', () => {
  it('is the list of entries, oldest first as the payment service has them', async () => {
    const entries = [{ type: 'PaymentInitiated', at: '2026-01-01T00:00:00.000Z', text: 'The payment was made.' }];
    gateway.fakes.answers.set('payment.timeline', () => entries);
    const { status, body } = await gateway.send('GET', '/v1/payments/pay_1/timeline');
    expect([status, body]).toEqual([200, { data: entries }]);
  });
});
