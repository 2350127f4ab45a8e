import type { LedgerEntry, Page, Wallet } from '@stablecoin/contracts';
import { EVM_RECIPIENT, expectError, fundedWallet, TIME } from '../support/payments';
import { useService } from '../support/service';

const LEDGER_ID: unknown = expect.stringMatching(/^led_[0-9A-HJKMNP-TV-Z]{26}$/);
const UNKNOWN = 'wal_01JD8Z5M3V7T9G2K4XQW6N0B1C';

describe('GET /v1/wallets/:id/ledger', () => {
  const service = useService();
  const api = () => service.api.as('wallet_ledger');
  const list = async (wallet: string, query = '') =>
    (await api().get(`/wallets/${wallet}/ledger${query}`)).body as unknown as Page<LedgerEntry>;

  it('lists what came in and what was paid, newest first, and adds up to the balance', async () => {
    const { id } = await fundedWallet(api(), { usdc: '100.00' });
    const order = { to: EVM_RECIPIENT, from: id, chain: 'base', amount: '30.00' };
    const { body: payment } = await api().post('/payments', order);
    expect(payment['status']).toBe('settled');
    const entry = (kind: string, amount: string, from: string, to: string, paymentId: unknown) => ({
      id: LEDGER_ID,
      at: TIME,
      kind,
      currency: 'USDC',
      chain: 'base',
      payment_id: paymentId,
      postings: [
        { account: from, amount: `-${amount}` },
        { account: to, amount },
      ],
    });
    const [available, reserved] = [`wallet:${id}:available`, `wallet:${id}:reserved`];
    const entries = [
      entry('posted', '30.00', reserved, 'external:payments', payment['id']),
      entry('reserved', '30.00', available, reserved, payment['id']),
      entry('credited', '100.00', 'external:deposits', available, null),
    ];
    const { data } = await list(id);
    expect(data).toEqual(entries);
    const { balances } = (await api().get(`/wallets/${id}`)).body as unknown as Wallet;
    const held = data.flatMap(({ postings }) => postings).filter(({ account }) => account.startsWith(`wallet:${id}:`));
    expect(balances.usdc).toBe(held.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2));

    expect(await list(id, '?limit=2')).toEqual({
      data: data.slice(0, 2),
      has_more: true,
      next_cursor: data[1]?.id,
    });
    expect((await list(id, `?limit=2&starting_after=${String(data[1]?.id)}`)).data).toEqual(data.slice(2));
    expect((await list(id, `?payment_id=${String(payment['id'])}`)).data).toEqual(data.slice(0, 2));
    expect((await list(id, '?kind=credited')).data).toEqual(data.slice(2));
    expect((await list(id, `?created_before=${String(data[2]?.at)}`)).data).toEqual([]);
    const movements = (await api().get('/treasury/ledger?limit=100')).body as unknown as Page<LedgerEntry>;
    expect(movements.data.filter(({ payment_id: paid }) => paid === payment['id'])).toEqual([]);
  });

  it('is empty for a wallet that nothing has moved in', async () => {
    const { body } = await api().post('/wallets', { owner: 'agent:reader', chain: 'base' });
    expect(await list(String(body['id']))).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it.each([UNKNOWN, 'wal_1', 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C'])('answers 404 for an unknown id: %s', async (id) => {
    expectError(await api().get(`/wallets/${id}/ledger`), 404, 'not_found');
  });

  it.each([
    ['limit', 'limit=0'],
    ['kind', 'kind=fee'],
    ['payment_id', 'payment_id='],
    ['created_before', 'created_before=2026-02-30'],
    ['starting_after', 'starting_after=wal_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
  ])('answers 400 for a malformed %s: %s', async (param, query) => {
    expectError(await api().get(`/wallets/${UNKNOWN}/ledger?${query}`), 400, 'invalid_request', { param });
  });

  it('answers with CSV', async () => {
    const { id } = await fundedWallet(api(), { usdc: '7.00' });
    const { text } = await api().get(`/wallets/${id}/ledger`, { accept: 'text/csv' });
    const [, first, second, end] = text.split('\r\n');
    expect(first).toMatch(/,external:deposits,-7\.00$/);
    expect(second?.endsWith(`,wallet:${id}:available,7.00`)).toBe(true);
    expect(end).toBe('');
    expectError(await api().get(`/wallets/${UNKNOWN}/ledger`, { accept: 'text/csv' }), 404, 'not_found');
  });
});
