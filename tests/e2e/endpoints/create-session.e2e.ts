import { cookieOf, signInWithKey } from '../support/browsers';
import { expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/sessions', () => {
  const service = useService();
  const api = () => service.api.as('sessions');

  it('exchanges an API key for a session, which may do the same', async () => {
    const answer = await api().post('/sessions');
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        id: idOf('ses'),
        actor: { type: 'key', id: idOf('key'), name: null },
        account: 'sessions',
        livemode: false,
        role: null,
        scopes: expect.arrayContaining(['payments:write', 'keys:write']),
        csrf_token: expect.stringMatching(/^[\w-]{43}$/),
        created_at: TIME,
        expires_at: TIME,
      },
    });
    expect(Date.parse(String(answer.body['expires_at'])) - Date.parse(String(answer.body['created_at']))).toBe(
      28_800_000,
    );
    expect(answer.headers.get('set-cookie')).toMatch(/; Max-Age=28800; Path=\/; HttpOnly;( Secure;)? SameSite=Strict$/);
    expect(answer.text).not.toContain(cookieOf(answer, 'svc_session')?.split('=')[1]);
  });

  it('lets a browser create what the key may create, with the CSRF token only', async () => {
    const browser = await signInWithKey(api());
    const wallet = { owner: 'user:7', chain: 'base' };
    expect((await browser.send('POST', '/wallets', wallet)).status).toBe(201);
    expectError(await browser.send('POST', '/wallets', wallet, null), 401, 'unauthorized');
    expectError(await browser.send('POST', '/wallets', wallet, 'x'.repeat(43)), 401, 'unauthorized');
  });

  it('takes a key in the header, and neither a cookie nor anything else', async () => {
    const browser = await signInWithKey(api());
    expectError(await browser.send('POST', '/sessions', {}), 401, 'unauthorized');
    expectError(await service.api.withKey(null).post('/sessions'), 401, 'unauthorized');
    expectError(await api().post('/sessions', { key: 'x' }), 400, 'invalid_request', { param: 'key' });
  });
});
