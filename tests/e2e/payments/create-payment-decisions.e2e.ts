import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  idOf,
  paymentIdOf,
  paymentInReview,
  pendingPayment,
  REVIEWED,
  SANCTIONED,
  settledPayment,
  SOLANA_RECIPIENT,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('payment_decisions');
});

describe('Shapes', () => {
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

describe('Behaviour', () => {
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
    const scale = service.api.as('payment_decisions', 'scale');
    const to = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const refused = await scale.post('/payments', { to, amount: '1.00', compliance: 'skip' });
    expectError(refused, 403, 'plan_required', { param: 'compliance' });

    const auto = await scale.post('/payments', { to, amount: '1.00', compliance: 'auto', chain: 'base' });
    // A list of another instance may be a moment behind.
    const listed = await eventually(async () => {
      const data = (await api.get(`/payments?to=${to}`)).body['data'] as { id: string; status: string }[];
      return data.some(({ id, status }) => id === paymentIdOf(auto) && status === 'settled') && data;
    });
    expect(listed.filter(({ status }) => status !== 'settled')).toEqual([]);
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
