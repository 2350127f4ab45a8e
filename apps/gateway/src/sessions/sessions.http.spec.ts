import { eventually } from '@stablecoin/event-sourcing/testing';
import { AdvancedClock } from '../testing/advanced-clock';
import { LIVE_KEY, OTHER_KEY, TEST_KEY, startGateway, type Answer, type TestGateway } from '../testing/gateway';

const MINUTE = 60_000;

let gateway: TestGateway;
let clock: AdvancedClock;
let browsers = 0;
beforeAll(async () => {
  clock = new AdvancedClock();
  gateway = await startGateway({ TRUST_PROXY: '1' }, { clock });
  gateway.fakes.answers.set('treasury.balance', () => ({ usdc: '1.00' }));
});
afterAll(() => gateway.stop());

/** The cookie that an answer sets, as a browser would send it. */
function cookieOf({ headers }: Answer): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

interface Browser {
  readonly cookie: string;
  readonly csrf: string;
  readonly id: string;
  readonly ip: string;
}

/** Each from an address of its own, so that none meets the limit of the one before. */
async function signIn(key = TEST_KEY): Promise<Browser> {
  const ip = `198.51.100.${++browsers}`;
  const answer = await gateway.send('POST', '/v1/sessions', { key, headers: { 'x-forwarded-for': ip } });
  expect(answer.status).toBe(200);
  return { cookie: cookieOf(answer), csrf: String(answer.body['csrf_token']), id: String(answer.body['id']), ip };
}

function as({ cookie, ip }: Pick<Browser, 'cookie' | 'ip'>) {
  return (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: object,
  ) => gateway.send(method, path, { key: null, headers: { cookie, 'x-forwarded-for': ip, ...headers }, body });
}

const issue = async (body: object): Promise<{ readonly id: string; readonly key: string }> => {
  const answer = await gateway.send('POST', '/v1/api_keys', { body });
  expect(answer.status).toBe(200);
  return { id: String(answer.body['id']), key: String(answer.body['key']) };
};
const balance = (browser: Browser) => as(browser)('GET', '/v1/treasury/balance');

