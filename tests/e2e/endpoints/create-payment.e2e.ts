import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  idOf,
  paymentIdOf,
  SANCTIONED,
  settledPayment,
  SOLANA_HASH,
  SOLANA_RECIPIENT,
  TIME,
} from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, WebhookSink } from '../support/webhook-sink';

/** 20 keys of 40 characters, with values of 500. */
const LARGEST_METADATA = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`${'k'.repeat(38)}${String(n + 10)}`, '💶'.repeat(500)]),
);

const service = useService();
let api: Api;
let sink: WebhookSink;
let secret: string;

beforeAll(async () => {
  api = service.api.as('payments');
  sink = await WebhookSink.open();
  const endpoint = await api.post('/webhook_endpoints', { url: sink.url });
  secret = String(endpoint.body['secret']);
});

afterAll(async () => {
  await sink.close();
});

/** The webhooks about one payment that have come, once those that are awaited are there. */
function webhooksOf(paymentId: string, count = 1) {
  return eventually(() => {
    const about = sink.received.filter(({ event }) => event.data['id'] === paymentId);
    return about.length >= count && about;
  });
}

describe('POST /v1/payments', () => {
  it('creates and executes a payment, by default in USDC, on chain auto and from the treasury', async () => {
    const response = await api.post('/payments', { to: EVM_RECIPIENT, amount: '250.00' });

    expect(response.status).toBe(201);
    expect(response.body).toEqual(settledPayment({ to: EVM_RECIPIENT, amount: '250.00', currency: 'USDC' }));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('svc-request-id')).toEqual(idOf('req'));
    expect(response.headers.get('svc-idempotent-replayed')).toBeNull();
    expect(response.headers.get('preference-applied')).toBeNull();
    expect(response.headers.get('ratelimit-policy')).toMatch(/q=/);
    expect(response.headers.get('ratelimit')).toMatch(/r=/);
  });

  it.each([
    { chain: 'base', to: EVM_RECIPIENT, currency: 'USDC', txHash: EVM_HASH },
    { chain: 'base', to: EVM_RECIPIENT, currency: 'EURC', txHash: EVM_HASH },
    { chain: 'ethereum', to: EVM_RECIPIENT, currency: 'USDC', txHash: EVM_HASH },
    { chain: 'ethereum', to: EVM_RECIPIENT, currency: 'EURC', txHash: EVM_HASH },
    { chain: 'solana', to: SOLANA_RECIPIENT, currency: 'USDC', txHash: SOLANA_HASH },
    { chain: 'solana', to: SOLANA_RECIPIENT, currency: 'EURC', txHash: SOLANA_HASH },
  ])('pays $currency on $chain when asked to', async ({ chain, to, currency, txHash }) => {
    const response = await api.post('/payments', { to, amount: '1.00', currency, chain });
    expect(response.status).toBe(201);
    expect(response.body).toEqual(settledPayment({ to, amount: '1.00', currency, chain, txHash }));
  });

  it.each([
    ['none', undefined, {}],
    ['null', null, {}],
    ['an empty object', {}, {}],
    ['one entry', { order: '1042' }, { order: '1042' }],
    ['any character in a value', { 'a.B_c-9': '💶 "quoted"\n', empty: '' }, { 'a.B_c-9': '💶 "quoted"\n', empty: '' }],
    ['keys that objects have anyway', { constructor: 'x', toString: 'y' }, { constructor: 'x', toString: 'y' }],
    ['all that there can be', LARGEST_METADATA, LARGEST_METADATA],
  ])('keeps metadata: %s', async (_, metadata, expected) => {
    const { status, body } = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', metadata });
    expect({ status, metadata: body['metadata'] }).toEqual({ status: 201, metadata: expected });
    expect((await api.get(`/payments/${String(body['id'])}`)).body).toEqual(body);
    const [webhook] = await webhooksOf(String(body['id']));
    expect(webhook?.event.data).toEqual(body);
  });

  it.each([
    ['metadata', 'no object', 'x'],
    ['metadata', 'a list', ['x']],
    ['metadata', 'too many keys', { ...LARGEST_METADATA, one: 'more' }],
    ['metadata', 'a key that is too long', { ['k'.repeat(41)]: 'x' }],
    ['metadata', 'an empty key', { '': 'x' }],
    ['metadata', 'a key with square brackets', { 'order[id]': 'x' }],
    ['metadata', 'a key with a control character', { 'order\tid': 'x' }],
    ['metadata.order', 'a number', { order: 1042 }],
    ['metadata.order', 'null', { order: null }],
    ['metadata.order', 'an object', { order: {} }],
    ['metadata.order', 'a value that is too long', { order: 'v'.repeat(501) }],
    ['metadata.order', 'a character that no database keeps', { order: '\0' }],
  ])('answers 400 for %s: %s', async (param, _, metadata) => {
    const refused = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', metadata });
    expectError(refused, 400, 'invalid_request', { param });
  });

  it('counts metadata among the parameters of an idempotency key, in any order', async () => {
    const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: `metadata-${String(Date.now())}` };
    const { body } = await api.post('/payments', { ...order, metadata: { a: '1', b: '2' } });
    const again = await api.post('/payments', { ...order, metadata: { b: '2', a: '1' } });
    expect([again.status, again.body]).toEqual([200, body]);
    expectError(await api.post('/payments', { ...order, metadata: { a: '1' } }), 409, 'idempotency_conflict', {
      param: 'idempotency_key',
    });
    expectError(await api.post('/payments', order), 409, 'idempotency_conflict', { param: 'idempotency_key' });
  });

  it('routes a Solana address to Solana', async () => {
    const response = await api.post('/payments', { to: SOLANA_RECIPIENT, amount: '1', chain: 'auto' });
    expect(response.body).toEqual(
      settledPayment({ to: SOLANA_RECIPIENT, amount: '1.00', chain: 'solana', txHash: SOLANA_HASH }),
    );
  });

  it.each([
    ['64 letters', 'm'.repeat(64)],
    ['64 characters of two UTF-16 units each', '💶'.repeat(64)],
    ['characters that JSON escapes', 'a "quoted" \\ line\nbreak\ttab'],
    ['nothing at all', ''],
  ])('accepts a memo of %s and returns it unchanged', async (_, memo) => {
    const response = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', memo });
    expect(response.body).toEqual(settledPayment({ amount: '1.00', memo }));
  });

  describe('1. answers 400 invalid_request for missing or malformed parameters', () => {
    const valid = { to: EVM_RECIPIENT, amount: '1.00' };
    it.each([
      ['no to', { amount: '1.00' }, 'to'],
      ['no amount', { to: EVM_RECIPIENT }, 'amount'],
      ['null for to', { ...valid, to: null }, 'to'],
      ['a to that is no address', { ...valid, to: '0x1234' }, 'to'],
      ['a number for an amount', { ...valid, amount: 1 }, 'amount'],
      ['an amount of nothing', { ...valid, amount: '0' }, 'amount'],
      ['another currency', { ...valid, currency: 'USDT' }, 'currency'],
      ['a currency in lower case', { ...valid, currency: 'usdc' }, 'currency'],
      ['another chain', { ...valid, chain: 'polygon' }, 'chain'],
      ['a chain in upper case', { ...valid, chain: 'BASE' }, 'chain'],
      ['another word for compliance', { ...valid, compliance: 'none' }, 'compliance'],
      ['a memo of 65 characters', { ...valid, memo: 'm'.repeat(65) }, 'memo'],
      ['a country that does not exist', { ...valid, country_code: 'XX' }, 'country_code'],
      ['an unknown field', { ...valid, colour: 'red' }, 'colour'],
      ['an empty idempotency key', { ...valid, idempotency_key: '' }, 'idempotency_key'],
      ['an idempotency key of 256 characters', { ...valid, idempotency_key: 'k'.repeat(256) }, 'idempotency_key'],
      ['an EVM address on Solana', { ...valid, chain: 'solana' }, 'to'],
      ['a Solana address on Base', { to: SOLANA_RECIPIENT, amount: '1.00', chain: 'base' }, 'to'],
    ])('%s', async (_, body, param) => {
      expectError(await api.post('/payments', body), 400, 'invalid_request', { param });
    });
  });

  it('2. answers 402 insufficient_balance when the treasury is too low, keeps the failed payment and sends a webhook', async () => {
    const body = { to: EVM_RECIPIENT, amount: '600000.00', currency: 'EURC', chain: 'base', memo: 'twice is too much' };
    await api.post('/payments', body);

    const refused = await api.post('/payments', body);

    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    const payment = await api.get(`/payments/${paymentIdOf(refused)}`);
    expect(payment.body).toEqual(
      failedPayment('insufficient_balance', {
        ...body,
        id: paymentIdOf(refused),
        compliance_ref: idOf('cpl'),
        error_message: refused.body['message'],
      }),
    );
    const webhooks = await webhooksOf(paymentIdOf(refused));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.failed', payment.body]]);
  });

  it('2. answers 402 when no single chain holds enough: a payment is never split over chains', async () => {
    const body = { to: EVM_RECIPIENT, amount: '600000.00', currency: 'EURC' };
    await Promise.all(['base', 'ethereum'].map((chain) => api.post('/payments', { ...body, chain })));
    expectError(await api.post('/payments', body), 402, 'insufficient_balance', { payment_id: idOf('pay') });
  });

  it('3. answers 403 compliance_blocked for a failed screening, executes nothing and sends one webhook of its own type', async () => {
    const refused = await api.post('/payments', { to: SANCTIONED, amount: '5.00' });

    expectError(refused, 403, 'compliance_blocked', { payment_id: idOf('pay') });
    const payment = await api.get(`/payments/${paymentIdOf(refused)}`);
    expect(payment.body).toEqual(
      failedPayment('compliance_blocked', {
        to: SANCTIONED,
        amount: '5.00',
        compliance_ref: idOf('cpl'),
        error_message: refused.body['message'],
      }),
    );
    // A later payment's webhook has come, so a second one of this payment would have come as well.
    const later = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    await webhooksOf(paymentIdOf(later));
    const webhooks = await webhooksOf(paymentIdOf(refused));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([
      ['payment.compliance_blocked', payment.body],
    ]);
  });

  it('4. answers 422 chain_unavailable when the chain is down, suggests auto and keeps the failed payment', async () => {
    const refused = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000301', chain: 'ethereum' });

    expectError(refused, 422, 'chain_unavailable', {
      payment_id: idOf('pay'),
      message: expect.stringContaining('auto'),
    });
    const payment = await api.get(`/payments/${paymentIdOf(refused)}`);
    expect(payment.body).toEqual(
      failedPayment('chain_unavailable', { amount: '1.000301', chain: 'ethereum', compliance_ref: idOf('cpl') }),
    );
    const webhooks = await webhooksOf(paymentIdOf(refused));
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.failed', payment.body]]);

    const retried = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000301', chain: 'auto' });
    expect(retried).toMatchObject({ status: 201, body: { status: 'settled' } });
  });
});

describe('Events of a payment', () => {
  it('payment.settled is sent once, signed, with the payment as it was answered', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '3.00' });

    const webhooks = await webhooksOf(paymentIdOf(created));

    expect(webhooks.map(({ event }) => event)).toEqual([
      {
        id: idOf('evt'),
        type: 'payment.settled',
        created_at: TIME,
        sequence: expect.any(Number),
        livemode: false,
        data: created.body,
      },
    ]);
    expect(webhooks.every((delivery) => hasValidSignature(delivery, secret))).toBe(true);
  });

  it('payment.failed names error_code and error_message', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000201' });
    const [delivery] = await webhooksOf(paymentIdOf(created));
    expect(delivery?.event).toMatchObject({
      type: 'payment.failed',
      data: { ...created.body, error_code: 'transaction_reverted', error_message: expect.stringMatching(/./) },
    });
  });
});
