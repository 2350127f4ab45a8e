import { Link, useMatch } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import type { ListParams } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Mono, shorten } from '../../ui/copyable';
import { FilterBar, FilterChoice, useFilters } from '../../ui/filters';
import { PageNav } from '../../ui/page-nav';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { TimeLeft } from '../../ui/time-left';

type Approval = Resource<'Approval'>;
type Status = NonNullable<NonNullable<ListParams<'/v1/approvals'>['query']>['status']>;

const STATUSES: readonly Status[] = ['pending', 'approved', 'rejected', 'expired', 'canceled'];

const STATUS: Column<Approval> = {
  header: 'Status',
  width: '7rem',
  phone: 'right',
  cell: ({ status }) => <StatusBadge status={status} />,
};

const COLUMNS: readonly Column<Approval>[] = [
  {
    header: 'Recipient',
    width: 'minmax(9rem, 1fr)',
    phone: 'left',
    cell: (approval) => <Recipient of={approval} />,
  },
  {
    header: 'Amount',
    width: 'minmax(9rem, 1fr)',
    align: 'right',
    phone: 'right',
    cell: ({ amount, currency }) => <Amount value={amount} currency={currency} className="font-medium" />,
  },
  {
    header: 'Paid from',
    width: 'minmax(9rem, 1fr)',
    phone: 'left',
    cell: ({ wallet_id }) => <PaidFrom walletId={wallet_id} />,
  },
  {
    header: 'Approvals',
    width: '5rem',
    cell: ({ approved_by, threshold }) => `${approved_by.length} of ${threshold}`,
  },
];

const COLUMNS_OF_WAITING: readonly Column<Approval>[] = [
  ...COLUMNS,
  { header: 'Time left', width: '8rem', phone: 'right', cell: ({ expires_at }) => <TimeLeft until={expires_at} /> },
  { header: 'Requested', width: '9.5rem', cell: ({ created_at }) => <Time at={created_at} className="text-muted" /> },
];

const COLUMNS_OF_ALL: readonly Column<Approval>[] = [
  ...COLUMNS,
  STATUS,
  { header: 'Requested', width: '9.5rem', cell: ({ created_at }) => <Time at={created_at} className="text-muted" /> },
];

/** Of an EVM wallet the transfer says it; of others the payment does. */
function Recipient({ of: { authorization, payment_id } }: { of: Approval }) {
  const can = useCan();
  const to: unknown = authorization?.message['to'];
  const enabled = typeof to !== 'string' && can('payments:read');
  const payment = queries.useQuery(
    'get',
    '/v1/payments/{id}',
    { params: { path: { id: payment_id } } },
    { enabled, staleTime: Infinity },
  );
  const address = typeof to === 'string' ? to : payment.data?.to;
  if (address === undefined) return <span className="text-muted">–</span>;
  return (
    <span title={address}>
      <Mono>{shorten(address)}</Mono>
    </span>
  );
}

function PaidFrom({ walletId }: { walletId: string | null }) {
  const wallet = queries.useQuery(
    'get',
    '/v1/wallets/{id}',
    { params: { path: { id: walletId ?? '' } } },
    { enabled: walletId !== null, staleTime: 60_000 },
  );
  if (walletId === null) return 'Treasury';
  return (
    <Link to={`/wallets/${walletId}`} title={walletId} className="relative rounded text-link hover:underline">
      {wallet.data?.label ?? wallet.data?.owner ?? <Mono>{shorten(walletId)}</Mono>}
    </Link>
  );
}

export function Component() {
  const isAll = useMatch('/approvals/all') !== null;
  const filters = useFilters();
  const status = isAll ? filters.get('status') : 'pending';
  const list = useList('/v1/approvals', { query: status === '' ? {} : { status: status as Status } });
  return (
    <Page
      title="Approvals"
      description="Payments that wait for a person: above the limit of their wallet, or above what your policies let the treasury pay alone."
    >
      <PageNav
        label="Approvals"
        links={[
          { to: '/approvals', label: 'Waiting' },
          { to: '/approvals/all', label: 'All' },
        ]}
      />
      {isAll && (
        <FilterBar label="Approvals" filters={filters}>
          <FilterChoice filters={filters} name="status" label="Status" values={STATUSES} all="All statuses" />
        </FilterBar>
      )}
      <Card flush>
        <Table
          key={isAll ? 'all' : 'waiting'}
          label="Approvals"
          columns={isAll ? COLUMNS_OF_ALL : COLUMNS_OF_WAITING}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/approvals/${id}`}
          empty={<Nothing isAll={isAll} isFiltered={filters.isFiltered} />}
        />
      </Card>
    </Page>
  );
}

function Nothing({ isAll, isFiltered }: { isAll: boolean; isFiltered: boolean }) {
  if (!isAll) {
    return (
      <EmptyState title="Nothing waits for an approval">
        A payment appears here when it goes above the limit of its wallet, or above the amount that your policies set
        for the treasury.
      </EmptyState>
    );
  }
  if (isFiltered) return <EmptyState title="No approval matches">Change or clear the filter to see more.</EmptyState>;
  return <EmptyState title="No approvals yet">Every payment that needed an approval appears here.</EmptyState>;
}
