import { expectError, idOf } from '../support/payments';
import { RuleBook, UNKNOWN_DRAFT } from '../support/rules';
import { useService } from '../support/service';

const KEYS = ['ann', 'bob'].map((name) => `svc_live_${name}${'7'.repeat(24)}`);

describe('POST /v1/rules/drafts/:id/agree', () => {
  const service = useService({ BOOTSTRAP_API_KEYS: KEYS.map((key) => `${key}:acme:enterprise`).join(',') });
  const [ann, bob] = [() => service.api.withKey(KEYS[0] ?? null), () => service.api.withKey(KEYS[1] ?? null)];
  const book = (api = ann()) => new RuleBook(api);

  it('takes another person in live mode: neither the author nor a key that comes from it', async () => {
    const id = await book().drafted([]);
    const { body: child } = await ann().post('/api_keys', { scopes: ['policies:write', 'policies:read'] });
    for (const api of [ann(), service.api.withKey(String(child['key']))]) {
      expectError(await book(api).agree(id), 403, 'insufficient_scope');
      expectError(await book(api).publish(id), 409, 'invalid_state');
    }
    expect((await book(bob()).agree(id)).body).toMatchObject({ id, agreed_by: idOf('key') });
    const published = await book().publish(id);
    expect(published.body).toMatchObject({ version: 1, drafts: [] });
  });

  it('is lost when the draft changes, whoever changes it', async () => {
    const id = await book().drafted([]);
    await book(bob()).agree(id);
    await book(bob()).change(id, []);
    for (const api of [ann(), bob()]) expectError(await book(api).publish(id), 409, 'invalid_state');
    expectError(await book(bob()).agree(id), 403, 'insufficient_scope');
    expect((await book(ann()).agree(id)).status).toBe(200);
    expect((await book(bob()).publish(id)).status).toBe(200);
  });

  it('is to the revision that was read', async () => {
    const id = await book().drafted([]);
    await book().change(id, [{ name: 'allow-all', effect: 'allow' }]);
    expectError(await book(bob()).agree(id, { revision: 1 }), 409, 'invalid_state');
    expectError(await book().publish(id), 409, 'invalid_state');
    expect((await book(bob()).agree(id, { revision: 2 })).body).toMatchObject({ revision: 2, agreed_by: idOf('key') });
  });

  it.each([{}, { revision: 0 }, { revision: '1' }])('400 for a revision that is none: %j', async (body) => {
    expectError(await book().agree(UNKNOWN_DRAFT, body), 400, 'invalid_request', { param: 'revision' });
  });

  it('404 for a draft that does not exist, and 400 for a body with anything in it', async () => {
    expectError(await book().agree(UNKNOWN_DRAFT), 404, 'not_found');
    expectError(await book().agree(UNKNOWN_DRAFT, { revision: 1, yes: true }), 400, 'invalid_request', {
      param: 'yes',
    });
  });
});
