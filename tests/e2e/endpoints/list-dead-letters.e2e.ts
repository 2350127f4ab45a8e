import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/dead_letters', () => {
  const service = useService();

  it('answers a page', async () => {
    const { status, body } = await service.api.as('opening').get('/dead_letters?consumer=payment');
    expect({ status, body }).toEqual({ status: 200, body: { data: [], has_more: false, next_cursor: null } });
  });

  it('answers 400 for a service that there is none of', async () => {
    const answer = await service.api.as('opening').get('/dead_letters?consumer=shop');
    expectError(answer, 400, 'invalid_request', { param: 'consumer' });
  });
});