describe('a session of an API key', () => {
  it('is in a cookie that no script and no other site can use, and shows its CSRF token', async () => {
    const answer = await gateway.send('POST', '/v1/sessions', { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(answer.headers['set-cookie']).toMatch(
      /^svc_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^ses_/) as unknown,
      actor: { type: 'key', name: null },
      account: 'acme',
      livemode: false,
      role: null,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    const current = await as({ cookie: cookieOf(answer), ip: '203.0.113.1' })('GET', '/v1/sessions/current');
    expect(current.body).toEqual(answer.body);
  });

  it('has a cookie for this host alone, and over TLS alone, behind TLS', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.2', 'x-forwarded-proto': 'https' };
    const answer = await gateway.send('POST', '/v1/sessions', { headers });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-svc_session=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const cookie = cookieOf(answer);
    const current = await gateway.send('GET', '/v1/sessions/current', { key: null, headers: { ...headers, cookie } });
    expect(current.status).toBe(200);
    const without = { key: null, headers: { ...headers, cookie: cookie.replace('__Host-', '') } };
    expect((await gateway.send('GET', '/v1/sessions/current', without)).status).toBe(401);
  });

  it('takes its CSRF token with everything that may change something, and no other', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const create = (headers: Readonly<Record<string, string>>) => as(one)('POST', '/v1/api_keys', headers, {});
    expect((await balance(one)).status).toBe(200);
    for (const headers of [
      {},
      { 'svc-csrf-token': '' },
      { 'svc-csrf-token': other.csrf },
      { 'svc-csrf-token': `${one.csrf}x` },
    ]) {
      const refused = await create(headers);
      expect([refused.status, refused.body['code']]).toEqual([401, 'unauthorized']);
    }
    expect((await create({ 'svc-csrf-token': one.csrf })).status).toBe(200);
  });

  it('does not count beside the header Authorization, whether that holds or not', async () => {
    const browser = await signIn();
    const headers = (authorization: string) => ({ cookie: browser.cookie, authorization });
    const key = await gateway.send('GET', '/v1/sessions/current', {
      key: null,
      headers: headers(`Bearer ${OTHER_KEY}`),
    });
    expect(key.body).toMatchObject({ id: null, account: 'other', csrf_token: null });
    const wrong = await gateway.send('GET', '/v1/sessions/current', { key: null, headers: headers('Bearer nobody') });
    expect(wrong.status).toBe(401);
    // Nothing but the key is needed then.
    const options = { key: null, headers: headers(`Bearer ${TEST_KEY}`), body: {} };
    expect((await gateway.send('POST', '/v1/api_keys', options)).status).toBe(200);
  });

  it('leaves nothing of what it reads in the browser, where the next person could find it', async () => {
    const answer = await balance(await signIn());
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const withKey = await gateway.send('GET', '/v1/treasury/balance');
    expect(withKey.headers).not.toHaveProperty('cache-control');
  });

  it('begins anew each time: a token of the browser, or of another session, is never taken over', async () => {
    const chosen = 'A'.repeat(43);
    const answer = await gateway.send('POST', '/v1/sessions', {
      headers: { cookie: `svc_session=${chosen}`, 'x-forwarded-for': '203.0.113.3' },
    });
    expect(cookieOf(answer)).not.toContain(chosen);
    expect(
      (await as({ cookie: `svc_session=${chosen}`, ip: '203.0.113.3' })('GET', '/v1/sessions/current')).status,
    ).toBe(401);
    const browser = await signIn();
    const again = await as(browser)('POST', '/v1/sessions', { 'svc-csrf-token': browser.csrf });
    expect(again.status).toBe(401);
  });

  it.each(['', 'x', '%', 'A'.repeat(43), 'A'.repeat(9_000)])('is not any token: %.10p', async (token) => {
    const answer = await as({ cookie: `svc_session=${token}`, ip: '203.0.113.4' })('GET', '/v1/sessions/current');
    expect([answer.status, answer.body['code']]).toEqual([401, 'unauthorized']);
  });

  it('is as narrow as its key: scopes, account and mode, wallets, addresses, expiry', async () => {
    const reader = await signIn((await issue({ scopes: ['payments:read'] })).key);
    expect((await balance(reader)).body).toMatchObject({ code: 'insufficient_scope' });
    const live = await signIn(LIVE_KEY);
    expect((await as(live)('GET', '/v1/sessions/current')).body).toMatchObject({ livemode: true });
    const faucet = await as(live)('POST', '/v1/sandbox/faucet', { 'svc-csrf-token': live.csrf }, {});
    expect(faucet.body).toMatchObject({ code: 'not_found' });

    const { key } = await issue({ ip_allow_list: ['198.51.100.0/24'] });
    const bound = await signIn(key);
    expect((await balance(bound)).status).toBe(200);
    expect((await balance({ ...bound, ip: '203.0.113.9' })).body).toMatchObject({ code: 'unauthorized' });

    const soon = clock.now() + 10 * MINUTE;
    const ending = await signIn((await issue({ expires_at: new Date(soon).toISOString() })).key);
    const { body } = await as(ending)('GET', '/v1/sessions/current');
    expect(body['expires_at']).toBe(new Date(soon).toISOString());
  });

  it('keeps the wallets of its key', async () => {
    const id = 'wal_01JZ8Q4M6T3W9XKB2N5RDVC7HE';
    gateway.fakes.wallets.set(id, { state: 'exists', wallet: { id } } as never);
    const bound = await signIn((await issue({ wallet_ids: [id] })).key);
    expect((await balance(bound)).body).toMatchObject({ code: 'insufficient_scope' });
    expect((await as(bound)('GET', '/v1/wallets/wal_01JZ8Q4M6T3W9XKB2N5RDVC7HF')).status).toBe(404);
  });

  it.each([
    ['revoked', 'DELETE', ''],
    ['rotated', 'POST', '/rotate'],
  ] as const)('ends when its key is %s', async (_, method, action) => {
    const { id, key } = await issue({});
    const browser = await signIn(key);
    expect((await balance(browser)).status).toBe(200);
    expect((await gateway.send(method, `/v1/api_keys/${id}${action}`)).status).toBe(200);
    expect((await balance(browser)).status).toBe(401);
  });

  it('ends with the sign-out, and the cookie goes', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const out = await as(one)('DELETE', '/v1/sessions/current', { 'svc-csrf-token': one.csrf });
    expect([out.status, out.body]).toEqual([200, { id: one.id, deleted: true }]);
    expect(out.headers['set-cookie']).toBe('svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
    expect((await balance(one)).status).toBe(401);
    expect((await balance(other)).status).toBe(200);
  });

  it('ends in every browser with the sign-out everywhere, and only those of the same key', async () => {
    const key = await issue({});
    const [one, two, other] = [await signIn(key.key), await signIn(key.key), await signIn()];
    expect((await as(one)('DELETE', '/v1/sessions')).status).toBe(401);
    const out = await as(one)('DELETE', '/v1/sessions', { 'svc-csrf-token': one.csrf });
    expect([out.status, out.body]).toEqual([200, { id: key.id, deleted: true }]);
    for (const browser of [one, two]) {
      await eventually(async () => expect((await balance(browser)).status).toBe(401));
    }
    expect((await balance(other)).status).toBe(200);
    expect((await balance(await signIn(key.key))).status).toBe(200);
  });

  it('cannot be ended where there is none: a key signs out only everywhere', async () => {
    const answer = await gateway.send('DELETE', '/v1/sessions/current');
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
    expect((await gateway.send('DELETE', '/v1/sessions', { key: (await issue({})).key })).status).toBe(200);
  });

  it('never shows its token to anybody else: not to the events, and no hash to the answers', async () => {
    const { cookie } = await signIn();
    const token = cookie.split('=')[1] ?? '';
    const text = JSON.stringify(await gateway.events());
    expect(text).toContain('SessionStarted');
    expect(text).not.toContain(token);
  });

  it('names its key in the events, with the address', async () => {
    const { ip } = await signIn();
    const found = (await gateway.events('sessions-')).map(({ type, metadata }) => ({ type, actor: metadata.actor }));
    const id = expect.stringMatching(/^key_/) as unknown;
    expect(found).toContainEqual({ type: 'SessionStarted', actor: { type: 'key', id, name: null, ip } });
  });
});

