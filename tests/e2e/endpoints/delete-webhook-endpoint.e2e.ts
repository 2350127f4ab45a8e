import type { WebhookEndpoint } from '@stablecoin/contracts';
import { errorBody, expectError } from '../support/payments';
import { useService } from '../support/service';
import { endpointPath, UNKNOWN_ENDPOINT, useEndpoints } from '../support/webhooks';

describe('DELETE /v1/webhook_endpoints/:id', () => {
  const service = useService();
  const api = () => service.api.as('delete_endpoint');
  const createEndpoint = useEndpoints(api);
  const create = async (fields: object = {}) => (await createEndpoint(fields)).body;

  it('answers {id, deleted: true}, and every request to the endpoint is 404 from then on', async () => {
    const endpoint = await create();
    const path = endpointPath(endpoint);
    const deleted = await api().delete(path);
    expect({ status: deleted.status, body: deleted.body }).toEqual({
      status: 200,
      body: { id: endpoint['id'], deleted: true },
    });

    const after = await Promise.all([
      api().get(path),
      api().get(`${path}/deliveries`),
      api().patch(path, { description: 'x' }),
      api().delete(path),
      api().post(`${path}/test`),
      api().post(`${path}/rotate_secret`),
      api().post(`${path}/replay`, { since: '2026-01-01' }),
    ]);
    for (const each of after) expectError(each, 404, 'not_found');
    const { body } = await api().get('/webhook_endpoints?limit=100');
    expect((body['data'] as WebhookEndpoint[]).map(({ id }) => id)).not.toContain(endpoint['id']);
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().delete(UNKNOWN_ENDPOINT);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });
});
