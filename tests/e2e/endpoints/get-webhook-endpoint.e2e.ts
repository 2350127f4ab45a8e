import { without } from '../support/api';
import { errorBody } from '../support/payments';
import { useService } from '../support/service';
import { endpointPath, UNKNOWN_ENDPOINT, useEndpoints } from '../support/webhooks';

describe('GET /v1/webhook_endpoints/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_endpoint');
  const createEndpoint = useEndpoints(api);
  const create = async (fields: object = {}) => (await createEndpoint(fields)).body;

  it('answers the endpoint without its secret', async () => {
    const endpoint = await create();
    const answer = await api().get(endpointPath(endpoint));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: without(endpoint, 'secret') });
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().get(UNKNOWN_ENDPOINT);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });
});
