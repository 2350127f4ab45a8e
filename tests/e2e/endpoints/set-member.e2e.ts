import { eventually } from '@stablecoin/event-sourcing/testing';
import { usePeople } from '../support/browsers';
import { expectError } from '../support/payments';

describe('PUT /v1/members/:id', () => {
  const people = usePeople(
    { ada: { name: 'Ada', roles: 'administrator' }, eve: { name: 'Eve' }, sam: { name: 'Sam', roles: 'viewer' } },
    { OIDC_ROLE_CLAIM: 'roles' },
  );
  const administrator = async () => people.browserOf(await people.signIn('ada'));
  const pathOf = async (name: string, browser: Awaited<ReturnType<typeof administrator>>): Promise<string> => {
    const { body } = await browser.get('/members');
    const members = body['data'] as readonly { readonly id: string; readonly name: string }[];
    return `/members/${members.find((member) => member.name === name)?.id}`;
  };

  it('lets a member in with a role, and out again at once', async () => {
    expect((await people.signIn('eve')).status).toBe(403);
    const ada = await administrator();
    const path = await pathOf('Eve', ada);
    const assigned = await ada.send('PUT', path, { role: 'operator' });
    expect([assigned.status, assigned.body['role'], assigned.body['status']]).toEqual([200, 'operator', 'active']);
    const eve = await people.browserOf(await people.signIn('eve'));
    expect((await eve.get('/payments')).status).toBe(200);

    expect((await ada.send('PUT', path, { role: 'viewer' })).status).toBe(200);
    await eventually(async () => {
      const order = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };
      expectError(await eve.send('POST', '/payments', order), 403, 'insufficient_scope');
    });
    expect((await ada.send('PUT', path, { role: 'viewer', status: 'disabled' })).body['status']).toBe('disabled');
    await eventually(async () => expectError(await eve.get('/payments'), 401, 'unauthorized'));
    expectError(await people.signIn('eve'), 403, 'insufficient_scope');
  });

  it('gives nobody another role than the provider, and nobody themselves', async () => {
    expect((await people.signIn('sam')).status).toBe(200);
    const ada = await administrator();
    expectError(await ada.send('PUT', await pathOf('Sam', ada), { role: 'operator' }), 409, 'invalid_state', {
      param: 'role',
    });
    expectError(await ada.send('PUT', await pathOf('Ada', ada), { role: 'viewer' }), 409, 'invalid_state');
  });

  it('is 404 for another account, and for the other mode', async () => {
    const path = await pathOf('Ada', await administrator());
    const live = await people.browserOf(await people.signIn('ada', '?livemode=true'));
    expectError(await live.send('PUT', path, { role: null }), 404, 'not_found');
    const stranger = people.api().as('tenants_b');
    expectError(await stranger.request('PUT', path, { body: { role: null } }), 404, 'not_found');
    expect((await stranger.get('/members')).body['data']).toEqual([]);
  });

  it('gives nobody more than the key may that asks, and names what it cannot read', async () => {
    const ada = await administrator();
    const { body } = await ada.send('POST', '/api_keys', { scopes: ['members:write', 'members:read'] });
    const key = people.api().withKey(String(body['key']));
    const path = await pathOf('Eve', ada);
    const put = (fields: unknown) => key.request('PUT', path, { body: fields });
    expectError(await put({ role: 'viewer' }), 403, 'insufficient_scope', { param: 'role' });
    expect((await put({ role: null, status: 'disabled' })).status).toBe(200);
    expectError(await put({}), 400, 'invalid_request', { param: 'role' });
    expectError(await put({ role: 'owner' }), 400, 'invalid_request', { param: 'role' });
    expectError(await put({ role: null, status: 'gone' }), 400, 'invalid_request', { param: 'status' });
    expectError(await key.request('PUT', '/members/usr_1', { body: { role: null } }), 404, 'not_found');
  });
});
