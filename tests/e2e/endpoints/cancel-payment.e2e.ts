import { randomUUID } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  NEVER_SCREENED,
  paymentIdOf,
  paymentInReview,
  REVIEWED,
  SANCTIONED,
  settledPayment,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';
import { WebhookSink } from '../support/webhook-sink';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('cancel');
});

const cancel = (created: ApiResponse, from: Api = api) => from.post(`/payments/${paymentIdOf(created)}/cancel`);
/** A payment that is pending until it is canceled, or until the deadline of its screening. */
const pending = (amount = '1.00') => api.post('/payments', { to: NEVER_SCREENED, amount }, { prefer: 'respond-async' });
const canceled = { error_message: 'The payment was canceled.' };

describe('POST /v1/payments/:id/cancel', () => {
  it('cancels a payment that is being screened', async () => {
    const created = await pending();

    const answer = await cancel(created);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      failedPayment('canceled', { ...canceled, id: paymentIdOf(created), to: NEVER_SCREENED, amount: '1.00' }),
    );
    expect(answer.headers.get('svc-idempotent-replayed')).toBeNull();
    expect((await api.get(`/payments/${paymentIdOf(created)}`)).body).toEqual(answer.body);
  });

  it('cancels a payment in review, and a later decision changes nothing', async () => {
    const { created, ref } = await paymentInReview(api, { amount: '1.00' });

    const answer = await cancel(created);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      failedPayment('canceled', {
        ...canceled,
        id: paymentIdOf(created),
        to: REVIEWED,
        amount: '1.00',
        compliance_ref: ref,
      }),
    );
    expect(await api.post(`/compliance/checks/${ref}/decision`, { decision: 'clear' })).toMatchObject({ status: 200 });
    // Another payment goes on from the decision, so this one has been told of it as well.
    const other = await api.post('/payments', { to: REVIEWED, amount: '2.00', compliance_ref: ref });
    expect(other.body).toMatchObject({ status: 'settled', compliance_ref: ref });
    expect((await api.get(`/payments/${paymentIdOf(created)}`)).body).toEqual(answer.body);
  });

  it('cancels a payment that waits for approval, and closes the approval', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.00', from });
    const approval = String(created.body['approval_id']);

    const answer = await cancel(created);

    expect(answer).toMatchObject({
      status: 200,
      body: failedPayment('canceled', {
        ...canceled,
        from,
        amount: '5.00',
        compliance_ref: idOf('cpl'),
        approval_id: approval,
      }),
    });
    await eventually(async () => {
      expect((await api.get(`/approvals/${approval}`)).body).toMatchObject({ status: 'canceled' });
    });
    for (const decision of ['approve', 'reject']) {
      expectError(await api.post(`/approvals/${approval}/${decision}`), 409, 'invalid_state');
    }
    expect((await api.get(`/wallets/${from}`)).body).toMatchObject({ balances: { usdc: '10.00' }, spent_24h: '0.00' });
  });

  it('answers 200 with the same payment when it is already canceled', async () => {
    const created = await pending();
    const first = await cancel(created);
    expect(first.status).toBe(200);
    for (const again of [await cancel(created), await cancel(created)]) {
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('svc-idempotent-replayed')).toBeNull();
    }
  });

  it('answers many requests at once with the same payment, and sends one webhook', async () => {
    const sink = await WebhookSink.open();
    try {
      const endpoint = await api.post('/webhook_endpoints', { url: sink.url });
      const created = await pending();

      const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(created)));

      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 200, body: { error_code: 'canceled' } });
      const later = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
      const received = await eventually(() => {
        const about = (id: string) => sink.received.filter(({ event }) => event.data['id'] === id);
        return (
          about(paymentIdOf(later)).length > 0 && about(paymentIdOf(created)).length > 0 && about(paymentIdOf(created))
        );
      });
      expect(received.map(({ event }) => [event.type, event.data])).toEqual([['payment.failed', answers[0]?.body]]);
      await api.delete(`/webhook_endpoints/${String(endpoint.body['id'])}`);
    } finally {
      await sink.close();
    }
  });

  it('answers 409 invalid_state once the payment is authorized, and it settles', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000101' }, { prefer: 'respond-async' });
    await eventually(async () => {
      expect((await api.get(`/payments/${paymentIdOf(created)}`)).body['stage']).toBe('broadcast');
    });

    expectError(await cancel(created), 409, 'invalid_state');

    expect((await untilEnded(api, paymentIdOf(created))).body).toEqual(settledPayment({ amount: '1.000101' }));
  });

  it.each([
    ['settled', { to: EVM_RECIPIENT, amount: '1.00' }],
    ['blocked', { to: SANCTIONED, amount: '1.00' }],
    ['reverted', { to: EVM_RECIPIENT, amount: '1.000201' }],
  ])('answers 409 invalid_state for a payment that is %s, and leaves it unchanged', async (_, order) => {
    const created = await api.post('/payments', order);
    const path = `/payments/${paymentIdOf(created)}`;
    const before = await api.get(path);
    expectError(await cancel(created), 409, 'invalid_state');
    expect((await api.get(path)).body).toEqual(before.body);
  });

  it('answers 404 for a payment that is unknown, of another account or of the other mode', async () => {
    const created = await pending();
    expectError(await api.post('/payments/pay_00000000000000000000000000/cancel'), 404, 'not_found');
    expectError(await cancel(created, service.api.as('prefer')), 404, 'not_found');
    expectError(await cancel(created, service.api.as('cancel', 'live')), 404, 'not_found');
    expect((await api.get(`/payments/${paymentIdOf(created)}`)).body).toMatchObject({ status: 'pending' });
    await cancel(created);
  });

  it('accepts an empty body or none, and refuses unknown fields', async () => {
    const created = await pending();
    const path = `/payments/${paymentIdOf(created)}/cancel`;
    expectError(await api.post(path, { reason: 'no' }), 400, 'invalid_request', { param: 'reason' });
    expect(await api.request('POST', path)).toMatchObject({ status: 200, body: { error_code: 'canceled' } });
  });

  it('answers a repeated idempotency key with the payment, marked as a replay', async () => {
    const idempotency_key = randomUUID();
    const [one, other] = [await pending(), await pending()];
    const path = `/payments/${paymentIdOf(one)}/cancel`;
    const first = await api.post(path, { idempotency_key });
    const again = await api.post(path, { idempotency_key });
    const otherPayment = await api.post(`/payments/${paymentIdOf(other)}/cancel`, { idempotency_key });

    expect(first).toMatchObject({ status: 200, body: { error_code: 'canceled' } });
    expect(first.headers.get('svc-idempotent-replayed')).toBeNull();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('svc-idempotent-replayed')).toBe('true');
    expectError(otherPayment, 409, 'idempotency_conflict', { param: 'idempotency_key' });
    await cancel(other);
  });

  it('leaves the amount in the treasury', async () => {
    const reserved = await api.get('/treasury/balance');
    const created = await pending('500.00');
    await cancel(created);
    expect({ ...(await api.get('/treasury/balance')).body, as_of: null }).toEqual({ ...reserved.body, as_of: null });
  });

  it('a canceled payment never has a transaction hash', async () => {
    const order = { to: EVM_RECIPIENT, amount: '1.00' };
    const ended = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const created = await api.post('/payments', order, { prefer: 'respond-async' });
        const answer = await cancel(created);
        const payment = await untilEnded(api, paymentIdOf(created));
        return { answer, payment };
      }),
    );
    for (const { answer, payment } of ended) {
      if (answer.status === 200) {
        expect(payment.body).toEqual(
          failedPayment('canceled', {
            ...canceled,
            amount: '1.00',
            compliance_ref: payment.body['compliance_ref'],
          }),
        );
        expect(answer.body).toEqual(payment.body);
      } else {
        expectError(answer, 409, 'invalid_state');
        expect(payment.body).toEqual(settledPayment({ amount: '1.00', txHash: EVM_HASH }));
      }
    }
  });
});
