import { TIME } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/treasury/reconciliation', () => {
  const service = useService();

  it('shows the books of the sandbox, where there is no chain to compare them with', async () => {
    const { status, body } = await service.api.as('opening').get('/treasury/reconciliation');
    expect(status).toBe(200);
    expect(body['as_of']).toEqual(TIME);
    const data = body['data'] as readonly Record<string, unknown>[];
    expect(data.map(({ chain, currency }) => `${String(chain)} ${String(currency)}`)).toEqual([
      ...['base USDC', 'base EURC', 'ethereum USDC', 'ethereum EURC', 'solana USDC', 'solana EURC'],
    ]);
    expect(data[0]).toMatchObject({
      ...{ booked: '1000000.00', available: '1000000.00', in_flight: '0.00', held: '0.00' },
      ...{ onchain: null, difference: null, status: 'simulated', read_at: null },
    });
  });

  it('of a live account without chains says that it does not know', async () => {
    const { body } = await service.api.as('opening', 'live').get('/treasury/reconciliation');
    expect(body['data']).toContainEqual(expect.objectContaining({ chain: 'base', booked: '0.00', status: 'unknown' }));
  });
});
