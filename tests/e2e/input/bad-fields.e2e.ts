/** @once */
import type { Api } from '../support/api';
import { errorBody, EVM_RECIPIENT, SOLANA_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';

/** What each kind of field refuses, and by which sentence: the same wherever such a field stands. */
const service = useService();
let api: Api;

beforeAll(() => {
  api = service.api.as('bad_fields');
});

/** Where a field stands: a request that is valid but for it, and what the error calls it. */
interface Place {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly param: string;
  readonly body: (value: unknown) => object;
}

const payment = { to: EVM_RECIPIENT, amount: '1.00' };
const wallet = { owner: 'agent:buyer', chain: 'base' };
const check = { address: EVM_RECIPIENT, country_code: 'DE' };
const grant = { chain: 'base', amount: '1.00' };
// What a path names is looked for after the body is read.
const DEPOSIT = '/deposits/dep_01JD8Z5M3V7T9G2K4XQW6N0B1C/decision';
const DECISION = '/compliance/checks/cpl_01JD8Z5M3V7T9G2K4XQW6N0B1C/decision';
const ENDPOINT = '/webhook_endpoints/whe_01JD8Z5M3V7T9G2K4XQW6N0B1C';
const KEY = '/api_keys/key_01JD8Z5M3V7T9G2K4XQW6N0B1C';

/** A field at the top of a body. */
function field(path: string, valid: object, param: string, method: Place['method'] = 'POST'): Place {
  return { method, path, param, body: (value) => ({ ...valid, [param]: value }) };
}

function ofPayments(param: string): readonly Place[] {
  return ['/payments', '/payments/simulate'].map((path) => field(path, payment, param));
}

/** A field of a wallet, and of one of many. */
function ofWallets(name: string, read = (value: unknown): unknown => value, param = name): readonly Place[] {
  const body = (value: unknown) => ({ ...wallet, [name]: read(value) });
  const many = (value: unknown) => ({ wallets: [wallet, body(value)] });
  return [
    { method: 'POST', path: '/wallets', param, body },
    { method: 'POST', path: '/wallets/bulk', param: `wallets[1].${param}`, body: many },
  ];
}

function ofSettings(param: string, body: Place['body']): Place {
  return { method: 'PATCH', path: '/treasury/settings', param, body };
}

/** Each of the values is 400 in each of the places, by a sentence that says what is accepted. */
function expectRefused(places: readonly Place[], accepted: RegExp, values: readonly unknown[]): void {
  it.each(places)('$method $path: $param', async ({ method, path, param, body }) => {
    const answers = await Promise.all(values.map((value) => api.request(method, path, { body: body(value) })));
    const refusal = errorBody('invalid_request', { param, message: expect.stringMatching(accepted) });
    expect(answers.map((answer, at) => ({ value: values[at], status: answer.status, body: answer.body }))).toEqual(
      values.map((value) => ({ value, status: 400, body: refusal })),
    );
  });
}

const NO_TEXT = [0, 1, true, [], ['x'], {}];
const NO_WORD = ['', ' ', 'none', 'null', '*', 'toString', '__proto__', 'constructor', ...NO_TEXT];

describe('Money', () => {
  expectRefused(
    [
      ...ofPayments('amount'),
      ...ofWallets('spend_limit'),
      field('/sandbox/faucet', grant, 'amount'),
      ofSettings('low_balance.total', (total) => ({ low_balance: { total } })),
      ofSettings('low_balance.chains.base', (base) => ({ low_balance: { chains: { base } } })),
      ofSettings('low_balance.chains.solana', (solana) => ({ low_balance: { chains: { base: '1.00', solana } } })),
    ],
    /^\S+ must be a decimal string greater than zero, with at most 15 digits and 6 decimals, such as "250.00"\.$/,
    [
      ...[1, 1.5, -1, 1e21, true, ['1.00'], { units: '1' }],
      ...['', ' ', '0', '0.00', '000', '0.000000', '-1.00', '-0', '+1.00', '1e3', '1E-2', 'NaN', 'Infinity', '0x10'],
      ...['1.0000001', '0.0000000', '1234567890123456', '1.', '.5', '.', '1.2.3', '1,000.00', '1_000', '1,5', '1 000'],
      ...[' 1.00', '1.00 ', '1.00\n', '\t1', '1.00 USDC', '$1', '١٢٫٠٠', '１.００', '一', '²', '1\u200b', '1.00\0'],
    ],
  );

  describe('the smallest and the largest payment come from configuration', () => {
    const [tooSmall, tooLarge] = [
      ['0.009999', '0.000001'],
      ['1000000.000001', '999999999999999.999999', '000001000000001'],
    ];
    expectRefused(ofPayments('amount'), /^amount must be from 0\.01 to 1000000\.00\.$/, [...tooSmall, ...tooLarge]);
    const faucet = field('/sandbox/faucet', grant, 'amount');
    expectRefused([faucet], /^amount must be at most 1000000\.00\.$/, tooLarge);
  });
});

describe('Strictness, addresses', () => {
  expectRefused(
    [
      ...ofPayments('to'),
      field('/compliance/check', check, 'address'),
      ...ofWallets('approvers', (value) => [SOLANA_RECIPIENT, value], 'approvers[1]'),
    ],
    /address/,
    [
      ...[...NO_TEXT, '', ' ', 'agent:buyer', 'wal_01JD8Z5M3V7T9G2K4XQW6N0B1C', 'vitalik.eth', 'x'.repeat(60_000)],
      // EVM: a wrong checksum, in one letter and in all of them; the zero address; the form.
      ...['0x52908400098527886e0F7030069857D2E4169EE7', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
      `0x${'0'.repeat(40)}`,
      ...[EVM_RECIPIENT.slice(0, -1), `${EVM_RECIPIENT}0`, EVM_RECIPIENT.slice(2), `0X${EVM_RECIPIENT.slice(2)}`],
      ...[` ${EVM_RECIPIENT}`, `${EVM_RECIPIENT} `, `${EVM_RECIPIENT}\n`, `eip155:8453:${EVM_RECIPIENT}`],
      ...[`0x${'g'.repeat(40)}`, `0x${'１'.repeat(40)}`, `0x${'0'.repeat(64)}`],
      // Solana: the zero address; 31 and 33 bytes; letters that base58 leaves out.
      ...['1'.repeat(32), '1'.repeat(31), '1'.repeat(33), '1'.repeat(44), 'z'.repeat(44)],
      ...[`${SOLANA_RECIPIENT}1`, SOLANA_RECIPIENT.slice(1)],
      ...['0', 'O', 'l'].map((letter) => SOLANA_RECIPIENT.replace('o', letter)),
    ],
  );

  it.each([
    ['in one spelling', EVM_RECIPIENT],
    ['in another', EVM_RECIPIENT.toLowerCase()],
  ])('an approver who is listed twice, %s', async (_, again) => {
    const body = { ...wallet, approvers: [EVM_RECIPIENT, SOLANA_RECIPIENT, again] };
    const answer = await api.post('/wallets', body);
    const refusal = errorBody('invalid_request', { param: 'approvers[2]' });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: refusal });
  });
});

