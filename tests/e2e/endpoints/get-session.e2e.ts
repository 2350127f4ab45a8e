import { signInWithKey } from '../support/browsers';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/sessions/current', () => {
  const service = useService();
  const api = () => service.api.as('sessions');

  it('says whose session it is, and gives its CSRF token again', async () => {
    const browser = await signInWithKey(api());
    const { status, body, headers } = await browser.get('/sessions/current');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ account: 'sessions', actor: { type: 'key' }, livemode: false });
    expect((await browser.send('DELETE', '/sessions/current', undefined, String(body['csrf_token']))).status).toBe(200);
  });

  it('says what an API key is, which has no session', async () => {
    const { body } = await service.api.as('sessions', 'live').get('/sessions/current');
    expect(body).toMatchObject({ id: null, livemode: true, csrf_token: null, created_at: null, expires_at: null });
  });

  it('answers 401 without either', async () => {
    expectError(await service.api.withKey(null).get('/sessions/current'), 401, 'unauthorized');
  });
});
