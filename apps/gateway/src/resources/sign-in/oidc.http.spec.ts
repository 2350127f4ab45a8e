import { eventually } from '@stablecoin/event-sourcing/testing';
import { AdvancedClock } from '../../testing/advanced-clock';
import { startGateway, TEST_KEY, type Answer, type TestGateway } from '../../testing/gateway';
import { IdentityProvider } from '../../testing/identity-provider';

const PEOPLE = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', roles: ['staff', 'viewer', 'approver'], tenant: 'acme' },
  dev: { name: 'Dev', roles: 'developer', tenant: 'acme' },
  nobody: { email: 'nobody@example.com', tenant: 'acme' },
  stranger: { name: 'Stranger', roles: 'administrator', tenant: 'Not An Account' },
  homeless: { name: 'Homeless', roles: 'administrator' },
  other: { name: 'Other', roles: 'administrator', tenant: 'other' },
};

let provider: IdentityProvider;
let gateway: TestGateway;
let clock: AdvancedClock;
let browsers = 0;

beforeAll(async () => {
  clock = new AdvancedClock();
  provider = await IdentityProvider.start(PEOPLE);
  const claims = { OIDC_ROLE_CLAIM: 'roles', OIDC_ACCOUNT_CLAIM: 'tenant', TRUST_PROXY: '1' };
  gateway = await startGateway({ ...provider.environment, ...claims }, { clock });
});
afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

interface Started {
  readonly location: string;
  readonly cookie: string;
  readonly ip: string;
}

function cookiesOf({ headers }: Answer): Readonly<Record<string, string>> {
  const set = [headers['set-cookie'] ?? []].flat();
  return Object.fromEntries(set.map((each) => /^([^=]+)=([^;]*)/.exec(each)?.slice(1, 3) as [string, string]));
}

/** Each browser has an address of its own, so that none meets the limit of the one before. */
function get(path: string, ip: string, cookie = '', of = gateway): Promise<Answer> {
  return of.send('GET', path, { key: null, headers: { cookie, 'x-forwarded-for': ip } });
}

async function start(query = '', of = gateway): Promise<Started> {
  const ip = `198.51.100.${++browsers}`;
  const answer = await get(`/v1/sessions/oidc${query}`, ip, '', of);
  expect(answer.status).toBe(302);
  const cookie = `svc_sign_in=${cookiesOf(answer)['svc_sign_in'] ?? ''}`;
  return { location: String(answer.headers['location']), cookie, ip };
}

/** Signs somebody in; the answer is that of the callback. */
async function signIn(person: string | null, query = ''): Promise<Answer> {
  await provider.person(person);
  const { location, cookie, ip } = await start(query);
  const back = await provider.visit(location);
  return get(`${back.pathname}${back.search}`, ip, cookie);
}

async function whoIs(answer: Answer): Promise<Readonly<Record<string, unknown>>> {
  expect(answer.status).toBe(200);
  const session = `svc_session=${cookiesOf(answer)['svc_session'] ?? ''}`;
  const current = await get('/v1/sessions/current', '198.51.100.250', session);
  expect(current.status).toBe(200);
  return current.body;
}

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body['code']]).toEqual([status, code]);
  expect(cookiesOf(answer)).not.toHaveProperty('svc_session');
}

