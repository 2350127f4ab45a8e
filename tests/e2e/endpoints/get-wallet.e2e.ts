import type { Wallet } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_HASH, EVM_RECIPIENT, expectError, idOf } from '../support/payments';
import { useService } from '../support/service';

const UNKNOWN = 'wal_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('GET /v1/wallets/:id', () => {
  const service = useService();
  const api = () => service.api.as('wallets_get');
  const create = async (fields: object = {}) =>
    (await api().post('/wallets', { owner: 'agent:reader', chain: 'base', ...fields })).body as unknown as Wallet;
  const read = async (id: string) => (await api().get(`/wallets/${id}`)).body as unknown as Wallet;

  it('answers the wallet right after it was created', async () => {
    const wallet = await create({ spend_limit: '10.00', label: 'Cash', approvers: [EVM_RECIPIENT] });
    const answer = await api().get(`/wallets/${wallet.id}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(wallet);
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it.each([UNKNOWN, 'wal_1', 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C', '..%2Fpayments', '%00', 'x'.repeat(200), '💸'])(
    'answers 404 for an unknown id: %s',
    async (id) => {
      expectError(await api().get(`/wallets/${id}`), 404, 'not_found');
    },
  );

  it('counts reserved amounts in the balances until they leave the chain', async () => {
    const wallet = await create();
    await api().post('/sandbox/faucet', { chain: 'base', amount: '100.00', wallet: wallet.id });
    await api().post('/sandbox/faucet', { chain: 'base', currency: 'EURC', amount: '50', wallet: wallet.id });
    expect((await read(wallet.id)).balances).toEqual({ usdc: '100.00', eurc: '50.00' });

    const order = { to: EVM_RECIPIENT, from: wallet.id, amount: '30.000101', chain: 'base' };
    const pending = await api().post('/payments', order, { prefer: 'respond-async' });
    const path = `/payments/${String(pending.body['id'])}`;
    await eventually(async () => expect((await api().get(path)).body['stage']).toMatch(/queued|broadcast|confirming/));
    expect(await read(wallet.id)).toEqual({
      ...wallet,
      balances: { usdc: '100.00', eurc: '50.00' },
      spent_24h: '30.000101',
    });

    await eventually(async () => expect((await api().get(path)).body['status']).toBe('settled'));
    await eventually(async () =>
      expect((await read(wallet.id)).balances).toEqual({ usdc: '69.999899', eurc: '50.00' }),
    );
  });

  it('counts unapproved payments in spent_24h, and subtracts those that fail', async () => {
    const wallet = await create({ spend_limit: '100.00' });
    await api().post('/sandbox/faucet', { chain: 'base', amount: '500.00', wallet: wallet.id });
    await api().post('/sandbox/faucet', { chain: 'base', currency: 'EURC', amount: '500.00', wallet: wallet.id });
    const pay = (fields: object) => api().post('/payments', { to: EVM_RECIPIENT, from: wallet.id, ...fields });

    expect((await pay({ amount: '40.00' })).body).toMatchObject({ status: 'settled' });
    expect((await pay({ amount: '50.00', currency: 'EURC' })).body).toMatchObject({ status: 'settled' });
    expect((await read(wallet.id)).spent_24h).toBe('90.00');

    expect((await pay({ amount: '5.000201' })).body).toMatchObject({ error_code: 'transaction_reverted' });
    await eventually(async () => expect((await read(wallet.id)).spent_24h).toBe('90.00'));

    const waiting = await pay({ amount: '10.01' });
    expect(waiting.body).toMatchObject({ stage: 'awaiting_approval' });
    await api().post(`/approvals/${String(waiting.body['approval_id'])}/approve`);
    await eventually(async () => {
      const { body } = await api().get(`/payments/${String(waiting.body['id'])}`);
      expect(body['status']).toBe('settled');
    });
    expect((await read(wallet.id)).spent_24h).toBe('90.00');

    expect((await pay({ amount: '10.00' })).body).toMatchObject({ status: 'settled' });
    expect(await read(wallet.id)).toEqual({
      ...wallet,
      spent_24h: '100.00',
      balances: { usdc: '439.99', eurc: '450.00' },
    });
  });

  it('sends wallet.funded for an inbound transfer, with amount, from and txHash', async () => {
    const wallet = await create();
    const { body: receipt } = await api().post('/sandbox/faucet', { chain: 'base', amount: '12.5', wallet: wallet.id });

    const event = await eventually(async () => {
      const { body } = await api().get('/events?type=wallet.funded&limit=100');
      return (
        (body['data'] as { data: Record<string, unknown> }[]).find(({ data }) => data['id'] === wallet.id) ?? false
      );
    });
    expect(receipt).toEqual({ chain: 'base', currency: 'USDC', amount: '12.50', txHash: EVM_HASH, wallet: wallet.id });
    expect(event).toEqual({
      id: idOf('evt'),
      type: 'wallet.funded',
      created_at: expect.any(String),
      sequence: expect.any(Number),
      livemode: false,
      data: {
        ...wallet,
        balances: { usdc: '12.50', eurc: '0.00' },
        amount: '12.50',
        currency: 'USDC',
        from: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        txHash: receipt['txHash'],
      },
    });
  });
});