describe('Strictness, words are case-sensitive', () => {
  expectRefused(
    [...ofPayments('currency'), field('/sandbox/faucet', grant, 'currency')],
    /^currency must be one of USDC, EURC\.$/,
    ['usdc', 'Usdc', 'eurc', 'USDT', 'EUR', 'USDC ', ...NO_WORD],
  );
  const noChains = ['BASE', 'Base', 'base ', 'polygon', 'eth', 'base,ethereum', ...NO_WORD];
  expectRefused(ofPayments('chain'), /^chain must be one of auto, base, ethereum, solana\.$/, noChains);
  expectRefused(
    [...ofWallets('chain'), field('/sandbox/faucet', grant, 'chain')],
    /chain must be one of base, ethereum, solana\.$/,
    [...noChains, 'auto'],
  );
  expectRefused([...ofPayments('compliance'), ...ofWallets('compliance')], /compliance must be one of auto, skip\.$/, [
    ...['AUTO', 'Skip', 'kyc'],
    ...NO_WORD,
  ]);
  expectRefused([field(DECISION, {}, 'decision')], /^decision must be one of clear, block\.$/, [
    ...['Clear', 'cleared', 'blocked', 'approve'],
    ...NO_WORD,
  ]);
  expectRefused([field(DEPOSIT, {}, 'decision')], /^decision must be one of clear, keep\.$/, [
    ...['Clear', 'kept', 'block'],
    ...NO_WORD,
  ]);
  expectRefused([field('/api_keys', {}, 'plan')], /^plan must be one of scale, enterprise\.$/, ['Scale', ...NO_WORD]);
  expectRefused([field(ENDPOINT, {}, 'status', 'PATCH')], /^status must be one of enabled, disabled\.$/, [
    'Enabled',
    ...NO_WORD,
  ]);
  expectRefused(
    [...ofPayments('country_code'), field('/compliance/check', check, 'country_code')],
    /^country_code must be an ISO 3166-1 alpha-2 country code in upper case, such as "DE"\.$/,
    ['de', 'De', 'DEU', 'D', 'UK', 'EU', 'DE ', 'ＤＥ', '49', 'xk', ...NO_WORD],
  );
  expectRefused(
    [...ofPayments('country_code'), field('/compliance/check', check, 'country_code')],
    /"(AA|QM|QZ|XA|XX|XZ|ZZ)" is user-assigned and names no country \(of these codes only "XK", Kosovo, is taken\)\.$/,
    ['AA', 'QM', 'QZ', 'XA', 'XX', 'XZ', 'ZZ'],
  );
});

