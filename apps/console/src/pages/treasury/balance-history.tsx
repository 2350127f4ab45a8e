import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../api/client';
import { labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Chart, ChartSkeleton } from '../../ui/chart';
import { Select } from '../../ui/field';
import { groupThousands } from '../../ui/money';
import { ErrorState } from '../../ui/states';

const DAY_MS = 86_400_000;
const SPANS = {
  week: { label: 'Last 7 days', interval: 'hour', per: 'hour', days: 7 },
  month: { label: 'Last 30 days', interval: 'day', per: 'day (UTC)', days: 30 },
  year: { label: 'Last 12 months', interval: 'day', per: 'day (UTC)', days: 365 },
} as const;
const CHAINS = ['base', 'ethereum', 'solana'] as const;

type Chain = (typeof CHAINS)[number];
type Span = keyof typeof SPANS;

/** What the treasury held over time. The lines show the shape; the legend has the exact amounts. */
export function BalanceHistory() {
  const [span, setSpan] = useState<Span>('week');
  const [chain, setChain] = useState<Chain | ''>('');
  const { interval, per, days } = SPANS[span];
  // A whole hour, so that the same question has the same answer in the cache.
  const from = useMemo(
    () => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * DAY_MS).toISOString(),
    [days],
  );
  const history = queries.useQuery(
    'get',
    '/v1/treasury/balance/history',
    { params: { query: { from, interval } } },
    { refetchInterval: 60_000, placeholderData: keepPreviousData },
  );
  const data = history.data?.data;
  const times = useMemo(() => data?.map(({ start }) => start) ?? [], [data]);
  const series = useMemo(() => {
    const held = data?.map((each) => (chain === '' ? each : each.chains[chain])) ?? [];
    return [
      { label: 'USDC', color: 'accent', ...amounts(held.map(({ usdc }) => usdc)) },
      { label: 'EURC', color: 'chart-warning', ...amounts(held.map(({ eurc }) => eurc)) },
    ] as const;
  }, [data, chain]);
  return (
    <Card
      title="Balance over time"
      action={
        <span className="flex w-full gap-2 md:w-auto">
          <ChainSelect chain={chain} onChange={setChain} />
          <SpanSelect span={span} onChange={setSpan} />
        </span>
      }
    >
      {data !== undefined && (
        <Chart
          label={`Balance at the end of each ${per}`}
          times={times}
          series={series}
          kind="lines"
          per={per}
          format={inShort}
        />
      )}
      {data === undefined && history.error === null && <ChartSkeleton />}
      {data === undefined && history.error !== null && (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      )}
    </Card>
  );
}

function ChainSelect({ chain, onChange }: { chain: Chain | ''; onChange: (chain: Chain | '') => void }) {
  return (
    <Select
      aria-label="Chain"
      className="min-w-0 md:w-auto!"
      value={chain}
      onChange={(event) => onChange(event.target.value as Chain | '')}
    >
      <option value="">All chains</option>
      {CHAINS.map((name) => (
        <option key={name} value={name}>
          {labelOf(name)}
        </option>
      ))}
    </Select>
  );
}

function SpanSelect({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  return (
    <Select
      aria-label="Time span"
      className="min-w-0 md:w-auto!"
      value={span}
      onChange={(event) => onChange(event.target.value as Span)}
    >
      {Object.entries(SPANS).map(([key, { label }]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function amounts(texts: readonly string[]) {
  return { values: texts.map(Number), texts: texts.map(groupThousands) };
}

const SHORT = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** `2.9M`: for the axis of a chart. */
function inShort(value: number): string {
  return SHORT.format(value);
}
