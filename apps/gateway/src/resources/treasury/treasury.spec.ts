import { LIVE_KEY, startGateway, type TestGateway } from '../../testing/gateway';
import { aWallet } from '../../testing/fake-services';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.fakes.commands.length = 0;
  gateway.fakes.answers.clear();
});

describe('PATCH /treasury/settings', () => {
  const settings = { low_balance: { total: '1000.00', chains: { base: null, ethereum: null, solana: null } } };
  const patch = (body: object) => gateway.send('PATCH', '/v1/treasury/settings', { body });

  it.each([
    [{ low_balance: { total: '1000.00' } }, { total: '1000000000' }],
    [{ low_balance: { total: null } }, { total: null }],
    [{ low_balance: { chains: { base: '100', solana: null } } }, { chains: { base: '100000000', solana: null } }],
    [{ low_balance: { total: '1', chains: null } }, { total: '1000000' }],
    [{ low_balance: {} }, {}],
  ])('%j changes what it names, and null removes', async (body, lowBalance) => {
    gateway.fakes.answers.set('treasury.settings', () => settings);
    const answer = await patch(body);
    expect([answer.status, answer.body]).toEqual([200, settings]);
    expect(gateway.fakes.commands).toMatchObject([{ type: 'treasury.ConfigureTreasury', key: 'acme.test' }]);
    expect(gateway.fakes.commands[0]!.data).toEqual({ lowBalance });
  });

  it.each([
    [{}, 'low_balance'],
    [{ low_balance: 5 }, 'low_balance'],
    [{ low_balance: [] }, 'low_balance'],
    [{ low_balance: { total: 5 } }, 'low_balance.total'],
    [{ low_balance: { chains: { base: '-1' } } }, 'low_balance.chains.base'],
    [{ low_balance: { chains: { polygon: '1' } } }, 'low_balance.chains.polygon'],
    [{ low_balance: { floor: '1' } }, 'low_balance.floor'],
  ])('%j is 400 for %s', async (body, param) => {
    const answer = await patch(body);
    expect([answer.status, answer.body['param']]).toEqual([400, param]);
  });
});

describe('sandbox, Faucet', () => {
  const faucet = (body: object, options: object = {}) =>
    gateway.send('POST', '/v1/sandbox/faucet', { body, ...options });

  it.each(['base', 'ethereum', 'solana'])('credits the treasury on %s as an inbound transfer', async (chain) => {
    const { status, body } = await faucet({ chain, amount: '5' });
    expect(status).toBe(200);
    expect(body).toEqual({
      chain,
      currency: 'USDC',
      amount: '5.00',
      txHash: expect.any(String) as unknown,
      wallet: null,
    });
    expect(body['txHash']).toMatch(chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{88}$/ : /^0x[0-9a-f]{64}$/);
    expect(gateway.fakes.commands).toMatchObject([
      {
        type: 'treasury.CreditTreasury',
        key: 'acme.test',
        data: { chain, currency: 'USDC', amount: '5000000', txHash: body['txHash'] },
      },
    ]);
  });

  it('credits a wallet', async () => {
    gateway.fakes.wallets.set('wal_1', { state: 'exists', wallet: aWallet() });
    const { body } = await faucet({ chain: 'base', currency: 'EURC', amount: '7.25', wallet: 'wal_1' });
    expect(body).toMatchObject({ currency: 'EURC', amount: '7.25', wallet: 'wal_1' });
    expect(gateway.fakes.commands).toMatchObject([
      { type: 'wallet.CreditWallet', key: 'wal_1', data: { walletId: 'wal_1', amount: '7250000' } },
    ]);
  });

  it('a replay credits once, and answers with the same transfer', async () => {
    const body = { chain: 'base', amount: '5', idempotency_key: 'faucet' };
    const [first, second] = [await faucet(body), await faucet(body)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['svc-idempotent-replayed']).toBe('true');
    expect(gateway.fakes.commands).toHaveLength(1);
  });

  it.each([
    [{ amount: '1' }, 400, 'chain'],
    [{ chain: 'base' }, 400, 'amount'],
    [{ chain: 'base', amount: 1 }, 400, 'amount'],
    [{ chain: 'base', amount: '1000000.01' }, 400, 'amount'],
    [{ chain: 'base', amount: '1', wallet: 'wal_none' }, 404, 'wallet'],
    [{ chain: 'solana', amount: '1', wallet: 'wal_1' }, 400, 'chain'],
  ])('%j is %i for %s', async (body, expected, param) => {
    gateway.fakes.wallets.set('wal_1', { state: 'exists', wallet: aWallet() });
    const answer = await faucet(body);
    expect([answer.status, answer.body['param']]).toEqual([expected, param]);
  });

  it('404 to a live key', async () => {
    const { status, body } = await faucet({ chain: 'base', amount: '1' }, { key: LIVE_KEY });
    expect([status, body['code']]).toEqual([404, 'not_found']);
  });
});