describe('Texts, counted in characters', () => {
  const notOfAtMost = (max: number) => [
    ...['x'.repeat(max + 1), '💶'.repeat(max + 1), `${'é'.repeat(max)}e`, 'a\0b'],
    ...NO_TEXT,
  ];
  const ofAtMost = (places: readonly Place[], max: number) =>
    expectRefused(places, new RegExp(`must be a string of at most ${max} characters\\.$`), notOfAtMost(max));
  ofAtMost(ofPayments('memo'), 64);
  ofAtMost(ofWallets('label'), 128);
  ofAtMost(
    [DECISION, DEPOSIT].map((path) => field(path, { decision: 'clear' }, 'note')),
    1_000,
  );
  const url = 'https://hooks.example.com/';
  ofAtMost([field('/webhook_endpoints', { url }, 'description'), field(ENDPOINT, {}, 'description', 'PATCH')], 500);
  ofAtMost([field('/api_keys', {}, 'name'), field(KEY, {}, 'name', 'PATCH')], 128);
  expectRefused(
    [field('/webhook_endpoints', {}, 'url'), field(ENDPOINT, {}, 'url', 'PATCH')],
    /^url must be a string of 1 to 2048 characters\.$/,
    ['', `${url}${'x'.repeat(2_048 - url.length + 1)}`, 'https://a\0b', ...NO_TEXT],
  );
  expectRefused(
    [
      ...ofPayments('from'),
      ...ofPayments('compliance_ref'),
      field('/sandbox/faucet', grant, 'wallet'),
      field(`${ENDPOINT}/replay`, {}, 'event_id'),
      field(`${ENDPOINT}/replay`, {}, 'since'),
    ],
    /^\w+ must be an id: a string of 1 to 64 characters\.$/,
    ['', 'x'.repeat(65), 'a\0', ...NO_TEXT],
  );
  expectRefused(
    ofWallets('owner'),
    /owner must be agent:<name> or user:<id>, with a name or id of 1 to 128 visible ASCII characters\.$/,
    [
      ...['', 'buyer', 'agent', 'agent:', 'user:', ':buyer', 'Agent:buyer', 'bot:buyer', 'agent: x', 'agent:two words'],
      ...[' agent:x', 'agent:x\n', 'agent:käufer', 'agent:💶', `user:${'x'.repeat(129)}`, 'agent:\0', ...NO_TEXT],
    ],
  );
});

