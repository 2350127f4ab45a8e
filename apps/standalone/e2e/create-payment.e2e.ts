import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from './support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  failedPayment,
  fundedWallet,
  idOf,
  paymentIdOf,
  paymentInReview,
  pendingPayment,
  REVIEWED,
  SANCTIONED,
  settledPayment,
  SOLANA_HASH,
  SOLANA_RECIPIENT,
  TIME,
  untilEnded,
} from './support/payments';
import { useService } from './support/service';
import { hasValidSignature, WebhookSink } from './support/webhook-sink';

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

describe('API contract: POST /payments', () => {
  it('creates and immediately executes a payment, and returns it; the defaults are USDC, auto and the treasury', async () => {
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

  it('routes a Solana address to the one chain that it is of', async () => {
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
  ])('takes a memo of %s and returns it as it is', async (_, memo) => {
    const response = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', memo });
    expect(response.body).toEqual(settledPayment({ amount: '1.00', memo }));
  });

  describe('1. missing or malformed parameters give 400 invalid_request', () => {
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

  it('2. a treasury that is too low gives 402 insufficient_balance; the payment is kept as failed, with a webhook', async () => {
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

  it('2. nor is a payment split over chains, when no single one holds enough', async () => {
    const body = { to: EVM_RECIPIENT, amount: '600000.00', currency: 'EURC' };
    await Promise.all(['base', 'ethereum'].map((chain) => api.post('/payments', { ...body, chain })));
    expectError(await api.post('/payments', body), 402, 'insufficient_balance', { payment_id: idOf('pay') });
  });

  it('3. a failed screening gives 403 compliance_blocked; nothing is executed and one webhook of its own type is sent', async () => {
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
    expect(webhooks.map(({ event }) => [event.type, event.data])).toEqual([['payment.compliance_blocked', payment.body]]);
  });

  it('4. a chain that is down gives 422 chain_unavailable, retryable with auto; the payment is kept as failed', async () => {
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

describe('API contract: Events', () => {
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

describe('API decisions: Shapes', () => {
  it.each([
    ['10', '10.00'],
    ['10.5', '10.50'],
    ['0.01', '0.01'],
    ['0.010000', '0.01'],
    ['10.123456', '10.123456'],
    ['000000000000010.100', '10.10'],
  ])('the amount %s is answered as %s', async (amount, normalised) => {
    const response = await api.post('/payments', { to: EVM_RECIPIENT, amount });
    expect(response.body).toEqual(settledPayment({ amount: normalised }));
  });

  it('the smallest payment is 0.01 and the largest 1000000.00, unless the operator says otherwise', async () => {
    const pay = (amount: string) => api.post('/payments', { to: SOLANA_RECIPIENT, amount });
    await api.post('/sandbox/faucet', { chain: 'solana', amount: '1000000' });

    expect(await pay('1000000.00')).toMatchObject({ status: 201, body: { status: 'settled' } });
    expectError(await pay('1000000.000001'), 400, 'invalid_request', { param: 'amount' });
    expectError(await pay('0.009999'), 400, 'invalid_request', { param: 'amount' });
  });

  it('ids are ordered as the payments were created', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(paymentIdOf(await api.post('/payments', { to: EVM_RECIPIENT, amount: '1' })));
    expect([...ids].sort()).toEqual(ids);
  });

  it('an optional field that is null counts as absent', async () => {
    const absent = { currency: null, chain: null, compliance: null, compliance_ref: null, country_code: null };
    const response = await api.post('/payments', {
      to: EVM_RECIPIENT,
      amount: '1.00',
      ...absent,
      from: null,
      memo: null,
      idempotency_key: null,
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual(settledPayment({ amount: '1.00' }));
  });

  it('an EVM address in lower case is answered with its checksum', async () => {
    const response = await api.post('/payments', { to: EVM_RECIPIENT.toLowerCase(), amount: '1.00' });
    expect(response.body).toEqual(settledPayment({ to: EVM_RECIPIENT, amount: '1.00' }));
  });
});

describe('API decisions: Behaviour', () => {
  it('201 when the payment has ended within the wait window, 202 with the pending payment otherwise', async () => {
    const body = { to: EVM_RECIPIENT, amount: '1.000101' };
    const [waited, hurried] = await Promise.all([
      api.post('/payments', body),
      api.post('/payments', body, { prefer: 'wait=1' }),
    ]);

    expect(waited.status).toBe(201);
    expect(waited.body).toEqual(settledPayment({ amount: '1.000101' }));
    expect(hurried.status).toBe(202);
    expect(hurried.body).toEqual(
      pendingPayment({
        amount: '1.000101',
        stage: expect.stringMatching(/^(queued|broadcast|confirming)$/),
        chain: 'base',
        txHash: hurried.body['stage'] === 'queued' ? null : EVM_HASH,
        compliance_ref: idOf('cpl'),
      }),
    );
    expect((await untilEnded(api, paymentIdOf(hurried))).body).toEqual(settledPayment({ amount: '1.000101' }));
  });

  it('compliance skip pays unscreened on the Enterprise plan', async () => {
    const [unscreened, blockedOtherwise] = await Promise.all([
      api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', compliance: 'skip' }),
      api.post('/payments', { to: SANCTIONED, amount: '1.00', compliance: 'skip' }),
    ]);
    expect(unscreened.body).toEqual(settledPayment({ amount: '1.00', compliance_ref: null }));
    expect(blockedOtherwise.body).toEqual(settledPayment({ to: SANCTIONED, amount: '1.00', compliance_ref: null }));
  });

  it('compliance skip without the Enterprise plan gives 403 plan_required, and stores nothing', async () => {
    const scale = service.api.as('payments', 'scale');
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const refused = await scale.post('/payments', { to, amount: '1.00', compliance: 'skip' });
    expectError(refused, 403, 'plan_required', { param: 'compliance' });

    const auto = await scale.post('/payments', { to, amount: '1.00', compliance: 'auto', chain: 'base' });
    const listed = await eventually(async () => {
      const { body } = await api.get(`/payments?to=${to}`);
      return JSON.stringify(body['data']).includes(paymentIdOf(auto)) && body;
    });
    expect((listed['data'] as { status: string }[]).filter(({ status }) => status !== 'settled')).toEqual([]);
  });

  it('takes an optional country code, and a country under sanctions blocks any address', async () => {
    const [germany, iran] = await Promise.all(
      ['DE', 'IR'].map((country_code) => api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', country_code })),
    );
    expect(germany?.body).toEqual(settledPayment({ amount: '1.00' }));
    expect(iran).toMatchObject({ status: 403, body: { code: 'compliance_blocked' } });
  });

  it('a payment that waits for a review answers 202 at once, and shows its compliance_ref', async () => {
    const { created: waiting } = await paymentInReview(api, { amount: '1.00' });
    expect(waiting.status).toBe(202);
    expect(waiting.body).toEqual(
      pendingPayment({ to: REVIEWED, amount: '1.00', stage: 'screening', compliance_ref: idOf('cpl') }),
    );
    await api.post(`/payments/${paymentIdOf(waiting)}/cancel`);
  });

  it('auto puts base before ethereum, which are equally cheap, and takes ethereum when base holds too little', async () => {
    const available = (await api.get('/treasury/balance')).body['available'] as Record<string, { usdc: string }>;
    const [whole] = String(available['base']?.usdc).split('.');
    const drained = await api.post('/payments', { to: EVM_RECIPIENT, amount: String(whole), chain: 'base' });
    expect(drained.status).toBe(201);

    const next = await api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00' });
    await api.post('/sandbox/faucet', { chain: 'base', amount: String(whole) });
    const last = await api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00' });

    expect(next.body).toEqual(settledPayment({ amount: '2.00', chain: 'ethereum' }));
    expect(last.body).toEqual(settledPayment({ amount: '2.00', chain: 'base' }));
  });
});

describe('API decisions: from', () => {
  it('pays from a wallet on its chain, and the money is gone from there and not from the treasury', async () => {
    const wallet = await fundedWallet(api, { chain: 'ethereum', usdc: '10.00', eurc: '5.00' });
    const treasury = (await api.get('/treasury/balance')).body;

    const [usdc, eurc] = await Promise.all([
      api.post('/payments', { to: EVM_RECIPIENT, amount: '9.99', from: wallet.id }),
      api.post('/payments', { to: EVM_RECIPIENT, amount: '5.00', from: wallet.id, currency: 'EURC', chain: 'ethereum' }),
    ]);

    const fields = { from: wallet.id, chain: 'ethereum' };
    expect(usdc.body).toEqual(settledPayment({ ...fields, amount: '9.99' }));
    expect(eurc.body).toEqual(settledPayment({ ...fields, amount: '5.00', currency: 'EURC' }));
    expect((await api.get(`/wallets/${wallet.id}`)).body).toMatchObject({ balances: { usdc: '0.01', eurc: '0.00' } });
    expect({ ...(await api.get('/treasury/balance')).body, as_of: null }).toEqual({ ...treasury, as_of: null });
  });

  it('a payment to a wallet of ours arrives there', async () => {
    const wallet = await fundedWallet(api, { chain: 'solana' });
    const paid = await api.post('/payments', { to: wallet.address, amount: '7.00' });
    expect(paid.body).toEqual(
      settledPayment({ to: wallet.address, amount: '7.00', chain: 'solana', txHash: SOLANA_HASH }),
    );
    await eventually(async () => {
      expect((await api.get(`/wallets/${wallet.id}`)).body).toMatchObject({ balances: { usdc: '7.00' } });
    });
    const [delivery] = await eventually(() => {
      const funded = sink.received.filter(({ event }) => event.type === 'wallet.funded' && event.data['id'] === wallet.id);
      return funded.length > 0 && funded;
    });
    expect(delivery?.event.data).toMatchObject({
      amount: '7.00',
      from: expect.any(String),
      txHash: paid.body['txHash'],
    });
  });

  it('a wallet that is unknown, or of another account, gives 404 not_found', async () => {
    const foreign = await fundedWallet(service.api.as('tenants_a'));
    const body = { to: EVM_RECIPIENT, amount: '1.00' };
    for (const from of ['wal_00000000000000000000000000', 'nonsense', foreign.id]) {
      expectError(await api.post('/payments', { ...body, from }), 404, 'not_found', { param: 'from' });
    }
  });

  it('another chain than the wallet has gives 400 for chain, an address of the other family 400 for to', async () => {
    const { id: from } = await fundedWallet(api, { chain: 'base', usdc: '5.00' });
    const evm = { to: EVM_RECIPIENT, amount: '1.00', from };
    expectError(await api.post('/payments', { ...evm, chain: 'ethereum' }), 400, 'invalid_request', { param: 'chain' });
    expectError(await api.post('/payments', { ...evm, to: SOLANA_RECIPIENT }), 400, 'invalid_request', { param: 'to' });
  });

  it('the balance is asked before the limit: too little is 402, also above the limit', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '5.00', spend_limit: '1.00' });
    const refused = await api.post('/payments', { to: EVM_RECIPIENT, amount: '5.01', from });
    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    expect((await api.get(`/payments/${paymentIdOf(refused)}`)).body).toEqual(
      failedPayment('insufficient_balance', { from, amount: '5.01', compliance_ref: idOf('cpl') }),
    );
  });

  it('above the spend limit a payment waits for an approval, answered 202 at once; up to it, it passes', async () => {
    const { id: from } = await fundedWallet(api, { usdc: '50.00', eurc: '50.00', spend_limit: '10.00' });
    const pay = (amount: string, currency: string) =>
      api.post('/payments', { to: EVM_RECIPIENT, amount, currency, from });

    const first = await pay('4.00', 'USDC');
    const above = await pay('6.01', 'EURC');
    const exactly = await pay('6.00', 'EURC');
    const dust = await pay('0.01', 'USDC');

    expect(first.body).toEqual(settledPayment({ from, amount: '4.00' }));
    expect(exactly.body).toEqual(settledPayment({ from, amount: '6.00', currency: 'EURC' }));
    for (const [waiting, amount, currency] of [
      [above, '6.01', 'EURC'],
      [dust, '0.01', 'USDC'],
    ] as const) {
      expect(waiting.status).toBe(202);
      expect(waiting.body).toEqual(
        pendingPayment({
          from,
          amount,
          currency,
          stage: 'awaiting_approval',
          approval_id: idOf('apr'),
          compliance_ref: idOf('cpl'),
        }),
      );
      await api.post(`/payments/${paymentIdOf(waiting)}/cancel`);
    }
    expect((await api.get(`/wallets/${from}`)).body).toMatchObject({ spent_24h: '10.00' });
  });
});
