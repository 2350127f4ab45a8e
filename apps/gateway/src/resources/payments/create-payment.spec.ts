import type { InitiatePaymentMessage } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ENTERPRISE_KEY, LIVE_KEY, startGateway, type SendOptions, type TestGateway } from '../../testing/gateway';
import { SETTLED, aWallet, failed } from '../../testing/fake-services';

const TO = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const OTHER_TO = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const BODY = { to: TO, amount: '12.5' };

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.outcome = SETTLED;
  gateway.fakes.heldUntil = Promise.resolve();
  gateway.fakes.commands.length = 0;
});

const pay = (body: object, options: Omit<SendOptions, 'body'> = {}) =>
  gateway.send('POST', '/v1/payments', { ...options, body });
const order = (): InitiatePaymentMessage['data'] => (gateway.fakes.commands.at(-1) as InitiatePaymentMessage).data;

describe('Status codes', () => {
  it('201 when the payment is terminal within the wait window', async () => {
    const { status, headers, body } = await pay(BODY);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'settled', to: TO, amount: '12.50', currency: 'USDC', livemode: false });
    expect(headers['svc-request-id']).toMatch(/^req_/);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('202 while it is still pending when the window ends', async () => {
    gateway.fakes.outcome = [];
    const { status, headers, body } = await pay(BODY, { headers: { prefer: 'wait=1' } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending' });
    expect(headers['preference-applied']).toBe('wait=1');
  });

  it('respond-async returns at once, and only after the payment exists', async () => {
    let open = (): void => undefined;
    gateway.fakes.heldUntil = new Promise((resolve) => (open = resolve));
    const answer = pay(BODY, { headers: { prefer: 'respond-async' } });
    await eventually(() => gateway.fakes.commands.length === 1);
    open();
    const { status, headers, body } = await answer;
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', stage: 'screening' });
    expect(headers['preference-applied']).toBe('respond-async');
  });

  it('payments that wait for a person answer 202 at once', async () => {
    gateway.fakes.outcome = [
      { type: 'payment.waiting', changes: { stage: 'awaiting_approval', approval_id: 'apr_1' } },
    ];
    const { status, body } = await pay(BODY, { headers: { prefer: 'wait=30' } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', stage: 'awaiting_approval', approval_id: 'apr_1' });
  });

  it.each([
    ['insufficient_balance', 402],
    ['compliance_blocked', 403],
    ['chain_unavailable', 422],
  ] as const)('%s answers %i with the failed payment in the error', async (code, expected) => {
    gateway.fakes.outcome = failed(code);
    const { status, body } = await pay(BODY);
    expect(status).toBe(expected);
    expect(body).toEqual({
      code,
      message: `because of ${code}`,
      payment_id: expect.stringMatching(/^pay_/) as unknown,
      request_id: expect.stringMatching(/^req_/) as unknown,
      retryable: false,
    });
    const stored = await gateway.send('GET', `/v1/payments/${String(body['payment_id'])}`);
    expect(stored.body).toMatchObject({ status: 'failed', error_code: code });
  });

  it.each(['recipient_blocklisted', 'insufficient_gas', 'transaction_reverted', 'transaction_expired'] as const)(
    '%s, after routing, answers 201 with the failed payment',
    async (code) => {
      gateway.fakes.outcome = failed(code);
      const { status, body } = await pay(BODY);
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'failed', error_code: code });
    },
  );
});

describe('design, The way of one payment', () => {
  it('500, retryable, when not even the existence of the payment is known', async () => {
    const impatient = await startGateway({ WAIT_MS: '50' });
    try {
      impatient.fakes.outcome = 'lost';
      const { status, body } = await impatient.send('POST', '/v1/payments', { body: BODY });
      expect(status).toBe(500);
      expect(body).toMatchObject({ code: 'internal_error', retryable: true });
    } finally {
      await impatient.stop();
    }
  });

  it('reads the payment when the window ends without an event', async () => {
    const impatient = await startGateway({ WAIT_MS: '500' });
    try {
      // The event of the settlement is lost; the payment is not.
      const { fakes } = impatient;
      fakes.outcome = [];
      fakes.answers.set('payment.get', ({ id }: { readonly id: string }) => {
        const payment = fakes.payments.get(id);
        return payment === undefined ? null : { ...payment, status: 'settled', stage: 'done' };
      });
      const { status, body } = await impatient.send('POST', '/v1/payments', { body: BODY });
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'settled' });
    } finally {
      await impatient.stop();
    }
  });

  it('the command carries the whole order, its message the id of the request (protocol rule 2)', async () => {
    const { headers, body } = await pay({
      to: TO.toLowerCase(),
      amount: '3.000001',
      currency: 'EURC',
      chain: 'ethereum',
      memo: 'invoice 7',
      country_code: 'DE',
      compliance_ref: null,
    });
    expect(gateway.fakes.commands).toHaveLength(1);
    expect(gateway.fakes.commands[0]).toMatchObject({
      id: headers['svc-request-id'],
      type: 'payment.InitiatePayment',
      key: body['id'],
      account: 'acme',
      livemode: false,
    });
    expect(order()).toEqual({
      paymentId: body['id'],
      to: TO,
      amount: '3000001',
      currency: 'EURC',
      chain: 'ethereum',
      candidates: ['ethereum'],
      from: null,
      memo: 'invoice 7',
      compliance: 'auto',
      complianceRef: null,
      countryCode: 'DE',
      idempotencyKey: null,
      createdBy: expect.stringMatching(/^key_/) as string,
    });
  });

  it('hands the trace context of the caller on', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await pay(BODY, { headers: { traceparent } });
    expect(gateway.fakes.commands[0]).toMatchObject({ traceparent });
  });

  it.each([{}, { 'idempotency-key': 'named' }])('says who sent the request, with the headers %p', async (headers) => {
    await pay(BODY, { headers });
    const { createdBy: id } = order();
    const actor = { type: 'key', id, name: null, ip: '127.0.0.1' };
    expect(gateway.fakes.commands[0]).toMatchObject({ actor });
  });
});

