import type { Page, Wallet } from '@stablecoin/contracts';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/wallets', () => {
  const service = useService();
  const api = () => service.api.as('wallets_list');
  const list = async (query: string) => (await api().get(`/wallets?${query}`)).body as unknown as Page<Wallet>;

  /** The newest first, as the list has them. */
  let wallets: readonly Wallet[] = [];

  beforeAll(async () => {
    const chains = ['base', 'solana', 'ethereum'];
    const orders = Array.from({ length: 25 }, (_, n) => ({ owner: `agent:${n}`, chain: chains[n % 3] }));
    const { body } = await api().post('/wallets/bulk', { wallets: orders });
    const made = (body['data'] as { wallet: Wallet }[]).map(({ wallet }) => wallet);
    wallets = made.toReversed();
  });

  it('lists the newest first, 20 by default', async () => {
    const answer = await api().get('/wallets');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: wallets.slice(0, 20), has_more: true, next_cursor: wallets[19]?.id });
  });

  it('pages with next_cursor in starting_after until has_more is false', async () => {
    const pages: Page<Wallet>[] = [await list('limit=10')];
    for (let page = pages[0]; page?.has_more === true;) {
      page = await list(`limit=10&starting_after=${String(page.next_cursor)}`);
      pages.push(page);
    }

    expect(pages.map(({ data, has_more }) => [data.length, has_more])).toEqual([
      [10, true],
      [10, true],
      [5, false],
    ]);
    expect(pages.flatMap(({ data }) => data)).toEqual(wallets);
    expect(pages.at(-1)?.next_cursor).toBeNull();
  });

  it('answers has_more: false when the limit matches exactly', async () => {
    expect(await list('limit=25')).toEqual({ data: wallets, has_more: false, next_cursor: null });
    expect(await list('limit=24')).toEqual({
      data: wallets.slice(0, 24),
      has_more: true,
      next_cursor: wallets[23]?.id,
    });
    expect(await list('limit=1')).toEqual({ data: [wallets[0]], has_more: true, next_cursor: wallets[0]?.id });
  });

  it('accepts the id of a wallet as cursor, and pages stay stable while wallets are added', async () => {
    const after = `starting_after=${String(wallets[4]?.id)}&limit=3`;
    const before = await list(after);
    expect(before).toEqual({ data: wallets.slice(5, 8), has_more: true, next_cursor: wallets[7]?.id });

    const { body: added } = await api().post('/wallets', { owner: 'agent:late', chain: 'base' });
    expect(await list(after)).toEqual(before);
    expect((await list('limit=1')).data).toEqual([added]);
    wallets = [added as unknown as Wallet, ...wallets];
  });

  it.each(['base', 'solana', 'ethereum'])('filters by chain %s, page by page', async (chain) => {
    const expected = wallets.filter((wallet) => wallet.chain === chain);
    const first = await list(`chain=${chain}&limit=4`);
    const second = await list(`chain=${chain}&limit=100&starting_after=${String(first.next_cursor)}`);

    expect([...first.data, ...second.data]).toEqual(expected);
    expect([first.has_more, second.has_more]).toEqual([true, false]);
  });

  it('filters by owner and metadata', async () => {
    const metadata = { team: 'list wallets', tier: 'gold' };
    const { body: gold } = await api().post('/wallets', { owner: 'user:gold', chain: 'base', metadata });
    const { body: tin } = await api().post('/wallets', {
      ...{ owner: 'user:tin', chain: 'base', metadata: { team: 'list wallets' } },
    });
    wallets = [tin as unknown as Wallet, gold as unknown as Wallet, ...wallets];
    expect(gold['metadata']).toEqual(metadata);

    expect((await list('owner=user:gold')).data).toEqual([gold]);
    expect((await list('owner=user:nobody')).data).toEqual([]);
    expect((await list('metadata[team]=list+wallets')).data).toEqual([tin, gold]);
    expect((await list('metadata%5Bteam%5D=list%20wallets&metadata[tier]=gold')).data).toEqual([gold]);
    expect((await list('metadata[team]=list+wallets&owner=user:tin&chain=base')).data).toEqual([tin]);
    const first = await list('metadata[team]=list+wallets&limit=1');
    expect(first).toMatchObject({ data: [tin], has_more: true });
    const after = `starting_after=${String(first.next_cursor)}`;
    expect(await list(`metadata[team]=list+wallets&limit=1&${after}`)).toMatchObject({ data: [gold], has_more: false });
  });

  it('filters by time, with both ends exclusive', async () => {
    const times = wallets.map(({ created_at: at }) => at);
    const [oldest = '', newest = ''] = [times.at(-1), times[0]];
    const between = wallets.filter(({ created_at: at }) => at > oldest && at < newest);

    expect((await list(`limit=100&created_after=${oldest}&created_before=${newest}`)).data).toEqual(between);
    expect((await list(`limit=100&created_before=${oldest}`)).data).toEqual([]);
    expect((await list(`limit=100&created_after=${newest}`)).data).toEqual([]);
    const inZone = new Date(Date.parse(newest) + 1).toISOString().replace('Z', '%2B00:00');
    expect((await list(`limit=100&created_before=${inZone}`)).data).toEqual(wallets);
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit=010'],
    ['limit', 'limit='],
    ['limit', 'limit=ten'],
    ['limit', 'limit=%D9%A1'],
    ['limit', 'limit=10&limit=10'],
    ['limit', 'limit[]=10'],
    ['chain', 'chain=Base'],
    ['chain', 'chain=auto'],
    ['chain', 'chain='],
    ['created_after', 'created_after=yesterday'],
    ['created_after', 'created_after=1700000000'],
    ['created_before', 'created_before=2026-02-30T00:00:00Z'],
    ['created_before', 'created_before=2026-13-01'],
    ['created_before', 'created_before=2026-01-01T00:00:00'],
    ['starting_after', 'starting_after='],
    ['starting_after', 'starting_after=wal_1'],
    ['starting_after', 'starting_after=zzz'],
    ['starting_after', 'starting_after=pay_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
    ['starting_after', `starting_after=${'w'.repeat(65)}`],
    ['status', 'status=active'],
    ['owner', 'owner=nobody'],
    ['metadata', 'metadata=red'],
    ['metadata', 'metadata[]=red'],
    ['metadata', 'metadata[__proto__]=red'],
    [`metadata[team]`, `metadata[team]=${'r'.repeat(501)}`],
    [`metadata[team]`, `metadata[team]=red&metadata[team]=blue`],
    ['__proto__', '__proto__=1'],
  ])('answers 400 and names a malformed %s: %s', async (param, query) => {
    const response = await api().get(`/wallets?${query}`);
    expectError(response, 400, 'invalid_request', { param: query.startsWith('limit[]') ? 'limit[]' : param });
  });
});
