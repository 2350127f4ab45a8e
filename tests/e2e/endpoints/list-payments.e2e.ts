import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import {
  EVM_RECIPIENT,
  expectError,
  fundedWallet,
  paymentIdOf,
  SANCTIONED,
  SOLANA_RECIPIENT,
} from '../support/payments';
import { useService } from '../support/service';

type Listed = Readonly<Record<'id' | 'status' | 'chain' | 'to' | 'from' | 'created_at', string>>;

const service = useService();
let api: Api;
/** What this run has created, newest first, each as it can be read by its id. */
let created: readonly Listed[];
/** Just before the first and just after the last of them: a deployment may hold those of earlier runs. */
let window: { readonly created_after: string; readonly created_before: string };
let wallet: string;

const list = async (query: Readonly<Record<string, string>> = {}, from: Api = api) => {
  const response = await from.get(`/payments?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(200);
  return response.body as { data: Listed[]; has_more: boolean; next_cursor: string | null };
};

beforeAll(async () => {
  api = service.api.as('list_payments');
  ({ id: wallet } = await fundedWallet(api, { chain: 'ethereum', usdc: '10.00' }));
  const orders = [
    { to: EVM_RECIPIENT, amount: '1.00' },
    { to: SOLANA_RECIPIENT, amount: '2.00' },
    { to: SANCTIONED, amount: '3.00' },
    { to: EVM_RECIPIENT, amount: '4.00', from: wallet },
    { to: EVM_RECIPIENT, amount: '5.000201', chain: 'ethereum' },
    { to: EVM_RECIPIENT, amount: '6.00', currency: 'EURC' },
    { to: EVM_RECIPIENT, amount: '7.000102' },
  ];
  const marker = async () => (await api.post('/payments', { to: EVM_RECIPIENT, amount: '9.99' })).body['created_at'];
  const created_after = String(await marker());
  const read: Listed[] = [];
  for (const order of orders) {
    const made = await api.post('/payments', order, order.amount.endsWith('0102') ? { prefer: 'wait=0' } : {});
    read.unshift((await api.get(`/payments/${paymentIdOf(made)}`)).body as Listed);
  }
  created = read;
  window = { created_after, created_before: String(await marker()) };
  await eventually(async () => (await list(window)).data.length >= created.length);
});

const ids = (payments: readonly Listed[]) => payments.map(({ id }) => id);

describe('GET /v1/payments', () => {
  it('answers {data, has_more, next_cursor}, newest first, each payment as it is read by its id', async () => {
    const page = await list(window);
    expect(Object.keys(page).sort()).toEqual(['data', 'has_more', 'next_cursor']);
    expect(ids(page.data)).toEqual(ids(created));
    // The newest is still under way, so it may have gone on in between.
    expect(page.data.slice(1)).toEqual(created.slice(1));
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
  });

  it.each([1, 2, 3, 7])('pages through every payment once with limit %d and next_cursor', async (limit) => {
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { ...window, limit: String(limit) };
      const page = await list(cursor === null ? query : { ...query, starting_after: cursor });
      expect(page.data.length).toBeLessThanOrEqual(limit);
      expect(page.has_more).toBe(page.next_cursor !== null);
      walked.push(...ids(page.data));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(walked).toEqual(ids(created));
  });

  it('accepts the id of a payment as cursor', async () => {
    const [first = '', ...others] = ids(created);
    expect(ids((await list({ ...window, starting_after: first })).data)).toEqual(others);
  });

  it('answers an empty page after the oldest payment', async () => {
    const oldest = ids(created).at(-1) ?? '';
    expect(await list({ ...window, starting_after: oldest })).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  it('lists 20 payments by default', async () => {
    const to = '0xDe709F2102306220921060314715629080e2Fb77'.toLowerCase();
    const before = new Date(Date.now() - 1).toISOString();
    await Promise.all(Array.from({ length: 21 }, () => api.post('/payments', { to, amount: '0.01' })));
    const page = await eventually(async () => {
      const found = await list({ to, created_after: before });
      return found.has_more && found;
    });
    expect(page.data).toHaveLength(20);
    expect((await list({ to, created_after: before, limit: '100' })).data).toHaveLength(21);
  });

  it.each<[string, Record<string, string>, (payment: Listed) => boolean]>([
    ['status settled', { status: 'settled' }, ({ status }) => status === 'settled'],
    ['status failed', { status: 'failed' }, ({ status }) => status === 'failed'],
    ['status pending', { status: 'pending' }, ({ status }) => status === 'pending'],
    ['chain', { chain: 'ethereum' }, ({ chain }) => chain === 'ethereum'],
    ['another chain', { chain: 'solana' }, ({ chain }) => chain === 'solana'],
    ['recipient', { to: EVM_RECIPIENT }, ({ to }) => to === EVM_RECIPIENT],
    ['recipient in lower case', { to: EVM_RECIPIENT.toLowerCase() }, ({ to }) => to === EVM_RECIPIENT],
    ['two of them', { to: EVM_RECIPIENT, status: 'failed' }, (p) => p.to === EVM_RECIPIENT && p.status === 'failed'],
  ])('filters by %s', async (_, query, keeps) => {
    const expected = ids(created.filter(keeps));
    expect(expected.length).toBeGreaterThan(0);
    expect(ids((await list({ ...query, ...window })).data)).toEqual(expected);
  });

  it('filters by wallet', async () => {
    const page = await list({ wallet });
    expect(page.data).toEqual(created.filter(({ from }) => from === wallet));
    expect(page.data).toHaveLength(1);
    expect((await list({ wallet: 'wal_00000000000000000000000000' })).data).toEqual([]);
  });

  it('filters by metadata, page by page', async () => {
    const team = 'list payments';
    const made: string[] = [];
    for (const metadata of [{ team, order: '1' }, { team, order: '2' }, { team: 'another' }]) {
      const { body } = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00', metadata });
      expect(body['metadata']).toEqual(metadata);
      made.unshift(String(body['id']));
    }
    const [, second = '', first = ''] = made;
    await eventually(async () => (await list({ 'metadata[team]': 'another' })).data.length > 0);
    const since = { created_after: window.created_before, 'metadata[team]': team };
    expect(ids((await list(since)).data)).toEqual([second, first]);
    expect(ids((await list({ ...since, 'metadata[order]': '1' })).data)).toEqual([first]);
    expect(ids((await list({ ...since, 'metadata[order]': '1', status: 'failed' })).data)).toEqual([]);
    expect(ids((await list({ 'metadata[order]': team })).data)).toEqual([]);
    const page = await list({ ...since, limit: '1' });
    expect(page).toMatchObject({ has_more: true, next_cursor: second });
    expect(ids((await list({ ...since, limit: '1', starting_after: second })).data)).toEqual([first]);
    expect((await list(since, service.api.as('opening'))).data).toEqual([]);
  });

  it('finds the payment of an idempotency key, from the body or the header', async () => {
    const [inBody, inHeader] = [`list-${String(Date.now())}`, `list/${String(Date.now())} é`];
    const order = { to: EVM_RECIPIENT, amount: '1.00' };
    const { body: one } = await api.post('/payments', { ...order, idempotency_key: inBody });
    const { body: other } = await api.post('/payments', { ...order, idempotency_key: inHeader });
    expect((await list({ idempotency_key: inBody })).data).toEqual([one]);
    expect((await list({ idempotency_key: inHeader })).data).toEqual([other]);
    expect((await list({ idempotency_key: inBody, status: 'failed' })).data).toEqual([]);
    expect((await list({ idempotency_key: `${inBody}0` })).data).toEqual([]);
    expect((await list({ idempotency_key: inBody }, service.api.as('opening'))).data).toEqual([]);
  });

  it('finds the payments that a text names, whatever of them it is', async () => {
    const mark = `s${String(Date.now())}`;
    const order = { to: EVM_RECIPIENT, amount: '1.00', memo: `Search (${mark}).`, metadata: { mark: `m-${mark}` } };
    const { body: one } = await api.post('/payments', { ...order, idempotency_key: `k-${mark}` });
    const { body: other } = await api.post('/payments', { ...order, metadata: { of: `k-${mark}` } });
    const search = async (text: string, more = {}) => ids((await list({ search: text, ...more })).data);
    const [first, second] = [String(one['id']), String(other['id'])];
    await eventually(async () => (await search(mark)).length === 2);
    expect(await search(`search (${mark.toUpperCase()}).`)).toEqual([second, first]);
    expect(await search(mark, { limit: '1', starting_after: second })).toEqual([first]);
    expect(await search(mark, { status: 'failed' })).toEqual([]);
    expect(await search(`m-${mark}`)).toEqual([first]);
    expect(await search(`k-${mark}`)).toEqual([second, first]);
    expect(await search(first)).toEqual([first]);
    expect(await search(String(one['txHash']))).toContain(first);
    expect(await search(EVM_RECIPIENT.toLowerCase())).toContain(second);
    expect(await search(mark.slice(0, -1))).toEqual([]);
    expect((await list({ search: mark }, service.api.as('opening'))).data).toEqual([]);
  });

  it('filters by stage', async () => {
    const { body } = await api.post(
      '/payments',
      { to: EVM_RECIPIENT, amount: '1.000102' },
      { prefer: 'respond-async' },
    );
    const id = String(body['id']);
    await eventually(async () =>
      ids((await list({ stage: 'broadcast', created_after: window.created_before })).data).includes(id),
    );
    const done = await list({ ...window, stage: 'done' });
    expect(done.data).toEqual((await list(window)).data.filter(({ status }) => status !== 'pending'));
    expect((await list({ ...window, stage: 'done', status: 'pending' })).data).toEqual([]);
  });

  it('filters by time, with both ends exclusive', async () => {
    const times = created.map((payment) => payment.created_at);
    const [newest = '', oldest = ''] = [times[0], times.at(-1)];
    const isAfter = ({ created_at: at }: Listed) => at > oldest;
    const isBefore = ({ created_at: at }: Listed) => at < newest;

    const [after, before, between] = await Promise.all([
      list({ ...window, created_after: oldest }),
      list({ ...window, created_before: newest }),
      list({ created_after: oldest, created_before: newest }),
    ]);

    expect(ids(after.data)).toEqual(ids(created.filter(isAfter)));
    expect(ids(before.data)).toEqual(ids(created.filter(isBefore)));
    expect(ids(between.data)).toEqual(ids(created.filter((payment) => isAfter(payment) && isBefore(payment))));
    expect(between.data.length).toBeGreaterThan(0);
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['status', 'done'],
    ['chain', 'auto'],
    ['to', '0x1234'],
    ['created_after', 'yesterday'],
    ['created_before', '1700000000'],
    ['wallet', ''],
    ['starting_after', ''],
    ['sort', 'asc'],
    ['stage', 'settled'],
    ['search', ''],
    ['search', 's'.repeat(256)],
    ['idempotency_key', ''],
    ['idempotency_key', 'k'.repeat(256)],
    ['metadata', 'red'],
    ['metadata[team]', 'r'.repeat(501)],
  ])('answers 400 for %s=%s', async (param, value) => {
    expectError(await api.get(`/payments?${param}=${value}`), 400, 'invalid_request', { param });
  });

  it.each(['', '__proto__', 'team][colour', 'k'.repeat(41), 'té\u0000am'])(
    'answers 400 for metadata whose key is %j',
    async (key) => {
      const response = await api.get(`/payments?metadata[${encodeURIComponent(key)}]=red`);
      expectError(response, 400, 'invalid_request', { param: 'metadata' });
    },
  );

  it('lists nothing of another account or mode', async () => {
    const foreign = await list({ limit: '100' }, service.api.as('opening'));
    const live = await list({ limit: '100' }, service.api.as('list_payments', 'live'));
    expect(foreign).toEqual({ data: [], has_more: false, next_cursor: null });
    expect(live).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});

it('answers with CSV, every payment that the filters leave, and no text that is a formula', async () => {
  const order = { to: EVM_RECIPIENT, amount: '8.00', memo: '=1+2,"x"', metadata: { export: 'csv' } };
  const { body: payment } = await api.post('/payments', order);
  const answer = await api.get('/payments?metadata[export]=csv', { accept: 'text/csv' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
  const [header = '', row = '', ...rest] = answer.text.split('\r\n');
  expect(header.split(',').toSorted()).toEqual(Object.keys(payment).toSorted());
  const { id, created_at: at } = payment as Record<string, string>;
  expect(row.startsWith(`${id},${at},settled,done,8.00,USDC,`)).toBe(true);
  expect(row).toContain(`,"'=1+2,""x""",`);
  expect(row.endsWith(',"{""export"":""csv""}",false')).toBe(true);
  expect(rest.filter((line) => !line.startsWith('pay_'))).toEqual(['']);
  const all = await api.get('/payments?status=settled', { accept: 'text/csv' });
  const { data } = await list({ status: 'settled', limit: '100' });
  const lines = all.text.split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.slice(0, 30))).toEqual(data.map((each) => each.id));
  const none = await api.get('/payments?idempotency_key=nobody', { accept: 'text/csv' });
  expect(none.text.split('\r\n')).toEqual([header, '']);
});
