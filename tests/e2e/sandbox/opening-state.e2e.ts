import { expectError, TIME } from '../support/payments';
import { useService } from '../support/service';

const service = useService();

describe('Sandbox: opening state', () => {
  it("a new account's treasury holds 1000000 USDC and as much EURC on each chain, so usdc starts at 3000000.00", async () => {
    const opening = { usdc: '1000000.00', eurc: '1000000.00' };
    const none = { usdc: '0.00', eurc: '0.00' };
    const response = await service.api.as('opening').get('/treasury/balance');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      usdc: '3000000.00',
      eurc: '3000000.00',
      chains: { base: '1000000.00', ethereum: '1000000.00', solana: '1000000.00' },
      available: { base: opening, ethereum: opening, solana: opening },
      reserved: { base: none, ethereum: none, solana: none },
      held: { base: none, ethereum: none, solana: none },
      as_of: TIME,
    });
  });

  it('the ledger begins with it, in double entry, when money moves for the first time; a look changes nothing', async () => {
    const api = service.api.as('opening_ledger');
    const empty = { data: [], has_more: false, next_cursor: null };
    expect((await api.get('/treasury/balance')).body).toMatchObject({ usdc: '3000000.00', eurc: '3000000.00' });
    expect((await api.get('/treasury/ledger')).body).toEqual(empty);
    await api.post('/sandbox/faucet', { chain: 'base', amount: '5.00' });
    const { body } = await api.get('/treasury/ledger?kind=opened');
    expect(body).toEqual({
      data: ['solana', 'ethereum', 'base'].flatMap((chain) =>
        ['EURC', 'USDC'].map((currency) => ({
          ...{ id: expect.stringMatching(/^led_/), at: TIME, kind: 'opened', currency, chain, payment_id: null },
          postings: [
            { account: 'equity:opening', amount: '-1000000.00' },
            { account: `treasury:${chain}:available`, amount: '1000000.00' },
          ],
        })),
      ),
      has_more: false,
      next_cursor: null,
    });
    expect((await api.get('/treasury/balance')).body).toMatchObject({ usdc: '3000005.00', eurc: '3000000.00' });
  });

  it('a new account has a treasury, and nothing else', async () => {
    const api = service.api.as('opening');
    for (const path of ['/payments', '/wallets', '/approvals', '/webhook_endpoints', '/events']) {
      expect((await api.get(path)).body).toEqual({ data: [], has_more: false, next_cursor: null });
    }
    expectError(await api.get('/payments/pay_00000000000000000000000000'), 404, 'not_found');
  });
});
