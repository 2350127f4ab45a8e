import type { Api } from '../support/api';
import {
  EVM_HASH,
  EVM_RECIPIENT,
  expectError,
  idOf,
  paymentIdOf,
  pendingPayment,
  settledPayment,
  untilEnded,
} from '../support/payments';
import { useService } from '../support/service';

const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('get_payment');
});

describe('GET /v1/payments/:id', () => {
  it('answers the settled payment as it was answered when it was created', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', memo: 'the same' });
    const read = await api.get(`/payments/${paymentIdOf(created)}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
    expect(read.body).toEqual(settledPayment({ amount: '1.00', memo: 'the same' }));
    expect(read.headers.get('svc-request-id')).toEqual(idOf('req'));
    expect(read.headers.get('ratelimit')).toMatch(/r=/);
  });

  it.each(['pay_00000000000000000000000000', 'nonsense', 'wal_00000000000000000000000000', '%00', "'%20or%201=1"])(
    'answers 404 for an unknown id: %s',
    async (id) => {
      expectError(await api.get(`/payments/${id}`), 404, 'not_found');
    },
  );

  it('answers 404 for a payment of another account or mode', async () => {
    const path = `/payments/${paymentIdOf(await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }))}`;
    expectError(await service.api.as('prefer').get(path), 404, 'not_found');
    expectError(await service.api.as('get_payment', 'live').get(path), 404, 'not_found');
    expect(await service.api.as('get_payment', 'scale').get(path)).toMatchObject({ status: 200 });
  });

  it('answers 404 for a pending payment of another account or mode', async () => {
    const [foreign, live] = [service.api.as('prefer'), service.api.as('get_payment', 'live')];
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000101' }, { prefer: 'respond-async' });
    const path = `/payments/${paymentIdOf(created)}`;
    expectError(await foreign.get(path), 404, 'not_found');
    expectError(await live.get(path), 404, 'not_found');
    expectError(await foreign.get(`${path}/timeline`), 404, 'not_found');
    await untilEnded(api, paymentIdOf(created));
  });

  it('accepts no query parameters', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const path = `/payments/${paymentIdOf(created)}?expand=all`;
    expectError(await api.get(path), 400, 'invalid_request', { param: 'expand' });
  });

  it('shows a pending payment when polled until it is settled', async () => {
    const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.000101' }, { prefer: 'respond-async' });
    expect(created.status).toBe(202);
    const seen: string[] = [];
    for (;;) {
      const { body } = await api.get(`/payments/${paymentIdOf(created)}`);
      seen.push(`${String(body['status'])} ${String(body['stage'])}`);
      if (body['status'] !== 'pending') {
        expect(body).toEqual(settledPayment({ amount: '1.000101', id: paymentIdOf(created) }));
        break;
      }
      const isOut = body['txHash'] !== null;
      expect(body).toEqual(
        pendingPayment({
          id: paymentIdOf(created),
          amount: '1.000101',
          stage: expect.stringMatching(isOut ? /^(broadcast|confirming)$/ : /^(screening|reserving|queued)$/),
          chain: isOut || body['stage'] === 'queued' ? 'base' : null,
          txHash: isOut ? EVM_HASH : null,
          compliance_ref: body['stage'] === 'screening' ? null : idOf('cpl'),
        }),
      );
    }
    // The status never moves back, and neither does the stage.
    const order = ['screening', 'reserving', 'queued', 'broadcast', 'confirming', 'done'].map((stage) =>
      stage === 'done' ? 'settled done' : `pending ${stage}`,
    );
    const places = seen.map((each) => order.indexOf(each));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(seen).toContain('pending broadcast');
  });
});

describe('Reads after a write', () => {
  it('a read is never older than an answer already given', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const prefer = i % 2 === 0 ? { prefer: 'respond-async' } : { prefer: 'wait=10' };
        const created = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }, prefer);
        const { status, body } = await api.get(`/payments/${paymentIdOf(created)}`);
        expect(status).toBe(200);
        if (created.body['status'] === 'settled') expect(body).toEqual(created.body);
        await untilEnded(api, paymentIdOf(created));
      }),
    );
  });

  it('a balance includes every payment already answered', async () => {
    const available = async () =>
      Number(((await api.get('/treasury/balance')).body['available'] as { solana: { usdc: string } }).solana.usdc);
    const to = 'So11111111111111111111111111111111111111112';
    let expected = await available();
    for (let i = 0; i < 10; i++) {
      await api.post('/payments', { to, amount: '1.00' });
      expected -= 1;
      expect(await available()).toBe(expected);
    }
  });
});
