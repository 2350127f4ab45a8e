import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/card';
import { Chart, ChartSkeleton, EmptyChart } from '../../ui/chart';
import { Select } from '../../ui/field';
import { formatDuration } from '../../ui/format-time';
import { addAmounts } from '../../ui/money';
import { ErrorState, Skeleton } from '../../ui/states';

type Interval = Resource<'IntervalStats'>;

const DAY_MS = 86_400_000;
const SPANS = {
  day: { label: 'Last 24 hours', interval: 'hour', per: 'hour', days: 1 },
  week: { label: 'Last 7 days', interval: 'hour', per: 'hour', days: 7 },
  month: { label: 'Last 30 days', interval: 'day', per: 'day (UTC)', days: 30 },
} as const;

/** What happened to payments lately: how many, how they ended, and how long they took. */
export function Activity() {
  const [span, setSpan] = useState<keyof typeof SPANS>('day');
  const { interval, per, days } = SPANS[span];
  // A whole minute, so that the same question has the same answer in the cache.
  const from = useMemo(() => new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * DAY_MS).toISOString(), [days]);
  const stats = queries.useQuery(
    'get',
    '/v1/stats',
    { params: { query: { from, interval } } },
    { refetchInterval: 15_000, placeholderData: keepPreviousData },
  );
  const intervals = stats.data?.data;
  return (
    <>
      <Card
        title="Payments"
        action={
          <Select
            aria-label="Time span"
            className="w-auto!"
            value={span}
            onChange={(event) => setSpan(event.target.value as keyof typeof SPANS)}
          >
            {Object.entries(SPANS).map(([key, { label }]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        }
      >
        <Totals intervals={intervals} />
        {intervals !== undefined && <Outcomes intervals={intervals} per={per} />}
        {intervals === undefined && stats.error === null && <ChartSkeleton />}
        {intervals === undefined && stats.error !== null && (
          <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
        )}
      </Card>
      <Card title="Settlement time">
        {intervals === undefined ? <ChartSkeleton /> : <SettlementTimes intervals={intervals} per={per} />}
      </Card>
    </>
  );
}

function Totals({ intervals }: { intervals: readonly Interval[] | undefined }) {
  const count = (key: 'created' | 'settled' | 'failed' | 'blocked') =>
    intervals?.reduce((sum, each) => sum + each[key], 0).toLocaleString('en');
  const volume = (currency: 'usdc' | 'eurc') =>
    intervals && <Amount value={addAmounts(...intervals.map((each) => each.volume[currency]))} />;
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-6">
      <Total label="Created">{count('created')}</Total>
      <Total label="Settled">{count('settled')}</Total>
      <Total label="Failed">{count('failed')}</Total>
      <Total label="Blocked">{count('blocked')}</Total>
      <Total label="USDC paid">{volume('usdc')}</Total>
      <Total label="EURC paid">{volume('eurc')}</Total>
    </dl>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{children ?? <Skeleton className="mt-1.5 h-5 w-16" />}</dd>
    </div>
  );
}

function Outcomes({ intervals, per }: { intervals: readonly Interval[]; per: string }) {
  const times = useMemo(() => intervals.map(({ start }) => start), [intervals]);
  const series = useMemo(
    () =>
      [
        { label: 'Blocked', color: 'chart-warning', values: intervals.map(({ blocked }) => blocked) },
        { label: 'Failed', color: 'chart-critical', values: intervals.map(({ failed }) => failed) },
        { label: 'Settled', color: 'chart-positive', values: intervals.map(({ settled }) => settled) },
      ] as const,
    [intervals],
  );
  if (intervals.every(({ blocked, failed, settled }) => blocked + failed + settled === 0)) {
    return <EmptyChart title="No payment has ended in this time" />;
  }
  return <Chart label={`Payments per ${per} and how they ended`} times={times} series={series} kind="bars" per={per} />;
}

function SettlementTimes({ intervals, per }: { intervals: readonly Interval[]; per: string }) {
  const times = useMemo(() => intervals.map(({ start }) => start), [intervals]);
  const series = useMemo(
    () =>
      [
        { label: 'Half within', color: 'accent', values: intervals.map(({ settlement_ms }) => settlement_ms.p50) },
        { label: '99 % within', color: 'field', values: intervals.map(({ settlement_ms }) => settlement_ms.p99) },
      ] as const,
    [intervals],
  );
  if (intervals.every(({ settlement_ms }) => settlement_ms.p50 === null)) {
    return <EmptyChart title="No payment has settled in this time" />;
  }
  return (
    <Chart
      label={`Time from creation to settlement, per ${per}`}
      times={times}
      series={series}
      kind="lines"
      per={per}
      format={formatDuration}
    />
  );
}
