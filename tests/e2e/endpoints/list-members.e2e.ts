import { usePeople } from '../support/browsers';
import { expectError, idOf, TIME } from '../support/payments';

describe('GET /v1/members', () => {
  const people = usePeople(
    {
      ada: { name: 'Ada', email: 'ada@example.com', roles: 'administrator' },
      eve: { name: 'Eve' },
      sam: { roles: 'viewer' },
    },
    { OIDC_ROLE_CLAIM: 'roles' },
  );

  it('lists who has signed in, also without a role, page by page', async () => {
    expect((await people.signIn('eve')).status).toBe(403);
    const browser = await people.browserOf(await people.signIn('ada'));
    const { status, body } = await browser.get('/members');
    expect([status, body['has_more']]).toEqual([200, false]);
    expect(body['data']).toEqual([
      {
        ...{ id: idOf('usr'), name: 'Ada', email: 'ada@example.com', role: 'administrator' },
        ...{ claimed_role: 'administrator', assigned_role: null, status: 'active', livemode: false },
        ...{ created_at: TIME, last_signed_in_at: TIME },
      },
      expect.objectContaining({ name: 'Eve', role: null, last_signed_in_at: null }),
    ]);
    const first = await browser.get('/members?limit=1');
    const next = await browser.get(`/members?limit=1&starting_after=${String(first.body['next_cursor'])}`);
    expect(next.body['data']).toEqual([expect.objectContaining({ name: 'Eve' })]);
  });

  it('is for administrators, and of one mode', async () => {
    const viewer = await people.browserOf(await people.signIn('sam'));
    expectError(await viewer.get('/members'), 403, 'insufficient_scope');
    const live = await people.browserOf(await people.signIn('ada', '?livemode=true'));
    expect((await live.get('/members')).body['data']).toEqual([
      expect.objectContaining({ name: 'Ada', livemode: true }),
    ]);
  });
});
