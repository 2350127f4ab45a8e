import type { Resource } from '../../api/client';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { formatDuration } from '../../ui/format-time';
import { Notice } from '../../ui/states';

/** What would become of a payment now, chain by chain. */
export function SimulationResult({ simulation, currency }: { simulation: Resource<'Simulation'>; currency: string }) {
  const { candidates, chosen } = simulation;
  return (
    <Card title="Simulation">
      <div role="status">
        <Notice tone={chosen === null ? 'warning' : 'positive'}>
          {chosen === null
            ? 'No chain can carry this payment now.'
            : `The payment would be sent on ${labelOf(chosen)}.`}{' '}
          Nothing has been paid, and balances may change.
        </Notice>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {candidates.map(({ chain, verdict, reason, fee, settlement_ms, balance }) => (
          <li key={chain} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {labelOf(chain)}
              <StatusBadge status={chain === chosen ? 'chosen' : verdict} />
            </span>
            <Amount value={balance} currency={currency} className="text-right" />
            <span className="text-muted">{reason}</span>
            <span className="text-right text-muted">
              Fee <Amount value={fee} currency={currency} />, about {formatDuration(settlement_ms)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
