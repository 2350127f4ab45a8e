import type { ApiKey, Page } from '@stablecoin/contracts';
import { issueKey, withoutSecret } from '../support/api-keys';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/api_keys', () => {
  const service = useService();
  const api = () => service.api.as('list_api_keys');
  const issue = (fields: object = {}, issuer = api()) => issueKey(issuer, fields);

  it('lists the newest first, revoked ones included, page by page', async () => {
    const made = [await issue(), await issue(), await issue()].map(withoutSecret).toReversed();
    const list = async (query: string) => (await api().get(`/api_keys?${query}`)).body as unknown as Page<ApiKey>;
    const first = await list('limit=2');
    expect(first).toEqual({ data: made.slice(0, 2), has_more: true, next_cursor: made[1]?.['id'] });
    expect((await list(`limit=1&starting_after=${String(first.next_cursor)}`)).data).toEqual(made.slice(2));
    expectError(await api().get('/api_keys?starting_after=key_1'), 400, 'invalid_request', {
      param: 'starting_after',
    });
    expectError(await api().get('/api_keys?plan=scale'), 400, 'invalid_request', { param: 'plan' });
  });
});
