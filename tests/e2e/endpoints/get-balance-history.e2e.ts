import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError } from '../support/payments';
import { useService } from '../support/service';

type Interval = Readonly<Record<'start' | 'usdc' | 'eurc', string>> & { readonly chains: unknown };

describe('GET /v1/treasury/balance/history', () => {
  const service = useService();
  const api = () => service.api.as('get_balance_history');
  const history = async (query = '') => {
    const { status, body } = await api().get(`/treasury/balance/history${query}`);
    expect(status).toBe(200);
    return body['data'] as readonly Interval[];
  };

  it('has the balance at the end of each interval, and nothing from before the treasury was opened', async () => {
    await api().post('/sandbox/faucet', { chain: 'base', amount: '100.00' });
    await api().post('/payments', { to: EVM_RECIPIENT, amount: '12.50', chain: 'base' });
    const balance = await eventually(async () => {
      const { body } = await api().get('/treasury/balance');
      return body['usdc'] === '3000087.50' && body;
    });
    const hours = await history();
    expect(hours.length).toBeGreaterThanOrEqual(24);
    expect(hours.at(-1)).toEqual({
      ...{ start: expect.stringMatching(/:00:00\.000Z$/), usdc: balance['usdc'], eurc: balance['eurc'] },
      chains: balance['available'],
    });
    expect(hours[0]).toMatchObject({ usdc: '0.00', eurc: '0.00' });
    const days = await history('?interval=day');
    expect(days.at(-1)).toMatchObject({ usdc: balance['usdc'], start: expect.stringMatching(/T00:00:00\.000Z$/) });
    expect(await history('?from=2020-01-01&to=2020-01-02&interval=day')).toMatchObject([{ usdc: '0.00' }]);
  });

  it.each([
    ['from', 'from=2026-01-02&to=2026-01-01'],
    ['from', 'from=2025-01-01&to=2026-01-01'],
    ['interval', 'interval=week'],
  ])('answers 400 for %s: %s', async (param, query) => {
    expectError(await api().get(`/treasury/balance/history?${query}`), 400, 'invalid_request', { param });
  });
});
