import { clientOf, issueKey, pathOf, statusWith, UNKNOWN_KEY, withoutSecret } from '../support/api-keys';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { expectError, TIME } from '../support/payments';
import { useService } from '../support/service';

describe('DELETE /v1/api_keys/:id', () => {
  const service = useService();
  const api = () => service.api.as('revoke_api_key');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);
  const using = (body: Record<string, unknown>) => clientOf(service.api, body);
  const statusOf = (body: Record<string, unknown>) => statusWith(service.api, body);

  it('revokes the key: it is 401 soon after, and stays readable', async () => {
    const key = await issue({ name: 'leaked' });
    expect(await statusOf(key)).toBe(200);
    const deleted = await api().delete(pathOf(key));
    expect({ status: deleted.status, body: deleted.body }).toEqual({
      status: 200,
      body: { id: key['id'], deleted: true },
    });

    await eventually(async () => expectError(await using(key).get('/treasury/balance'), 401, 'unauthorized'));
    const { body } = await api().get(pathOf(key));
    expect(body).toEqual({ ...withoutSecret(key), revoked_at: TIME, last_used_at: body['last_used_at'] });
    expect((await api().delete(pathOf(key))).body).toEqual(deleted.body);
    expect((await api().get(pathOf(key))).body).toMatchObject({ revoked_at: body['revoked_at'] });
  });

  it('lets a key revoke itself', async () => {
    const key = await issue();
    expect((await using(key).delete(pathOf(key))).status).toBe(200);
    await eventually(async () => expect(await statusOf(key)).toBe(401));
  });

  it('answers 404 for an unknown key', async () => {
    expectError(await api().delete(UNKNOWN_KEY), 404, 'not_found');
  });
});
