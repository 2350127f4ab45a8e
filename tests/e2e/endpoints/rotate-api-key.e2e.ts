import { clientOf, issueKey, pathOf, statusWith, UNKNOWN_KEY } from '../support/api-keys';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/api_keys/:id/rotate', () => {
  const service = useService();
  const api = () => service.api.as('rotate_api_key');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);
  const using = (body: Record<string, unknown>) => clientOf(service.api, body);
  const statusOf = (body: Record<string, unknown>) => statusWith(service.api, body);

  it('shows a new key, and the old one is 401 soon after', async () => {
    const key = await issue({ name: 'Rotated', scopes: ['treasury:read', 'keys:write'] });
    expect(await statusOf(key)).toBe(200);
    const rotated = await api().post(`${pathOf(key)}/rotate`);
    expect({ status: rotated.status, body: rotated.body }).toEqual({
      status: 200,
      body: {
        ...key,
        key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{43}$/),
        last4: String(rotated.body['key']).slice(-4),
        last_used_at: rotated.body['last_used_at'],
      },
    });
    expect(rotated.body['key']).not.toBe(key['key']);

    expect(await statusOf(rotated.body)).toBe(200);
    await eventually(async () => expect(await statusOf(key)).toBe(401));
  });

  it('lets a key rotate itself, and a replay shows null and rotates nothing', async () => {
    const key = await issue();
    const path = `${pathOf(key)}/rotate`;
    const { body: first } = await using(key).post(path, { idempotency_key: `rotated ${String(key['id'])}` });
    const replay = await using(first).post(path, { idempotency_key: `rotated ${String(key['id'])}` });
    expect(replay.body).toEqual({ ...first, key: null, last_used_at: replay.body['last_used_at'] });
    expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
    expect(await statusOf(first)).toBe(200);
  });

  it('answers 409 invalid_state for a revoked key', async () => {
    const key = await issue();
    await api().delete(pathOf(key));
    expectError(await api().post(`${pathOf(key)}/rotate`), 409, 'invalid_state');
  });

  it('refuses to rotate a key with a higher plan or more scopes, because that shows its secret', async () => {
    const [enterprise, scopes] = [await issue(), await issue({ plan: 'scale' })];
    const limited = using(await issue({ plan: 'scale', scopes: ['keys:write'] }));
    expectError(await limited.post(`${pathOf(enterprise)}/rotate`), 403, 'plan_required', { param: 'plan' });
    expectError(await limited.post(`${pathOf(scopes)}/rotate`), 403, 'insufficient_scope', { param: 'scopes' });
    expect([await statusOf(enterprise), await statusOf(scopes)]).toEqual([200, 200]);
  });

  it('answers 404 for an unknown key', async () => {
    expectError(await api().post(`${UNKNOWN_KEY}/rotate`), 404, 'not_found');
  });
});