describe('Routing', () => {
  it('auto has the chains of the recipient, base before ethereum; Solana has one', async () => {
    await pay(BODY);
    expect(order()).toMatchObject({ chain: 'auto', candidates: ['base', 'ethereum'] });
    await pay({ ...BODY, to: SOLANA });
    expect(order()).toMatchObject({ chain: 'auto', candidates: ['solana'], to: SOLANA });
  });

  it('with from, auto is the chain of the wallet', async () => {
    gateway.fakes.wallets.set('wal_eth', {
      state: 'exists',
      wallet: aWallet({ id: 'wal_eth', chain: 'ethereum' }),
    });
    const { status } = await pay({ ...BODY, from: 'wal_eth' });
    expect(status).toBe(201);
    expect(order()).toMatchObject({ from: 'wal_eth', chain: 'auto', candidates: ['ethereum'] });
  });

  it.each([
    ['another chain than the wallet has is 400 param chain', { from: 'wal_base', chain: 'ethereum' }, 400, 'chain'],
    ['an address of the other family than the wallet is 400 param to', { from: 'wal_base', to: SOLANA }, 400, 'to'],
    ['an address of the other family than the chain is 400 param to', { chain: 'base', to: SOLANA }, 400, 'to'],
    ['and the other way round', { chain: 'solana' }, 400, 'to'],
    ['from that is unknown is 404 param from', { from: 'wal_none' }, 404, 'from'],
  ])('%s', async (_, changes, expected, param) => {
    gateway.fakes.wallets.set('wal_base', { state: 'exists', wallet: aWallet({ id: 'wal_base', chain: 'base' }) });
    const { status, body } = await pay({ ...BODY, ...changes });
    expect(status).toBe(expected);
    expect(body).toMatchObject({ code: expected === 404 ? 'not_found' : 'invalid_request', param });
    expect(gateway.fakes.commands).toEqual([]);
  });
});

