import { clientOf, issueKey, pathOf, UNKNOWN_KEY, withoutSecret } from '../support/api-keys';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { expectError, TIME } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/api_keys/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_api_key');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);
  const using = (body: Record<string, unknown>) => clientOf(service.api, body);

  it('shows last_used_at within seconds', async () => {
    const key = await issue();
    await using(key).get('/treasury/balance');
    await eventually(async () => {
      const { body } = await api().get(pathOf(key));
      expect(body).toEqual({ ...withoutSecret(key), last_used_at: TIME });
    });
  });

  it('answers 404 for an unknown key', async () => {
    expectError(await api().get(UNKNOWN_KEY), 404, 'not_found');
  });
});
