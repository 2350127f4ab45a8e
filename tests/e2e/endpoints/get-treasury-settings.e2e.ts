import { useService } from '../support/service';

describe('GET /v1/treasury/settings', () => {
  const service = useService();

  it('answers every threshold, unset at first', async () => {
    const answer = await service.api.as('get_settings').get('/treasury/settings');
    const unset = { low_balance: { total: null, chains: { base: null, ethereum: null, solana: null } } };
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: unset });
  });
});
