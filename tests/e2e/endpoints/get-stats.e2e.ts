import type { PaymentStats } from '@stablecoin/contracts';
import { EVM_RECIPIENT, expectError, SANCTIONED, SOLANA_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';

const HOUR_MS = 3_600_000;

describe('GET /v1/stats', () => {
  const service = useService();
  const api = () => service.api.as('stats');
  const read = async (query = '') => (await api().get(`/stats${query}`)).body as unknown as PaymentStats;
  /** Of all intervals: the test may run over the end of an hour. */
  const sum = ({ data }: PaymentStats) =>
    data.reduce(
      (all, { created, settled, failed, blocked, volume }) => ({
        ...{ created: all.created + created, settled: all.settled + settled },
        ...{ failed: all.failed + failed, blocked: all.blocked + blocked },
        ...{ usdc: all.usdc + Number(volume.usdc), eurc: all.eurc + Number(volume.eurc) },
      }),
      { created: 0, settled: 0, failed: 0, blocked: 0, usdc: 0, eurc: 0 },
    );

  beforeAll(async () => {
    const orders = [
      { to: EVM_RECIPIENT, amount: '2.50', chain: 'base' },
      { to: SOLANA_RECIPIENT, amount: '1.25', chain: 'solana', currency: 'EURC' },
      { to: EVM_RECIPIENT, amount: '7.000201', chain: 'base' },
      { to: SANCTIONED, amount: '4.00' },
    ];
    for (const order of orders) await api().post('/payments', order);
  });

  it('counts every payment that was answered, by default in each hour of the last day', async () => {
    const stats = await read();
    expect(sum(stats)).toEqual({ created: 4, settled: 2, failed: 1, blocked: 1, usdc: 2.5, eurc: 1.25 });
    expect([24, 25]).toContain(stats.data.length);
    const starts = stats.data.map(({ start }) => Date.parse(start));
    expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual(starts.map((_, index) => index * HOUR_MS));
    expect(starts.every((start) => start % HOUR_MS === 0)).toBe(true);
    const [quiet, busy] = [stats.data[0], stats.data.findLast(({ settled }) => settled > 0)];
    expect(quiet).toEqual({
      ...{ start: expect.any(String), created: 0, settled: 0, failed: 0, blocked: 0 },
      volume: { usdc: '0.00', eurc: '0.00' },
      fees: { eth: '0.00', sol: '0.00' },
      settlement_ms: { p50: null, p99: null },
    });
    expect(busy?.settlement_ms).toEqual({ p50: expect.any(Number), p99: expect.any(Number) });
  });

  it('counts by day, on one chain, and in one currency', async () => {
    const days = await read('?interval=day');
    expect([30, 31]).toContain(days.data.length);
    expect(sum(days)).toEqual(sum(await read()));
    expect(sum(await read('?chain=base'))).toEqual({
      created: 2,
      settled: 1,
      failed: 1,
      blocked: 0,
      usdc: 2.5,
      eurc: 0,
    });
    const eurc = await read('?currency=EURC&interval=day');
    expect(sum(eurc)).toEqual({ created: 1, settled: 1, failed: 0, blocked: 0, usdc: 0, eurc: 1.25 });
    expect(eurc.data.every(({ fees }) => fees === null)).toBe(true);
  });

  it('answers for the intervals of the span that is asked for', async () => {
    const { data } = await read('?from=2026-01-31T10:30:00Z&to=2026-01-31T12:00:00Z');
    expect(data.map(({ start }) => start)).toEqual(['2026-01-31T10:00:00.000Z', '2026-01-31T11:00:00.000Z']);
    const days = await read('?interval=day&from=2025-01-31&to=2026-01-31T00:00:00.001Z');
    expect(days.data).toHaveLength(366);
    expect(days.data.at(-1)?.start).toBe('2026-01-31T00:00:00.000Z');
  });

  it.each([
    ['from', 'from=2026-02-01&to=2026-01-01'],
    ['from', 'from=2026-01-01&to=2026-01-01'],
    ['from', 'from=2026-01-01&to=2026-02-02'],
    ['from', 'from=2025-01-01&to=2026-01-03&interval=day'],
    ['from', 'from=9999-01-01'],
    ['from', 'from=yesterday'],
    ['to', 'to=2026-02-30'],
    ['interval', 'interval=week'],
    ['chain', 'chain=bitcoin'],
    ['currency', 'currency=usdc'],
    ['limit', 'limit=5'],
  ])('answers 400 for a malformed %s: %s', async (param, query) => {
    expectError(await api().get(`/stats?${query}`), 400, 'invalid_request', { param });
  });
});
