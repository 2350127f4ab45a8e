import { STATS_INTERVALS, type IntervalStats, type PaymentStats } from '@stablecoin/contracts';
import type { Schema } from '../../http/json-schema';
import { listOf, nullable, ref, resource } from '../../openapi/schema';
import { time } from '../../openapi/values';

export const intervalStats: IntervalStats = {
  start: '2026-01-31T12:00:00.000Z',
  created: 1042,
  settled: 1031,
  failed: 3,
  blocked: 2,
  volume: { usdc: '257750.00', eurc: '1250.50' },
  fees: { eth: '0.000001342', sol: '0.00' },
  settlement_ms: { p50: 2_048, p99: 4_128 },
};

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const coins = (coin: string, example: string): Schema => ({
  type: 'string',
  pattern: '^\\d+\\.\\d{2,18}$',
  description: `${coin}.`,
  examples: [example],
});
const duration = (share: string): Schema =>
  nullable({
    type: 'integer',
    minimum: 0,
    description: `The time that ${share} of the settled payments did not exceed.`,
  });

export const statsSchemas: Readonly<Record<string, Schema>> = {
  PaymentStats: resource<PaymentStats>(
    'Payments, by time.',
    { data: listOf(ref('IntervalStats'), 'Every interval of the span, the earliest first.', { min: 1 }) },
    [{ data: [intervalStats] }],
  ),

  IntervalStats: resource<IntervalStats>(
    `What happened in one interval (${STATS_INTERVALS.join(' or ')}). Each payment counts at the time at which it was created, settled, failed or blocked.`,
    {
      start: time('When the interval begins.'),
      created: count('Payments that were created.'),
      settled: count('Payments that were settled, by `settled_at`.'),
      failed: count('Payments that failed, except those in `blocked`.'),
      blocked: count('Payments that screening blocked (`compliance_blocked`).'),
      volume: ref('CurrencyBalances', 'The amounts of the settled payments.'),
      fees: nullable(ref('NetworkFees', 'Network fees paid; `null` if the request filters by currency.')),
      settlement_ms: ref('SettlementTimes'),
    },
    [intervalStats],
  ),

  NetworkFees: resource<NonNullable<IntervalStats['fees']>>('Network fees by coin.', {
    eth: coins('ETH', '0.000001342'),
    sol: coins('SOL', '0.000005'),
  }),

  SettlementTimes: resource<IntervalStats['settlement_ms']>(
    'Percentiles of `settlement_ms` in milliseconds: exact up to 127, and within 0.8 % above. `null` when no payment was settled.',
    { p50: duration('half'), p99: duration('99 %') },
  ),
};
