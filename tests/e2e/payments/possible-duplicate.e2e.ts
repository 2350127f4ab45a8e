import { randomUUID } from 'node:crypto';
import { clientOf, issueKey } from '../support/api-keys';
import { EVM_RECIPIENT, expectError, fundedWallet } from '../support/payments';
import { useService } from '../support/service';

/** Reverts in the sandbox. */
const REVERTED = '12.500201';

describe('possible_duplicate', () => {
  const service = useService();
  const account = () => service.api.as('possible_duplicate');
  const agent = async () => {
    const { id } = await fundedWallet(account(), { usdc: '500.00', spend_limit: '400.00' });
    const key = await issueKey(account(), { name: 'agent:planner', wallet_ids: [id] });
    return { api: clientOf(account(), key), order: { to: EVM_RECIPIENT, amount: '3.00', from: id } };
  };
  const underNewKey = <T extends object>(order: T) => ({ ...order, idempotency_key: randomUUID() });

  it('an agent that plans again a hundred times, under new keys and without any, pays once', async () => {
    const { api, order } = await agent();
    const orders = Array.from({ length: 100 }, (_, n) => (n % 10 === 9 ? order : underNewKey(order)));
    const answers = await Promise.all(orders.map((each) => api.post('/payments', each)));
    const paid = answers.filter(({ status }) => status < 300);
    expect(paid).toHaveLength(1);
    const id = String(paid[0]?.body['id']);
    for (const answer of answers.filter(({ status }) => status >= 300)) {
      expectError(answer, 409, 'possible_duplicate', { payment_id: id });
    }
    expect((await api.get('/payments')).body['data']).toMatchObject([{ id }]);
  });

  it('the same key finds its payment, and confirm_distinct makes a second one', async () => {
    const { api, order } = await agent();
    const first = underNewKey(order);
    const paid = await api.post('/payments', first);
    expect(paid.status).toBe(201);
    expect(await api.post('/payments', first)).toMatchObject({ status: 200, body: { id: paid.body['id'] } });
    expectError(
      await api.post('/payments', underNewKey({ ...order, confirm_distinct: false })),
      409,
      'possible_duplicate',
      {
        payment_id: String(paid.body['id']),
      },
    );
    const second = underNewKey({ ...order, confirm_distinct: true });
    const again = await api.post('/payments', second);
    expect(again).toMatchObject({ status: 201, body: { status: 'settled' } });
    expect(again.body['id']).not.toBe(paid.body['id']);
    // The confirmation belongs to the request, and not to what is paid.
    expect(await api.post('/payments', { ...second, confirm_distinct: false })).toMatchObject({
      status: 200,
      body: { id: again.body['id'] },
    });
  });

  it('a payment that has failed is no reason to refuse the next one', async () => {
    const { api, order } = await agent();
    const failing = { ...order, amount: REVERTED };
    expect((await api.post('/payments', underNewKey(failing))).body).toMatchObject({ status: 'failed' });
    expect((await api.post('/payments', underNewKey(failing))).body).toMatchObject({ status: 'failed' });
  });

  it('the policy includes every key of the account, or none', async () => {
    const owner = service.api.as('possible_duplicate_policy');
    const order = { to: EVM_RECIPIENT, amount: '4.00' };
    expect((await owner.post('/payments', underNewKey(order))).status).toBe(201);
    expect((await owner.post('/payments', underNewKey(order))).status).toBe(201);
    await owner.patch('/policies', { duplicate_guard: 'all', duplicate_window_hours: 1 });
    const guarded = await owner.post('/payments', underNewKey(order));
    expect(guarded.status).toBe(201);
    const refused = await owner.post('/payments', underNewKey(order));
    expectError(refused, 409, 'possible_duplicate', { payment_id: String(guarded.body['id']) });
    await owner.patch('/policies', { duplicate_guard: 'off' });
    expect((await owner.post('/payments', underNewKey(order))).status).toBe(201);
  });

  it.each(['true', 1, {}])('confirm_distinct: %j is 400', async (confirm_distinct) => {
    const answer = await account().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', confirm_distinct });
    expectError(answer, 400, 'invalid_request', { param: 'confirm_distinct' });
  });
});
