import { SCOPES } from '@stablecoin/contracts';
import { issueKey, pathOf, UNKNOWN_KEY, withoutSecret } from '../support/api-keys';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('PATCH /v1/api_keys/:id', () => {
  const service = useService();
  const api = () => service.api.as('update_api_key');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);

  it('changes the name and nothing else', async () => {
    const key = await issue({ name: 'before' });
    const renamed = await api().patch(pathOf(key), { name: 'after' });
    expect({ status: renamed.status, body: renamed.body }).toEqual({
      status: 200,
      body: { ...withoutSecret(key), name: 'after' },
    });
    expect((await api().patch(pathOf(key), { name: null })).body).toMatchObject({ name: null });
    for (const [param, body] of [
      ['name', {}],
      ['name', { name: 7 }],
      ['scopes', { scopes: SCOPES }],
      ['plan', { name: 'x', plan: 'enterprise' }],
      ['expires_at', { expires_at: null }],
    ] as const) {
      expectError(await api().patch(pathOf(key), body), 400, 'invalid_request', { param });
    }
  });

  it('answers 404 for an unknown key', async () => {
    expectError(await api().patch(UNKNOWN_KEY, { name: 'x' }), 404, 'not_found');
  });
});
