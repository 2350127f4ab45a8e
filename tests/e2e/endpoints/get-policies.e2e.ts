import { useService } from '../support/service';

describe('GET /v1/policies', () => {
  const service = useService();

  it('answers every policy as it is by default', async () => {
    const answer = await service.api.as('get_policies').get('/policies');
    const off = {
      separate_creator: false,
      two_approvers_above: null,
      treasury_approval_above: null,
      always_screen: false,
      duplicate_guard: 'bound_keys',
      duplicate_window_hours: 24,
    };
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: off });
  });
});