describe('Times are ISO 8601 with their zone, and exist', () => {
  expectRefused(
    [
      field(`${ENDPOINT}/replay`, { to: '2026-01-31T12:00:00Z' }, 'from'),
      field(`${ENDPOINT}/replay`, { from: '2026-01-31T12:00:00Z' }, 'to'),
      field('/api_keys', {}, 'expires_at'),
    ],
    /^\w+ must be an ISO 8601 time with its zone, such as "2026-01-31T12:00:00Z"\.$/,
    [
      ...['', 'now', 'yesterday', '2026', '2026-01', '01/31/2026', '2026-1-31', '2026-W05-6', '20260131T120000Z'],
      ...['2026-01-31T12:00:00', '2026-01-31 12:00:00Z', '2026-01-31T12:00:00 Z', '2026-01-31T12Z', '2026-01-31T'],
      ...['2026-01-31T12:00:00+1', '2026-02-29T12:00:00Z', '2026-13-01', '2026-00-10', '2026-01-32'],
      ...['2026-01-31T25:00:00Z', '2026-01-31T12:60:00Z', '2026-01-31T12:00:60Z', '2026-01-31T12:00:00Z '],
      ...['2026-01-31T12:00:00+24:00', '2026-01-31T12:00:00+12:60', '2026-01-31T24:00:01Z', '2026-01-31T12:00:00,5Z'],
      ...['+2026-01-31T12:00:00Z', '-2026-01-31T12:00:00Z', '２０２６-01-31', '1769860800000'],
      ...[1_769_860_800, 1_769_860_800_000, ...NO_TEXT],
    ],
  );

  it('a span of time that ends before it begins', async () => {
    const span = { from: '2026-01-31T12:00:00Z', to: '2026-01-31T12:00:00.000+00:00' };
    const { status, body } = await api.post(`${ENDPOINT}/replay`, span);
    const refusal = errorBody('invalid_request', { param: 'to', message: 'to must be later than from.' });
    expect({ status, body }).toEqual({ status: 400, body: refusal });
  });
});

describe('Lists and numbers', () => {
  const NO_LIST = ['kyc', '', 1, true, {}, []];
  expectRefused([field('/compliance/check', check, 'checks')], /^checks must be a list of 1 to 4 values\.$/, [
    ...NO_LIST,
    ['kyc', 'aml', 'sanctions', 'travel_rule', 'kyc'],
  ]);
  const second = (value: unknown) => ({ ...check, checks: ['aml', value] });
  const checks: Place = { method: 'POST', path: '/compliance/check', param: 'checks[1]', body: second };
  expectRefused([checks], /^checks\[1\] must be one of kyc, aml, sanctions, travel_rule\.$/, [
    ...['KYC', 'kyc ', 'all', null],
    ...NO_WORD,
  ]);
  expectRefused([checks], /^checks\[1\] must not repeat a value of the list\.$/, ['aml']);
  expectRefused(ofWallets('approvers'), /approvers must be a list of 1 to 20 values\.$/, [
    ...NO_LIST,
    Array.from({ length: 21 }, (_, at) => `0x${String(at + 1).padStart(40, '0')}`),
  ]);
  expectRefused(ofWallets('approval_threshold'), /approval_threshold must be a whole number from 1 to 20\.$/, [
    ...[0, -1, 1.5, 21, 1e21, '1', '', true, [], [1], {}],
  ]);
  expectRefused(
    ofWallets('approval_threshold'),
    /approval_threshold must not be greater than the number of approvers/,
    [2],
  );
  const entries = (value: unknown) => ({ wallets: [wallet, value] });
  expectRefused([field('/wallets/bulk', {}, 'wallets')], /^wallets must be a list of 1 to 100 objects\.$/, [
    ...[{}, 'x', 1, true, []],
    Array.from({ length: 101 }, () => wallet),
  ]);
  expectRefused(
    [{ method: 'POST', path: '/wallets/bulk', param: 'wallets[1]', body: entries }],
    /^wallets\[1\] must be an object\.$/,
    [null, 'x', 1, true, [], [wallet]],
  );
});

describe('Nothing is stored for 400', () => {
  it.each(['/payments', '/wallets', '/approvals', '/events', '/webhook_endpoints'])('GET %s is empty', async (path) => {
    expect((await api.get(path)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('treasury and settings are as they were, and there are the keys of the operator alone', async () => {
    const [balance, settings, keys] = await Promise.all([
      api.get('/treasury/balance'),
      api.get('/treasury/settings'),
      api.get('/api_keys'),
    ]);
    expect(balance.body).toMatchObject({ usdc: '3000000.00', eurc: '3000000.00' });
    const none = { base: null, ethereum: null, solana: null };
    expect(settings.body).toEqual({ low_balance: { total: null, chains: none } });
    expect(keys.body['data']).toHaveLength(2);
  });
});
