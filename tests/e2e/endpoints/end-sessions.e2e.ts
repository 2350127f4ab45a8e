import { eventually } from '@stablecoin/event-sourcing/testing';
import { signInWithKey } from '../support/browsers';
import { clientOf, issueKey } from '../support/api-keys';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('DELETE /v1/sessions', () => {
  const service = useService();
  const api = () => service.api.as('sessions');

  it('ends every session of the key, wherever it is sent from', async () => {
    const key = await issueKey(api());
    const own = () => clientOf(service.api, key);
    const browsers = [await signInWithKey(own()), await signInWithKey(own()), await signInWithKey(own())];
    const [first] = browsers;
    const answer = await first?.send('DELETE', '/sessions');
    expect([answer?.status, answer?.body]).toEqual([200, { id: key['id'], deleted: true }]);
    for (const browser of browsers) {
      await eventually(async () => expectError(await browser.get('/sessions/current'), 401, 'unauthorized'));
    }
    const again = await signInWithKey(own());
    expect((await own().delete('/sessions')).status).toBe(200);
    await eventually(async () => expectError(await again.get('/sessions/current'), 401, 'unauthorized'));
  });
});