describe('the sign-in of a person', () => {
  it('asks the provider for a code, with PKCE, state and nonce, and keeps them sealed in the browser', async () => {
    const answer = await get('/v1/sessions/oidc', '198.51.100.251');
    const url = new URL(String(answer.headers['location']));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'stablecoin-payments',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1:3999/v1/sessions/oidc/callback',
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^svc_sign_in=v2\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(url.searchParams.get('state'));
  });

  it('begins a session with the widest role that the claim names, and goes on to a path of the service', async () => {
    const answer = await signIn('ada', '?return_to=/console/payments%3Fstatus=pending%26chain=base');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await whoIs(answer)).toMatchObject({
      actor: { type: 'user', id: expect.stringMatching(/^usr_/) as unknown, name: 'Ada Lovelace' },
      ...{ account: 'acme', livemode: false, role: 'approver' },
      scopes: expect.arrayContaining(['approvals:write', 'payments:read']) as unknown,
    });
    expect(cookiesOf(answer)['svc_sign_in']).toBe('');
  });

  it('is for the sandbox, or for live mode where that is asked for and the role allows it', async () => {
    expect(await whoIs(await signIn('ada', '?livemode=true'))).toMatchObject({ livemode: true, role: 'approver' });
    expect(await whoIs(await signIn('dev'))).toMatchObject({ livemode: false, role: 'developer' });
    const refused = await signIn('dev', '?livemode=true');
    expectRefused(refused, 403, 'insufficient_scope');
    expect(refused.body['message']).toContain('sandbox');
  });

  it('makes a member, who has no access until a role is assigned', async () => {
    const refused = await signIn('nobody');
    expectRefused(refused, 403, 'insufficient_scope');
    expect(refused.body['message']).toContain('no role');
    const { body } = await gateway.send('GET', '/v1/members');
    const members = body['data'] as readonly Readonly<Record<string, unknown>>[];
    const member = members.find(({ email }) => email === 'nobody@example.com');
    expect(member).toMatchObject({ name: 'nobody@example.com', role: null, last_signed_in_at: null });
    const assigned = await gateway.send('PUT', `/v1/members/${String(member?.['id'])}`, { body: { role: 'operator' } });
    expect(assigned.body).toMatchObject({ role: 'operator', assigned_role: 'operator', claimed_role: null });
    expect(await whoIs(await signIn('nobody'))).toMatchObject({ role: 'operator', actor: { id: member?.['id'] } });
  });

  it('belongs to the account that the claim names, and to none without it', async () => {
    expect(await whoIs(await signIn('other'))).toMatchObject({ account: 'other', role: 'administrator' });
    for (const person of ['stranger', 'homeless']) expectRefused(await signIn(person), 403, 'insufficient_scope');
    const { body } = await gateway.send('GET', '/v1/members');
    expect(JSON.stringify(body)).not.toMatch(/Other|Stranger|Homeless/);
  });

  it('takes a new role at the next sign-in, and no access at once where an administrator disables the member', async () => {
    await provider.describe({ ada: { ...PEOPLE.ada, roles: ['viewer'] } });
    const answer = await signIn('ada');
    const { actor, role } = await whoIs(answer);
    expect(role).toBe('viewer');
    const path = `/v1/members/${(actor as { readonly id: string }).id}`;
    const other = await gateway.send('PUT', path, { body: { role: 'administrator' } });
    expect([other.status, other.body['code'], other.body['param']]).toEqual([409, 'invalid_state', 'role']);
    expect((await gateway.send('PUT', path, { body: { role: 'viewer', status: 'disabled' } })).status).toBe(200);
    const session = `svc_session=${cookiesOf(answer)['svc_session'] ?? ''}`;
    await eventually(async () => {
      expect((await get('/v1/sessions/current', '198.51.100.250', session)).status).toBe(401);
    });
    expectRefused(await signIn('ada'), 403, 'insufficient_scope');
    expect((await gateway.send('PUT', path, { body: { role: 'viewer' } })).status).toBe(200);
    await provider.describe({ ada: PEOPLE.ada });
    expect(await whoIs(await signIn('ada'))).toMatchObject({ role: 'approver' });
  });

  it('is refused by name where the person gives up', async () => {
    const refused = await signIn(null);
    expectRefused(refused, 401, 'unauthorized');
    expect(refused.body['message']).toContain('access_denied');
  });

  it('is in the events: who, from where, and who was refused', async () => {
    const events = await gateway.events('sessions-', 'member-');
    const found = events.map(({ type, metadata: { actor, account } }) => ({ type, account, name: actor?.name }));
    expect(found).toContainEqual({ type: 'MemberJoined', account: 'acme', name: 'Ada Lovelace' });
    expect(found).toContainEqual({ type: 'SessionStarted', account: 'acme', name: 'Ada Lovelace' });
    expect(found).toContainEqual({ type: 'SignInRefused', account: 'acme', name: 'nobody@example.com' });
  });
});

describe('a sign-in that somebody else has begun, or changed', () => {
  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
  ])('%s is 400, and nothing is asked of the provider', async (_, change) => {
    await provider.person('ada');
    const { location, cookie, ip } = await start();
    const back = await provider.visit(location);
    change(back);
    expectRefused(await get(`${back.pathname}${back.search}`, ip, cookie), 400, 'invalid_request');
  });

  it('the cookie of another browser, one that was changed, an old one and none are 400', async () => {
    await provider.person('ada');
    const [mine, other] = [await start(), await start()];
    const back = await provider.visit(mine.location);
    const path = `${back.pathname}${back.search}`;
    for (const cookie of [other.cookie, `${mine.cookie}x`, 'svc_sign_in=', 'svc_sign_in=v1.AAAA', '']) {
      expectRefused(await get(path, mine.ip, cookie), 400, 'invalid_request');
    }
    clock.advance(601_000);
    expectRefused(await get(path, mine.ip, mine.cookie), 400, 'invalid_request');
    clock.advance(-601_000);
  });

  it('a code is good for once, also with the cookie that came with it', async () => {
    await provider.person('ada');
    const { location, cookie, ip } = await start();
    const back = await provider.visit(location);
    const path = `${back.pathname}${back.search}`;
    expect((await get(path, ip, cookie)).status).toBe(200);
    expectRefused(await get(path, ip, cookie), 401, 'unauthorized');
  });

  it('a code of another sign-in does not fit the verifier of this one', async () => {
    await provider.person('ada');
    const [mine, stolen] = [await start(), await start()];
    const [back, theirs] = [await provider.visit(mine.location), await provider.visit(stolen.location)];
    back.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expectRefused(await get(`${back.pathname}${back.search}`, mine.ip, mine.cookie), 401, 'unauthorized');
  });

  it('an answer of another issuer is refused', async () => {
    await provider.person('ada');
    const { location, cookie, ip } = await start();
    const back = await provider.visit(location);
    back.searchParams.set('iss', 'https://evil.example.com');
    expectRefused(await get(`${back.pathname}${back.search}`, ip, cookie), 401, 'unauthorized');
  });

  it.each([
    'https://evil.example.com',
    '//evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    'javascript:alert(1)',
    'console',
    '/\tevil',
    '/ /evil',
    '/%0d%0aset-cookie:x'.replaceAll('%0d%0a', '\r\n'),
    `/${'a'.repeat(512)}`,
  ])('does not end at %j', async (path) => {
    const ip = `198.51.100.${++browsers}`;
    const answer = await get(`/v1/sessions/oidc?return_to=${encodeURIComponent(path)}`, ip);
    expect([answer.status, answer.body['param']]).toEqual([400, 'return_to']);
  });
});

