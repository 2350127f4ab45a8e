import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useList, useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Card } from '../../ui/card';
import { Mono, shorten } from '../../ui/copyable';
import { ConfirmButton } from '../../ui/dialog';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { ComplianceNav } from './compliance-nav';

type Deposit = Resource<'Deposit'>;

const COLUMNS: readonly Column<Deposit>[] = [
  {
    header: 'Amount',
    width: '11rem',
    phone: 'left',
    cell: ({ amount, currency, chain }) => `${amount} ${currency} on ${chain}`,
  },
  { header: 'From', width: '10rem', phone: 'left', cell: ({ from }) => <Mono>{shorten(from)}</Mono> },
  {
    header: 'To',
    width: '9rem',
    cell: ({ wallet_id }) => (wallet_id === null ? 'Treasury' : <Mono>{shorten(wallet_id)}</Mono>),
  },
  { header: 'To look at', width: 'minmax(11rem, 1fr)', cell: ({ reason }) => reason },
  {
    header: 'Came in',
    width: '10rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
  { header: 'Decision', width: '11rem', phone: 'right', cell: (deposit) => <Decision deposit={deposit} /> },
];

/** Deposits whose money is held until a person decides. */
export function Component() {
  const list = useList('/v1/deposits', { query: { status: 'held' } });
  return (
    <Page title="Compliance" description="Money whose sender was not cleared. It is held until a person decides.">
      <ComplianceNav />
      <Card flush>
        <Table
          label="Held deposits"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No held deposits">
              A deposit appears here when its sender is not cleared, or is not known.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  );
}

function Decision({ deposit: { id, amount, currency } }: { deposit: Deposit }) {
  const can = useCan();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const decision = queries.useMutation('post', '/v1/deposits/{id}/decision');
  const decide = async (verdict: Resource<'DepositVerdict'>, done: string) => {
    const body = { decision: verdict };
    await decision.mutateAsync({ params: { path: { id }, header: idempotency.headerFor(body) }, body });
    toast(done);
    await refresh('/v1/deposits', '/v1/treasury', '/v1/wallets');
  };
  if (!can('compliance:write')) return <span className="text-muted">Waits for a reviewer</span>;
  return (
    <span className="flex gap-2">
      <ConfirmButton
        label="Clear"
        danger={false}
        title="Clear this deposit?"
        confirm="Clear it"
        act={() => decide('clear', 'Cleared. The money is available.')}
      >
        {amount} {currency} become available. Your name and the time are kept.
      </ConfirmButton>
      <ConfirmButton
        label="Keep"
        title="Keep this deposit?"
        confirm="Keep it"
        act={() => decide('keep', 'Kept. The money stays held.')}
      >
        {amount} {currency} stay held for good. This cannot be undone. Your name and the time are kept.
      </ConfirmButton>
    </span>
  );
}
