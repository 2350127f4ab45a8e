import { Link } from 'react-router';
import { useList } from '../../api/list';
import { Amount } from '../../ui/amount';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Mono, shorten } from '../../ui/copyable';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';

const SHOWN = 5;

/** The newest payments of a wallet, and the way to all of them. */
export function WalletPayments({ walletId }: { walletId: string }) {
  const payments = useList('/v1/payments', { query: { wallet: walletId } });
  const rows = payments.rows?.slice(0, SHOWN) ?? [];
  return (
    <Card
      title="Latest payments"
      flush
      action={
        rows.length > 0 && (
          <Link to={`/payments?q=${walletId}`} className="rounded text-link hover:underline">
            All payments
          </Link>
        )
      }
    >
      {payments.error !== null && <ErrorState error={payments.error} onRetry={payments.retry} />}
      {payments.rows === undefined && payments.error === null && (
        <Loading>
          <div className="p-5">
            <Skeleton className="h-40" />
          </div>
        </Loading>
      )}
      {payments.rows?.length === 0 && (
        <EmptyState title="No payments yet">What this wallet pays appears here.</EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map(({ id, to, amount, currency, memo, status, stage, created_at }) => (
            <li key={id}>
              <Link
                to={`/payments/${id}`}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-5 py-3 -outline-offset-2 hover:bg-sunken/60"
              >
                <span className="min-w-0 truncate">
                  {memo ?? <span className="text-muted">To</span>} <Mono className="text-muted">{shorten(to)}</Mono>
                </span>
                <Amount value={amount} currency={currency} className="text-right font-medium" />
                <Time at={created_at} className="text-xs text-muted" />
                <span className="text-right">
                  <StatusBadge status={status === 'pending' ? stage : status} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