describe('an ID token', () => {
  afterEach(() => provider.tamper(null));

  it('that only looks changed is taken: the same claims, signed by the provider', async () => {
    await provider.tamper({ claims: { name: 'Ada King' } });
    expect(await whoIs(await signIn('ada'))).toMatchObject({ actor: { name: 'Ada King' } });
  });

  it.each([
    ['for another client', { claims: { aud: 'another-client' } }],
    ['for several clients, asked for by another', { claims: { aud: ['stablecoin-payments', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example.com' } }],
    ['of another sign-in', { claims: { nonce: 'x' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1_000) - 120 } }],
    ['that is not valid yet', { claims: { nbf: Math.floor(Date.now() / 1_000) + 120 } }],
    ['without a subject', { claims: { sub: null } }],
    ['signed by another key', { otherKey: true }],
    ['without a signature', { algorithm: 'none' }],
    ['signed with the public key as a secret', { algorithm: 'HS256' }],
  ] as const)('%s is refused', async (_, tampering) => {
    await provider.tamper(tampering);
    expectRefused(await signIn('ada'), 401, 'unauthorized');
  });

  it('may come from a clock that is a little off, and not from one that is far off', async () => {
    clock.advance(150_000);
    expect((await signIn('ada')).status).toBe(200);
    clock.advance(150_000);
    expectRefused(await signIn('ada'), 401, 'unauthorized');
    clock.advance(-300_000);
  });

  it('may be signed with a new key at any time, and not with the old one any more', async () => {
    expect((await signIn('ada')).status).toBe(200);
    await provider.rotate('key-2');
    expect((await signIn('ada')).status).toBe(200);
    await provider.rotate('key-3');
    expect((await signIn('ada')).status).toBe(200);
  });
});

describe('a provider that is down', () => {
  it('keeps no gateway from starting, and a sign-in says so until it is back', async () => {
    await provider.down();
    const late = await startGateway({ ...provider.environment, OIDC_ROLE_CLAIM: 'roles', TRUST_PROXY: '1' });
    try {
      const down = await get('/v1/sessions/oidc', '203.0.113.1', '', late);
      expect([down.status, down.body['code'], down.headers['retry-after']]).toEqual([500, 'internal_error', '5']);
      expect(down.body).toMatchObject({
        retryable: true,
        message: expect.stringContaining('identity provider') as unknown,
      });
      expect((await late.send('GET', '/v1/sessions/current', { key: TEST_KEY })).status).toBe(200);
      await provider.up();
      expect((await get('/v1/sessions/oidc', '203.0.113.1', '', late)).status).toBe(302);
    } finally {
      await late.stop();
    }
  });

  it('in the middle of a sign-in is said, and that sign-in can be begun again', async () => {
    await provider.person('ada');
    const { location, cookie, ip } = await start();
    const back = await provider.visit(location);
    await provider.down();
    expectRefused(await get(`${back.pathname}${back.search}`, ip, cookie), 500, 'internal_error');
    await provider.up();
    expect((await signIn('ada')).status).toBe(200);
  });

  it('is a way to sign in where there is one', async () => {
    const { body } = await get('/v1/sessions/methods', '203.0.113.1');
    expect(body).toEqual({ api_key: true, oidc: true });
  });

  it('is none where the operator has named none', async () => {
    const without = await startGateway();
    try {
      const methods = await get('/v1/sessions/methods', '203.0.113.1', '', without);
      expect(methods.body).toEqual({ api_key: true, oidc: false });
      for (const path of ['', '/callback?code=x&state=y']) {
        const answer = await get(`/v1/sessions/oidc${path}`, '203.0.113.1', '', without);
        expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
      }
    } finally {
      await without.stop();
    }
  });
});
