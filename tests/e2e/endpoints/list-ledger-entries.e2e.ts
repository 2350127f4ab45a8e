import type { LedgerEntry, Page } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError, idOf, SOLANA_RECIPIENT, TIME } from '../support/payments';
import { useService } from '../support/service';

const LEDGER_ID: unknown = expect.stringMatching(/^led_[0-9A-HJKMNP-TV-Z]{26}$/);

function units(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const absolute = BigInt(whole + fraction.padEnd(6, '0'));
  return amount.startsWith('-') ? -absolute : absolute;
}

describe('GET /v1/treasury/ledger', () => {
  const service = useService();
  const api = () => service.api.as('treasury_ledger');
  const list = async (query = '') => (await api().get(`/treasury/ledger${query}`)).body as unknown as Page<LedgerEntry>;
  const pay = async (fields: object) => (await api().post('/payments', { to: EVM_RECIPIENT, ...fields })).body;

  async function entriesOf(payment: unknown, count: number): Promise<LedgerEntry[]> {
    return eventually(async () => {
      const entries = (await list('?limit=100')).data.filter(({ payment_id: id }) => id === payment);
      return entries.length === count && entries;
    });
  }

  const entry = (kind: string, amount: string, [from, to]: [string, string], fields: object = {}) => ({
    id: LEDGER_ID,
    at: TIME,
    kind,
    currency: 'USDC',
    chain: 'base',
    payment_id: null,
    postings: [
      { account: from, amount: `-${amount}` },
      { account: to, amount },
    ],
    ...fields,
  });

  it('lists a settled payment as reserved and then posted, newest first', async () => {
    const payment = await pay({ amount: '250.00', chain: 'base' });
    const of = { payment_id: payment['id'] };

    expect(await entriesOf(payment['id'], 2)).toEqual([
      entry('posted', '250.00', ['treasury:base:reserved', 'external:payments'], of),
      entry('reserved', '250.00', ['treasury:base:available', 'treasury:base:reserved'], of),
    ]);
  });

  it('lists a void for a payment that fails after it was reserved', async () => {
    const payment = await pay({ amount: '7.000201', chain: 'ethereum', currency: 'EURC' });
    expect(payment).toMatchObject({ error_code: 'transaction_reverted' });
    const of = { payment_id: payment['id'], chain: 'ethereum', currency: 'EURC' };

    expect(await entriesOf(payment['id'], 2)).toEqual([
      entry('voided', '7.000201', ['treasury:ethereum:reserved', 'treasury:ethereum:available'], of),
      entry('reserved', '7.000201', ['treasury:ethereum:available', 'treasury:ethereum:reserved'], of),
    ]);
  });

  it('lists nothing for a refused payment', async () => {
    const refused = await api().post('/payments', { to: EVM_RECIPIENT, amount: '1000000.00', chain: 'base' });
    expectError(refused, 402, 'insufficient_balance', { payment_id: idOf('pay') });
    const after = await pay({ amount: '1.00', chain: 'base' });
    await entriesOf(after['id'], 2);
    expect(await entriesOf(refused.body['payment_id'], 0)).toEqual([]);
  });

  it('lists a credit for an inbound transfer', async () => {
    await api().post('/sandbox/faucet', { chain: 'solana', currency: 'EURC', amount: '33.000001' });
    expect((await list('?limit=1')).data).toEqual([
      entry('credited', '33.000001', ['external:deposits', 'treasury:solana:available'], {
        chain: 'solana',
        currency: 'EURC',
      }),
    ]);
  });

  it('starts with the opening balance; each entry sums to zero, and all entries add up to the balance', async () => {
    const entries: LedgerEntry[] = [];
    for (let page: Page<LedgerEntry> | undefined; page?.has_more !== false; entries.push(...page.data)) {
      page = await list(`?limit=4${page === undefined ? '' : `&starting_after=${String(page.next_cursor)}`}`);
      expect(page.next_cursor).toBe(page.has_more ? page.data.at(-1)?.id : null);
    }
    const { body: balance } = await api().get('/treasury/balance');

    expect(entries).toEqual((await list('?limit=100')).data);
    expect(entries.slice(-6).map(({ kind }) => kind)).toEqual(Array(6).fill('opened'));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const { postings } of entries) {
      expect(postings.reduce((sum, { amount }) => sum + units(amount), 0n)).toBe(0n);
    }
    const sums = new Map<string, bigint>();
    for (const { currency, postings } of entries) {
      for (const { account, amount } of postings) {
        const name = `${account} ${currency}`;
        sums.set(name, (sums.get(name) ?? 0n) + units(amount));
      }
    }
    const { available, reserved } = balance as unknown as Record<string, Record<string, Record<string, string>>>;
    for (const chain of ['base', 'ethereum', 'solana']) {
      for (const currency of ['USDC', 'EURC']) {
        const shown = (part: typeof available) => units(String(part?.[chain]?.[currency.toLowerCase()]));
        expect([chain, currency, sums.get(`treasury:${chain}:available ${currency}`) ?? 0n]).toEqual([
          chain,
          currency,
          shown(available),
        ]);
        expect(sums.get(`treasury:${chain}:reserved ${currency}`) ?? 0n).toBe(shown(reserved));
      }
    }
  });

  it('is narrowed down by payment, by kind and by time', async () => {
    const payment = await pay({ amount: '3.00', chain: 'solana', to: SOLANA_RECIPIENT });
    const entries = await entriesOf(payment['id'], 2);
    expect((await list(`?payment_id=${String(payment['id'])}`)).data).toEqual(entries);
    expect((await list(`?payment_id=${String(payment['id'])}&kind=reserved`)).data).toEqual(entries.slice(1));
    expect((await list('?kind=opened')).data).toHaveLength(6);
    const all = (await list('?limit=100')).data;
    const [oldest, newest] = [String(all.at(-1)?.at), String(all[0]?.at)];
    const between = all.filter(({ at }) => at > oldest && at < newest);
    expect((await list(`?limit=100&created_after=${oldest}&created_before=${newest}`)).data).toEqual(between);
    expect((await list('?kind=network_fee')).data).toEqual([]);
  });

  it.each([
    ['limit', 'limit=101'],
    ['starting_after', 'starting_after=led_1'],
    ['starting_after', 'starting_after=pay_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
    ['kind', 'kind=paid'],
    ['payment_id', `payment_id=${'x'.repeat(65)}`],
    ['created_after', 'created_after=yesterday'],
    ['wallet', 'wallet=wal_01JD8Z5M3V7T9G2K4XQW6N0B1C'],
  ])('answers 400 for a malformed %s: %s', async (param, query) => {
    expectError(await api().get(`/treasury/ledger?${query}`), 400, 'invalid_request', { param });
  });

  it('answers an empty page for an unknown cursor', async () => {
    expect(await list('?starting_after=led_01JD8Z5M3V7T9G2K4XQW6N0B1C')).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  it('answers with CSV, a row for each posting, with the filters of the list', async () => {
    const payment = await pay({ amount: '5.00', chain: 'base' });
    const [posted, reserved] = await entriesOf(payment['id'], 2);
    const answer = await api().get(`/treasury/ledger?payment_id=${String(payment['id'])}`, { accept: 'text/csv' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
    const row = (entry: LedgerEntry | undefined, side: number) => {
      const { id, at, kind, postings } = entry as LedgerEntry;
      const { account, amount } = postings[side] as LedgerEntry['postings'][number];
      return [id, at, kind, 'USDC', 'base', payment['id'], account, amount].join(',');
    };
    const rows = [row(posted, 0), row(posted, 1), row(reserved, 0), row(reserved, 1)];
    const header = 'id,at,kind,currency,chain,payment_id,account,amount';
    expect(answer.text.split('\r\n')).toEqual([header, ...rows, '']);
    expect(rows[0]).toMatch(/,-5\.00$/);
    const one = await api().get('/treasury/ledger?limit=1', { accept: 'text/csv' });
    expect(one.text.split('\r\n')).toHaveLength(4);
  });

  it('answers with JSON to whoever prefers JSON, or asks wrongly', async () => {
    const refused = await api().get('/treasury/ledger?kind=paid', { accept: 'text/csv' });
    expectError(refused, 400, 'invalid_request', { param: 'kind' });
    const page = await api().get('/treasury/ledger?limit=1', { accept: 'application/json, text/csv' });
    expect(page.body['data']).toHaveLength(1);
  });
});
