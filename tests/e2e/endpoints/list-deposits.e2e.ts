import type { Deposit, Page } from '@stablecoin/contracts';
import { depositOf, heldDeposit } from '../support/deposits';
import { expectError, fundedWallet } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/deposits', () => {
  const service = useService();
  const api = () => service.api.as('list_deposits');
  const list = async (query: string) => (await api().get(`/deposits?${query}`)).body as unknown as Page<Deposit>;
  const idsOf = ({ data }: Page<Deposit>) => data.map(({ id }) => id);

  it('lists those of the treasury and of wallets, the newest first, by status and wallet, page by page', async () => {
    const { id: wallet } = await fundedWallet(api(), {});
    const first = await heldDeposit(api(), '1.00');
    const second = await heldDeposit(api(), '2.00', wallet);
    const third = await heldDeposit(api(), '3.00');
    await api().post(`/deposits/${second.id}/decision`, { decision: 'keep' });

    const all = await list('');
    expect(all.has_more).toBe(false);
    expect(all.data).toEqual([
      depositOf({ id: third.id, amount: '3.00' }),
      expect.objectContaining({ id: second.id, wallet_id: wallet, status: 'kept' }),
      depositOf({ id: first.id, amount: '1.00' }),
    ]);
    expect(idsOf(await list('status=held'))).toEqual([third.id, first.id]);
    expect(idsOf(await list('status=kept'))).toEqual([second.id]);
    expect(idsOf(await list(`wallet=${wallet}`))).toEqual([second.id]);
    expect(idsOf(await list('status=released'))).toEqual([]);
    const page = await list('limit=2');
    expect(page).toMatchObject({ has_more: true, next_cursor: second.id });
    expect(idsOf(await list(`limit=2&starting_after=${String(page.next_cursor)}`))).toEqual([first.id]);
  });

  it('shows a key that is bound to wallets what these have received', async () => {
    const { id: wallet } = await fundedWallet(api(), {});
    const own = await heldDeposit(api(), '4.00', wallet);
    const ofTreasury = await heldDeposit(api(), '5.00');
    const scopes = ['compliance:read', 'compliance:write'];
    const { body: key } = await api().post('/api_keys', { wallet_ids: [wallet], scopes });
    const bound = api().withKey(String(key['key']));
    expect(idsOf((await bound.get('/deposits')).body as unknown as Page<Deposit>)).toEqual([own.id]);
    expect((await bound.get(`/deposits/${own.id}`)).status).toBe(200);
    expectError(await bound.get(`/deposits/${ofTreasury.id}`), 404, 'not_found');
    // A person decides.
    expectError(await bound.post(`/deposits/${own.id}/decision`, { decision: 'clear' }), 403, 'insufficient_scope');
  });

  it.each([
    ['status', 'open'],
    ['limit', '101'],
    ['starting_after', 'pay_1'],
  ])('answers 400 for a malformed %s', async (param, value) => {
    expectError(await api().get(`/deposits?${param}=${value}`), 400, 'invalid_request', { param });
  });
});
