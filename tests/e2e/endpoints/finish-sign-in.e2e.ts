import { eventually } from '@stablecoin/event-sourcing/testing';
import { cookieOf, usePeople } from '../support/browsers';
import { EVM_RECIPIENT, expectError, untilEnded } from '../support/payments';

describe('GET /v1/sessions/oidc/callback', () => {
  const people = usePeople(
    {
      ada: { name: 'Ada', roles: 'operator' },
      alan: { name: 'Alan', roles: 'administrator' },
      grace: { name: 'Grace', roles: 'approver' },
      eve: { name: 'Eve' },
    },
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
    const order = { to: EVM_RECIPIENT, amount: '1.00' };
    expect((await browser.send('POST', '/payments', order)).status).toBe(201);
    expectError(await browser.send('POST', '/api_keys', {}), 403, 'insufficient_scope');
  });

  it('two people approve in their sessions, each with the CSRF token and as one of two', async () => {
    const browserOf = async (person: string) => people.browserOf(await people.signIn(person));
    const [ada, alan, grace, graceElsewhere] = [
      await browserOf('ada'),
      await browserOf('alan'),
      await browserOf('grace'),
      await browserOf('grace'),
    ];
    const policies = { separate_creator: true, two_approvers_above: '50.00', treasury_approval_above: '50.00' };
    expect((await alan.send('PATCH', '/policies', policies)).status).toBe(200);
    const order = { to: EVM_RECIPIENT, amount: '50.01' };
    const { id, approval_id: approval } = (await ada.send('POST', '/payments', order)).body;
    const path = `/approvals/${String(approval)}/approve`;

    expectError(await ada.send('POST', path), 403, 'insufficient_scope');
    expectError(await grace.send('POST', path, {}, null), 401, 'unauthorized');
    const first = await grace.send('POST', path);
    const person = expect.stringMatching(/^usr_/) as unknown;
    expect(first.body).toMatchObject({ status: 'pending', approved_by: [person] });
    expect((await graceElsewhere.send('POST', path)).body).toEqual(first.body);
    expect((await alan.send('POST', path)).body).toMatchObject({ status: 'approved', approved_by: [person, person] });
    expect((await untilEnded(ada, String(id))).body).toMatchObject({ status: 'settled' });

    const entriesOf = async (query: string) => (await alan.get(`/audit_log?${query}`)).body['data'];
    const by = (name: string) => ({ type: 'user', id: person, name });
    await eventually(async () => {
      expect(await entriesOf(`object=${String(approval)}`)).toMatchObject([
        { action: 'approval.approved', actor: by('Alan') },
        { action: 'approval.approved', actor: by('Grace') },
        { action: 'approval.approved', actor: by('Grace'), object: { type: 'approval', id: approval } },
      ]);
      expect(await entriesOf('action=member.refused')).toMatchObject([
        {
          ...{ actor: by('Ada'), object: { type: 'member', id: person } },
          after: { reason: 'insufficient_scope' },
        },
      ]);
      expect(await entriesOf('action=api_key.refused')).toEqual([]);
    });
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
