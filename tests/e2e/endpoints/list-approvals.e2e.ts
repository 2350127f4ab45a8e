import type { Approval, Page } from '@stablecoin/contracts';
import { Approvals, type Waiting } from '../support/approvals';
import { expectError, fundedWallet } from '../support/payments';
import { useService } from '../support/service';
import { pendingApproval } from '../support/wallets';

describe('GET /v1/approvals', () => {
  const service = useService();
  const api = () => service.api.as('list_approvals');
  const approvals = () => new Approvals(api());

  it('lists the newest first, filtered by wallet and status, page by page', async () => {
    const { id: wallet } = await fundedWallet(api(), { usdc: '1000.00', spend_limit: '1.00' });
    const made: Waiting<string>[] = [];
    for (const amount of ['2.00', '3.00', '4.00']) made.push(await approvals().payFrom(wallet, amount));
    await approvals().reject(made[1]?.approval ?? '');
    const list = async (query: string) =>
      (await api().get(`/approvals?wallet=${wallet}${query}`)).body as unknown as Page<Approval>;

    const all = await list('');
    expect(all).toEqual({
      data: [
        pendingApproval({ id: made[2]?.approval, payment_id: made[2]?.payment, wallet_id: wallet, amount: '4.00' }),
        pendingApproval({ id: made[1]?.approval, amount: '3.00', status: 'rejected', wallet_id: wallet }),
        pendingApproval({ id: made[0]?.approval, amount: '2.00', wallet_id: wallet }),
      ],
      has_more: false,
      next_cursor: null,
    });
    expect((await list('&status=pending')).data).toEqual([all.data[0], all.data[2]]);
    expect((await list('&status=rejected')).data).toEqual([all.data[1]]);
    expect((await list('&status=approved')).data).toEqual([]);
    const page = await list('&limit=2');
    expect(page).toEqual({ data: all.data.slice(0, 2), has_more: true, next_cursor: made[1]?.approval });
    expect(await list(`&limit=2&starting_after=${String(page.next_cursor)}`)).toEqual({
      data: all.data.slice(2),
      has_more: false,
      next_cursor: null,
    });
  });

  it('lists those of the treasury too, unless a wallet is named', async () => {
    await api().patch('/policies', { treasury_approval_above: '50.00' });
    const ofWallet = await approvals().waiting();
    const ofTreasury = await approvals().payFrom(null, '50.01');
    const list = async (query: string) => (await api().get(`/approvals?${query}`)).body as unknown as Page<Approval>;
    const idsOf = ({ data }: Page<Approval>) => data.map(({ id }) => id);

    const page = await list('status=pending&limit=2');
    expect(page.data[0]).toEqual(
      pendingApproval({
        ...{ id: ofTreasury.approval, payment_id: ofTreasury.payment, wallet_id: null, amount: '50.01' },
        ...{ authorization: null, typed_data: null },
      }),
    );
    expect(page.data[1]).toMatchObject({ id: ofWallet.approval, wallet_id: ofWallet.wallet });
    expect(await list('status=pending&limit=1')).toMatchObject({ has_more: true, next_cursor: ofTreasury.approval });
    expect(idsOf(await list(`limit=1&starting_after=${ofTreasury.approval}`))).toEqual([ofWallet.approval]);
    expect(idsOf(await list(`wallet=${ofWallet.wallet}`))).toEqual([ofWallet.approval]);
    await approvals().reject(ofTreasury.approval);
    expect((await list('status=rejected&limit=1')).data).toMatchObject([{ id: ofTreasury.approval }]);
  });

  it.each([
    ['status', 'status=open'],
    ['status', 'status='],
    ['wallet', 'wallet='],
    ['limit', 'limit=0'],
    ['starting_after', 'starting_after=apr_1'],
    ['chain', 'chain=base'],
  ])('answers 400 for a malformed %s: %s', async (param, query) => {
    expectError(await api().get(`/approvals?${query}`), 400, 'invalid_request', { param });
  });
});
