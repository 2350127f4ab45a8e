import { eventually } from '@stablecoin/event-sourcing/testing';
import { cookieOf, signInWithKey } from '../support/browsers';
import { expectError, idOf } from '../support/payments';
import { useService } from '../support/service';

describe('DELETE /v1/sessions/current', () => {
  const service = useService();
  const api = () => service.api.as('sessions');

  it('ends the session and removes its cookie, and leaves the others', async () => {
    const [one, other] = [await signInWithKey(api()), await signInWithKey(api())];
    expectError(await one.send('DELETE', '/sessions/current', undefined, null), 401, 'unauthorized');
    const answer = await one.send('DELETE', '/sessions/current');
    expect([answer.status, answer.body]).toEqual([200, { id: idOf('ses'), deleted: true }]);
    expect(cookieOf(answer, 'svc_session')).toBe('svc_session=');
    await eventually(async () => expectError(await one.get('/sessions/current'), 401, 'unauthorized'));
    expect((await other.get('/sessions/current')).status).toBe(200);
  });

  it('answers 404 to an API key, which has no session', async () => {
    expectError(await api().delete('/sessions/current'), 404, 'not_found');
  });
});
