import type { Page, WebhookEndpoint } from '@stablecoin/contracts';
import { without } from '../support/api';
import { expectError } from '../support/payments';
import { useService } from '../support/service';
import { useEndpoints } from '../support/webhooks';

describe('GET /v1/webhook_endpoints', () => {
  const service = useService();
  const api = () => service.api.as('list_endpoints');
  const createEndpoint = useEndpoints(api);
  const create = async (fields: object = {}) => (await createEndpoint(fields)).body;

  it('lists the newest first, page by page', async () => {
    const made = [await create(), await create(), await create()].map((body) => without(body, 'secret'));
    const list = async (query: string) =>
      (await api().get(`/webhook_endpoints?${query}`)).body as unknown as Page<WebhookEndpoint>;

    const first = await list('limit=2');
    expect(first).toEqual({ data: [made[2], made[1]], has_more: true, next_cursor: made[1]?.['id'] });
    const second = await list(`limit=1&starting_after=${String(first.next_cursor)}`);
    expect(second.data).toEqual([made[0]]);
    const bad = await api().get('/webhook_endpoints?status=enabled');
    expectError(bad, 400, 'invalid_request', { param: 'status' });
  });
});