describe('sign-ins', () => {
  it('are limited by where they come from, also with a key that does not exist, and before anything else', async () => {
    const send = (ip: string, key: string) =>
      gateway.send('POST', '/v1/sessions', { key, headers: { 'x-forwarded-for': ip } });
    const answers: Answer[] = [];
    for (let i = 0; i < 21; i++) answers.push(await send(`2001:db8:1:2::${i}`, 'svc_test_nobody'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(401), 429]);
    expect(answers.at(-1)?.headers['retry-after']).toBe('1');
    expect((await send('2001:db8:1:2::ffff', TEST_KEY)).status).toBe(429);
    expect((await send('2001:db8:1:3::1', TEST_KEY)).status).toBe(200);
  });
});

// Last: the clock never goes back.
describe('a session that time passes for', () => {
  it('ends after 30 minutes without use, and not while it is used', async () => {
    const [used, left] = [await signIn(), await signIn()];
    for (let minutes = 0; minutes < 40; minutes += 20) {
      clock.advance(20 * MINUTE);
      expect((await balance(used)).status).toBe(200);
    }
    expect((await balance(left)).body).toMatchObject({ code: 'unauthorized' });
  });

  it('is not kept from ending by what a page asks while nobody uses it, nor by its stream of events', async () => {
    const [used, refreshing, streaming] = [await signIn(), await signIn(), await signIn()];
    const unattended = [
      () => as(used)('GET', '/v1/treasury/balance'),
      () => as(refreshing)('GET', '/v1/treasury/balance', { 'svc-background': 'true' }),
      () => as(streaming)('GET', '/v1/events/stream?starting_after=evt_0'),
    ];
    const statuses = () => Promise.all(unattended.map(async (ask) => (await ask()).status));
    clock.advance(20 * MINUTE);
    expect(await statuses()).toEqual([200, 200, 400]);
    clock.advance(20 * MINUTE);
    expect(await statuses()).toEqual([200, 401, 401]);
  });

  it('writes its use at most once a minute', async () => {
    const browser = await signIn();
    const lastUsedAt = async () => {
      const db = gateway.runtime.database<{ sessions: { id: string; last_used_at: number } }>('gateway');
      const row = await db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('id', '=', browser.id)
        .executeTakeFirst();
      return row?.last_used_at;
    };
    const startedAt = await lastUsedAt();
    clock.advance(MINUTE - 1_000);
    expect((await balance(browser)).status).toBe(200);
    clock.advance(2_000);
    expect((await balance(browser)).status).toBe(200);
    const touchedAt = await eventually(async () => {
      const at = await lastUsedAt();
      return at !== startedAt && at;
    });
    expect(Number(touchedAt)).toBeGreaterThanOrEqual(Number(startedAt) + MINUTE);
  });

  it('ends after eight hours, however it is used', async () => {
    const browser = await signIn();
    for (let minutes = 0; minutes < 460; minutes += 20) {
      clock.advance(20 * MINUTE);
      expect((await balance(browser)).status).toBe(200);
    }
    clock.advance(20 * MINUTE);
    expect((await balance(browser)).body).toMatchObject({ code: 'unauthorized' });
  });
});
