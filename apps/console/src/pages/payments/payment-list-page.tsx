import { Plus } from 'lucide-react';
import { useCan } from '../../api/use-session';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { Mono, shorten } from '../../ui/copyable';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { PaymentFilters, useFilters } from './payment-filters';
import { stateOf } from './payment-state';

const COLUMNS: readonly Column<Resource<'Payment'>>[] = [
  {
    header: 'Recipient',
    width: 'minmax(9rem, 1.2fr)',
    phone: 'left',
    cell: ({ to }) => (
      <span title={to}>
        <Mono>{shorten(to)}</Mono>
      </span>
    ),
  },
  {
    header: 'Amount',
    width: 'minmax(9rem, 1fr)',
    align: 'right',
    phone: 'right',
    cell: ({ amount, currency }) => <Amount value={amount} currency={currency} className="font-medium" />,
  },
  { header: 'Status', width: '9.5rem', phone: 'right', cell: (payment) => <StatusBadge status={stateOf(payment)} /> },
  { header: 'Chain', width: '6rem', cell: ({ chain }) => (chain === null ? '–' : labelOf(chain)) },
  { header: 'Memo', width: 'minmax(6rem, 1fr)', cell: ({ memo }) => memo ?? <span className="text-muted">–</span> },
  {
    header: 'Created',
    width: '9.5rem',
    phone: 'left',
    cell: ({ created_at }) => <Time at={created_at} className="relative text-muted" />,
  },
];

export function Component() {
  const can = useCan();
  const filters = useFilters();
  const list = useList('/v1/payments', { query: filters.query });
  return (
    <Page
      title="Payments"
      actions={
        can('payments:write') && (
          <ButtonLink to="/payments/new" kind="primary">
            <Plus aria-hidden className="size-4" /> Create payment
          </ButtonLink>
        )
      }
    >
      <PaymentFilters filters={filters} />
      <Card flush>
        <Table
          label="Payments"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/payments/${id}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No payment matches">Change or clear the filters to see more payments.</EmptyState>
            ) : (
              <EmptyState title="No payments yet">
                Payments appear here as soon as they are created, in the console or through the API.
              </EmptyState>
            )
          }
        />
      </Card>
    </Page>
  );
}
