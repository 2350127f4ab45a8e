import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('POST /v1/dead_letters/:id/redrive', () => {
  const service = useService();

  it('answers 404 for a letter that there is none of, also with a key, which can be used again', async () => {
    const redrive = () =>
      service.api
        .as('opening')
        .post('/dead_letters/dlt_00000000000000000000000000/redrive', { idempotency_key: 'redrive' });
    expectError(await redrive(), 404, 'not_found');
    expectError(await redrive(), 404, 'not_found');
  });
});
