/**
 * @once
 * @slow 44
 */
import { randomUUID } from 'node:crypto';
import type { Api } from '../support/api';
import {
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  idOf,
  paymentIdOf,
  pendingPayment,
  SANCTIONED,
  settledPayment,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('prefer');
});

const AFTER_3_S = '1.000101';
const AFTER_20_S = '1.000102';
const pay = (amount: string, prefer?: string, fields = {}) =>
  api.post('/payments', { to: EVM_RECIPIENT, amount, ...fields }, prefer === undefined ? {} : { prefer });

describe('Prefer (RFC 7240)', () => {
  it('wait=N shortens the wait window or lengthens it up to 30 s; the answer says so', async () => {
    const [byDefault, shortened, lengthened, beyond] = await Promise.all([
      pay(AFTER_20_S),
      pay(AFTER_3_S, 'wait=1'),
      pay(AFTER_20_S, 'wait=30'),
      pay(AFTER_20_S, 'wait=3600'),
    ]);

    expect(byDefault).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(byDefault.headers.get('preference-applied')).toBeNull();
    expect(shortened).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(shortened.headers.get('preference-applied')).toBe('wait=1');
    for (const waited of [lengthened, beyond]) {
      expect(waited.status).toBe(201);
      expect(waited.body).toEqual(settledPayment({ amount: AFTER_20_S }));
      expect(Number(waited.body['settlement_ms'])).toBeGreaterThanOrEqual(20_000);
      expect(waited.headers.get('preference-applied')).toBe('wait=30');
    }
    await untilEnded(api, paymentIdOf(byDefault));
  });

  it.each(['respond-async', 'wait=0', 'RESPOND-ASYNC', 'respond-async; foo=bar', 'foo, respond-async'])(
    'Prefer: %s answers 202 at once with the payment, which exists and goes on',
    async (prefer) => {
      const response = await pay('1.00', prefer);

      expect(response.status).toBe(202);
      expect(response.body).toEqual(
        pendingPayment({
          amount: '1.00',
          stage: expect.stringMatching(/^(screening|reserving|queued|broadcast|confirming)$/),
          chain: response.body['chain'],
          txHash: response.body['txHash'],
          compliance_ref: response.body['compliance_ref'],
        }),
      );
      expect(response.headers.get('preference-applied')).toBe(prefer === 'wait=0' ? 'wait=0' : 'respond-async');
      expect((await untilEnded(api, paymentIdOf(response))).body).toEqual(
        settledPayment({ amount: '1.00', id: paymentIdOf(response) }),
      );
    },
  );

  it.each(['wait', 'wait=', 'wait=-1', 'wait=1.5', 'wait=soon', 'return=minimal', '', ',,;;='])(
    'what is unknown or malformed is passed over: Prefer: %j',
    async (prefer) => {
      const response = await pay('1.00', prefer);
      expect(response.status).toBe(201);
      expect(response.body).toEqual(settledPayment({ amount: '1.00' }));
      expect(response.headers.get('preference-applied')).toBeNull();
    },
  );

  it.each(['wait=5', 'wait = 5', 'Wait=5', 'wait="5"', 'foo=bar, wait=5', 'wait=5, wait=9', 'wait=5; x=y'])(
    'spellings that the RFC allows: Prefer: %s',
    async (prefer) => {
      const response = await pay('1.00', prefer);
      expect(response).toMatchObject({ status: 201, body: { status: 'settled' } });
      expect(response.headers.get('preference-applied')).toBe('wait=5');
    },
  );

  it('respond-async with wait=N waits as long, and says both', async () => {
    const response = await pay('1.00', 'respond-async, wait=10');
    expect(response).toMatchObject({ status: 201, body: { status: 'settled' } });
    expect(response.headers.get('preference-applied')).toBe('respond-async, wait=10');
  });

  it('what is refused later is answered 202 with respond-async, and then read as failed', async () => {
    const { id: from } = await fundedWallet(api);
    const responses = await Promise.all([
      pay('1.00', 'respond-async', { to: SANCTIONED }),
      pay('1.000302', 'respond-async'),
      pay('1.00', 'respond-async', { from }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    const ended = await Promise.all(responses.map((response) => untilEnded(api, paymentIdOf(response))));
    expect(ended.map(({ body }) => body['error_code'])).toEqual([
      'compliance_blocked',
      'chain_unavailable',
      'insufficient_balance',
    ]);
  });

  it('what is malformed is refused with respond-async too', async () => {
    expectError(await pay('-1', 'respond-async'), 400, 'invalid_request', { param: 'amount' });
  });

  it('a duplicate waits as its own header says', async () => {
    const idempotency_key = randomUUID();
    const first = await pay(AFTER_3_S, 'respond-async', { idempotency_key });
    const [hurried, waited] = await Promise.all([
      pay(AFTER_3_S, 'wait=0', { idempotency_key }),
      pay(AFTER_3_S, undefined, { idempotency_key }),
    ]);
    expect(first.status).toBe(202);
    expect(hurried).toMatchObject({ status: 200, body: { id: paymentIdOf(first), status: 'pending' } });
    expect(waited.status).toBe(200);
    expect(waited.body).toEqual(settledPayment({ id: paymentIdOf(first), amount: AFTER_3_S, idempotency_key }));
    for (const replay of [hurried, waited]) expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
    expect(hurried.headers.get('preference-applied')).toBe('wait=0');
  });

  it('a payment exists as soon as it is answered', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await pay('1.00', 'respond-async');
        expect(body['id']).toEqual(idOf('pay'));
        expect(await api.get(`/payments/${String(body['id'])}`)).toMatchObject({
          status: 200,
          body: { id: body['id'] },
        });
        await untilEnded(api, String(body['id']));
      }),
    );
  });
});
