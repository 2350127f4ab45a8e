import { cookieOf, usePeople } from '../support/browsers';
import { expectError } from '../support/payments';

describe('GET /v1/sessions/oidc/callback', () => {
  const people = usePeople(
    { ada: { name: 'Ada', roles: 'operator' }, eve: { name: 'Eve' } },
    { OIDC_ROLE_CLAIM: 'roles' },
  );

  it('begins a session with the role that the provider gives, and goes on to the path that was asked for', async () => {
    const answer = await people.signIn('ada', '?return_to=/docs');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('url=/docs"');
    expect(cookieOf(answer, 'svc_sign_in')).toBe('svc_sign_in=');
    const browser = await people.browserOf(answer);
    const { body } = await browser.get('/sessions/current');
    expect(body).toMatchObject({ actor: { type: 'user', name: 'Ada' }, role: 'operator', account: 'default' });
    const order = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
    expect((await browser.send('POST', '/payments', order)).status).toBe(201);
    expectError(await browser.send('POST', '/api_keys', {}), 403, 'insufficient_scope');
  });

  it('lets nobody in without a role, and says so', async () => {
    const answer = await people.signIn('eve');
    expectError(answer, 403, 'insufficient_scope', { message: expect.stringContaining('no role') });
    expect(cookieOf(answer, 'svc_session')).toBeUndefined();
  });

  it('answers 400 to a browser that has begun nothing', async () => {
    const answer = await people.api().get('/sessions/oidc/callback?code=x&state=y');
    expectError(answer, 400, 'invalid_request', { param: 'state' });
  });
});
