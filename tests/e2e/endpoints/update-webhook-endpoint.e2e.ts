import { without } from '../support/api';
import { errorBody, expectError } from '../support/payments';
import { useService } from '../support/service';
import { endpointPath, UNKNOWN_ENDPOINT, useEndpoints } from '../support/webhooks';

describe('PATCH /v1/webhook_endpoints/:id', () => {
  const service = useService();
  const api = () => service.api.as('update_endpoint');
  const createEndpoint = useEndpoints(api);
  const create = async (fields: object = {}) => (await createEndpoint(fields)).body;

  it('changes the named fields, and null clears one', async () => {
    const endpoint = without(await create({ events: ['payment.failed'], description: 'One' }), 'secret');
    const path = endpointPath(endpoint);

    const moved = await api().patch(path, { url: 'https://other.example.com/' });
    expect({ status: moved.status, body: moved.body }).toEqual({
      status: 200,
      body: { ...endpoint, url: 'https://other.example.com/' },
    });
    const wider = await api().patch(path, { events: null, description: null });
    expect(wider.body).toEqual({ ...moved.body, events: null, description: null });
    expect((await api().patch(path, {})).body).toEqual(wider.body);
    const off = await api().patch(path, { status: 'disabled' });
    expect(off.body).toEqual({ ...wider.body, status: 'disabled', disabled_reason: 'disabled by request' });
    const on = await api().patch(path, { status: 'enabled', events: ['wallet.funded'] });
    expect(on.body).toEqual({ ...wider.body, events: ['wallet.funded'] });
    expect((await api().get(path)).body).toEqual(on.body);
  });

  it.each<[string, unknown]>([
    ['url', ''],
    ['url', 'ftp://example.com/'],
    ['events', []],
    ['events[0]', ['all']],
    ['status', 'paused'],
    ['description', 'x'.repeat(501)],
    ['secret', 'whsec_mine'],
    ['idempotency_key', 'k'],
  ])('answers 400 and changes nothing for a malformed %s: %j', async (param, value) => {
    const endpoint = await create();
    const response = await api().patch(endpointPath(endpoint), { [param.replace('[0]', '')]: value });
    expectError(response, 400, 'invalid_request', { param });
    expect((await api().get(endpointPath(endpoint))).body).toEqual(without(endpoint, 'secret'));
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().patch(UNKNOWN_ENDPOINT, { description: 'x' });
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });
});