describe('POST /payments: missing or malformed parameters give 400', () => {
  it.each([
    [{ amount: '1' }, 'to'],
    [{ to: TO }, 'amount'],
    [{ to: TO, amount: null }, 'amount'],
    [{ to: TO, amount: 12.5 }, 'amount'],
    [{ to: TO, amount: '0' }, 'amount'],
    [{ to: TO, amount: '0.00' }, 'amount'],
    [{ to: TO, amount: '-1' }, 'amount'],
    [{ to: TO, amount: '1e3' }, 'amount'],
    [{ to: TO, amount: '1,000.00' }, 'amount'],
    [{ to: TO, amount: '.5' }, 'amount'],
    [{ to: TO, amount: '5.' }, 'amount'],
    [{ to: TO, amount: ' 5' }, 'amount'],
    [{ to: TO, amount: '５' }, 'amount'],
    [{ to: TO, amount: '1.0000001' }, 'amount'],
    [{ to: TO, amount: '1234567890123456' }, 'amount'],
    [{ to: TO, amount: '0.009999' }, 'amount'],
    [{ to: TO, amount: '1000000.000001' }, 'amount'],
    [{ to: 7, amount: '1' }, 'to'],
    [{ to: '0x123', amount: '1' }, 'to'],
    [{ to: `0x${'0'.repeat(40)}`, amount: '1' }, 'to'],
    [{ to: '1'.repeat(32), amount: '1' }, 'to'],
    [{ to: TO.replace('A0b8', 'a0b8'), amount: '1' }, 'to'],
    [{ to: 'x'.repeat(5_000), amount: '1' }, 'to'],
    [{ ...BODY, currency: 'usdc' }, 'currency'],
    [{ ...BODY, currency: 'DAI' }, 'currency'],
    [{ ...BODY, chain: 'Base' }, 'chain'],
    [{ ...BODY, chain: 'polygon' }, 'chain'],
    [{ ...BODY, compliance: 'none' }, 'compliance'],
    [{ ...BODY, country_code: 'de' }, 'country_code'],
    [{ ...BODY, country_code: 'XX' }, 'country_code'],
    [{ ...BODY, country_code: 'DEU' }, 'country_code'],
    [{ ...BODY, memo: 'x'.repeat(65) }, 'memo'],
    [{ ...BODY, memo: 'nul\u0000' }, 'memo'],
    [{ ...BODY, memo: 5 }, 'memo'],
    [{ ...BODY, idempotency_key: '' }, 'idempotency_key'],
    [{ ...BODY, idempotency_key: 'x'.repeat(256) }, 'idempotency_key'],
    [{ ...BODY, from: '' }, 'from'],
    [{ ...BODY, id: 'pay_1' }, 'id'],
    [{ ...BODY, constructor: {} }, 'constructor'],
    [{ ...BODY, account: 'other' }, 'account'],
  ])('%j is refused for %s', async (body, param) => {
    const { status, body: error } = await pay(body);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_request', param, retryable: false });
    expect(gateway.fakes.commands).toEqual([]);
  });

  it.each([
    [{ memo: '💶'.repeat(64) }, { memo: '💶'.repeat(64) }],
    [
      { memo: null, currency: null, chain: null, from: null, country_code: null },
      { memo: null, currency: 'USDC' },
    ],
    [{ amount: '1000000' }, { amount: '1000000.00' }],
    [{ amount: '0.01' }, { amount: '0.01' }],
  ])('%j is taken: an optional field given as null counts as absent', async (changes, expected) => {
    const { status, body } = await pay({ ...BODY, ...changes });
    expect(status).toBe(201);
    expect(body).toMatchObject(expected);
  });
});

describe('Screening inside a payment', () => {
  it('compliance: skip without the Enterprise plan is 403 plan_required', async () => {
    const refused = await pay({ ...BODY, compliance: 'skip' });
    expect([refused.status, refused.body['code']]).toEqual([403, 'plan_required']);
    expect(gateway.fakes.commands).toEqual([]);
    const taken = await pay({ ...BODY, compliance: 'skip' }, { key: ENTERPRISE_KEY });
    expect(taken.status).toBe(201);
    expect(order()).toMatchObject({ compliance: 'skip' });
  });

  it('the ref of another address is 400 param compliance_ref', async () => {
    gateway.fakes.answers.set('compliance.get', () => ({ address: OTHER_TO }));
    const { status, body } = await pay({ ...BODY, compliance_ref: 'cpl_1' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ param: 'compliance_ref' });
  });

  it('an unknown ref is screened anew', async () => {
    gateway.fakes.answers.set('compliance.get', () => null);
    expect((await pay({ ...BODY, compliance_ref: 'cpl_gone' })).status).toBe(201);
    expect(order()).toMatchObject({ complianceRef: 'cpl_gone' });
  });
});

describe('Live keys', () => {
  it.each([
    ['a chain that is not configured is 422', { chain: 'base' }, /base is not configured/],
    ['auto too', {}, /No chain/],
    ['so with a wallet', { from: 'wal_1' }, /No chain/],
  ])('%s', async (_, changes, message) => {
    const { status, body } = await pay({ ...BODY, ...changes }, { key: LIVE_KEY });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'chain_unavailable', message: expect.stringMatching(message) as unknown });
    expect(gateway.fakes.commands).toEqual([]);
  });
});
