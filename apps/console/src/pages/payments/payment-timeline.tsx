import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { classes } from '../../ui/classes';
import { Copyable } from '../../ui/copyable';
import { formatDuration } from '../../ui/format-time';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { ScreeningEvidence } from './screening-evidence';
import { deliveryOf, isTelling, replacedBy, routesOf, screeningOf, textOf } from './timeline-entry';
import type { DeliveryStep, Route } from './timeline-entry';

type Entry = Resource<'TimelineEntry'>;

const DOTS: Readonly<Record<string, string>> = {
  settled: 'bg-positive',
  failed: 'bg-critical',
  settlement_lost: 'bg-critical',
  in_review: 'bg-warning',
  awaiting_approval: 'bg-warning',
  waiting: 'bg-warning',
  unconfirmed: 'bg-warning',
  undone: 'bg-warning',
  not_made: 'bg-warning',
  delivery_scheduled: 'bg-info',
  delivery_attempted: 'bg-info',
};

/** What happened to a payment, as it happened: each step with what it rests on. */
export function PaymentTimeline({ payment }: { payment: Resource<'Payment'> }) {
  const expand = useExpansion();
  const timeline = queries.useQuery(
    'get',
    '/v1/payments/{id}/timeline',
    { params: { path: { id: payment.id }, query: expand } },
    {
      refetchInterval: ({ state }) =>
        payment.status === 'pending' || isTelling(state.data?.data ?? []) ? 1_500 : 10_000,
    },
  );
  if (timeline.data === undefined) {
    if (timeline.error) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />;
    return (
      <Loading>
        <Skeleton className="h-[46rem]" />
      </Loading>
    );
  }
  const entries = timeline.data.data;
  const startedAt = Date.parse(payment.created_at);
  return (
    <ol>
      {entries.map((entry, index) => (
        <li key={index} className="relative flex gap-4 pb-6 last:pb-0">
          {index < entries.length - 1 && (
            <span aria-hidden className="absolute top-4 bottom-0 left-[5px] w-px bg-line" />
          )}
          <span
            aria-hidden
            className={classes(
              'mt-1.5 size-2.75 shrink-0 rounded-full ring-4 ring-surface',
              DOTS[entry.type] ?? 'bg-field',
            )}
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-medium">{labelOf(entry.type)}</h3>
              <p className="text-xs text-muted">
                <Time at={entry.at} />
                {index > 0 && ` · +${formatDuration(Math.max(0, Date.parse(entry.at) - startedAt))}`}
              </p>
            </div>
            <p className="mt-0.5 break-words text-muted">{entry.text}</p>
            <EntryDetails entry={entry} currency={payment.currency} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Screening and deliveries, as far as the person may see them. */
function useExpansion() {
  const can = useCan();
  if (can('compliance:read')) {
    return { expand: can('webhooks:read') ? 'screening,deliveries' : 'screening' } as const;
  }
  return can('webhooks:read') ? ({ expand: 'deliveries' } as const) : {};
}

function EntryDetails({ entry, currency }: { entry: Entry; currency: string }) {
  const routes = routesOf(entry);
  const delivery = deliveryOf(entry);
  const hash = textOf(entry, 'txHash');
  const explorer = textOf(entry, 'explorer_url');
  const screening = screeningOf(entry);
  const replaced = replacedBy(entry);
  return (
    <>
      {hash !== undefined && (
        <Facts>
          <Copyable value={hash} label="the transaction hash" short />
          {explorer !== undefined && (
            <a href={explorer} target="_blank" rel="noreferrer" className="text-link hover:underline">
              Open in explorer <ExternalLink aria-hidden className="inline size-3.5 align-[-2px]" />
            </a>
          )}
        </Facts>
      )}
      {replaced.map((earlier) => (
        <Facts key={earlier}>
          <span className="text-muted">Replaced</span>
          <Copyable value={earlier} label="the replaced hash" short />
        </Facts>
      ))}
      {screening !== undefined && <ScreeningEvidence result={screening} />}
      {routes.length > 0 && <Routes routes={routes} currency={currency} />}
      {delivery !== undefined && <DeliveryFacts delivery={delivery} />}
    </>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">{children}</div>;
}

/** Every chain that was considered, and why it was taken or not. */
function Routes({ routes, currency }: { routes: readonly Route[]; currency: string }) {
  return (
    <ul aria-label="Routes" className="mt-2 divide-y divide-line rounded-lg border border-line">
      {routes.map((route) => (
        <li key={route.chain} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <span className="font-medium">{labelOf(route.chain)}</span>
          <StatusBadge status={route.verdict} />
          <span className="min-w-0 grow text-muted">{route.reason}</span>
          {route.fee !== undefined && (
            <span className="text-xs text-muted">
              Fee <Amount value={route.fee} currency={currency} />
              {route.settlementMs !== undefined && `, about ${formatDuration(route.settlementMs)}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryStep }) {
  const { deliveryId, eventType, statusCode, durationMs, error } = delivery;
  return (
    <Facts>
      <Link to={`/webhooks/deliveries/${deliveryId}`} className="rounded text-link hover:underline">
        Open the delivery<span className="sr-only"> of {eventType}</span>
      </Link>
      {statusCode !== undefined && <span>HTTP {statusCode}</span>}
      {durationMs !== undefined && <span className="text-muted">{formatDuration(durationMs)}</span>}
      {error !== undefined && <span className="text-critical">{error}</span>}
    </Facts>
  );
}
