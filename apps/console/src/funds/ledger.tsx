import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useList } from '../api/list';
import type { List } from '../api/list';
import type { Resource } from '../api/client';
import { useCan } from '../api/use-session';
import { Amount } from '../ui/amount';
import { labelOf } from '../ui/badge';
import { Card } from '../ui/card';
import { Mono, shorten } from '../ui/copyable';
import { CsvButton } from '../ui/csv-button';
import { FilterBar, FilterChoice, FilterDays, FilterText, daysQuery, useFilters } from '../ui/filters';
import type { Filters } from '../ui/filters';
import { EmptyState } from '../ui/states';
import { Table } from '../ui/table';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { movementOf } from './movement';

type Entry = Resource<'LedgerEntry'>;
type Kind = Resource<'LedgerKind'>;

/** A wallet pays no network fees: relayers do, for the account. */
const KINDS_OF_WALLETS: readonly Kind[] = [
  'opened',
  'credited',
  'held',
  'released',
  'reserved',
  'posted',
  'voided',
  'returned',
];

const MEANING: Readonly<Record<string, string>> = {
  opened: 'Opened',
  credited: 'Deposit',
  held: 'Deposit held',
  released: 'Held deposit released',
  reserved: 'Reserved for a payment',
  posted: 'Paid',
  voided: 'Reservation given back',
  returned: 'Returned, the transfer was not made',
  network_fee: 'Network fee',
};

/** Every movement of the treasury's money. */
export function TreasuryLedger() {
  const filters = useFilters();
  const query = queryOf(filters);
  const list = useList('/v1/treasury/ledger', { query });
  return (
    <Ledger
      filters={filters}
      kinds={[...KINDS_OF_WALLETS, 'network_fee']}
      list={list}
      csv={{ path: '/v1/treasury/ledger', query, fileName: 'treasury-ledger.csv' }}
    />
  );
}

/** Every movement of a wallet's money. */
export function WalletLedger({ walletId }: { walletId: string }) {
  const filters = useFilters();
  const query = queryOf(filters);
  const list = useList('/v1/wallets/{id}/ledger', { path: { id: walletId }, query });
  const csv = { path: `/v1/wallets/${walletId}/ledger`, query, fileName: `${walletId}-ledger.csv` };
  return <Ledger filters={filters} kinds={KINDS_OF_WALLETS} list={list} csv={csv} />;
}

function queryOf(filters: Filters) {
  const [kind, payment] = [filters.get('kind'), filters.get('payment')];
  return {
    ...(kind !== '' && { kind: kind as Kind }),
    ...(payment !== '' && { payment_id: payment }),
    ...daysQuery(filters),
  };
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    header: 'Movement',
    width: 'minmax(9.5rem, 1.2fr)',
    phone: 'left',
    cell: ({ kind }) => MEANING[kind] ?? labelOf(kind),
  },
  {
    header: 'Amount',
    width: 'minmax(9rem, 1fr)',
    align: 'right',
    phone: 'right',
    cell: (entry) => <Amount value={movementOf(entry).amount} currency={entry.currency} className="font-medium" />,
  },
  { header: 'From and to', width: 'minmax(11rem, 1.2fr)', cell: (entry) => <Sides entry={entry} /> },
  { header: 'Chain', width: '5.5rem', phone: 'right', cell: ({ chain }) => labelOf(chain) },
  { header: 'Payment', width: '8rem', cell: ({ payment_id }) => <PaymentLink id={payment_id} /> },
  { header: 'Time', width: '8.5rem', phone: 'left', cell: ({ at }) => <Time at={at} className="text-muted" /> },
];

function Sides({ entry }: { entry: Entry }) {
  const { from, to } = movementOf(entry);
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      {from}
      <ArrowRight role="img" aria-label="to" className="size-3.5" />
      {to}
    </span>
  );
}

function PaymentLink({ id }: { id: string | null }) {
  const can = useCan();
  if (id === null) return <span className="text-muted">–</span>;
  if (!can('payments:read')) return <Mono>{shorten(id)}</Mono>;
  return (
    <Link to={`/payments/${id}`} title={id} className="rounded text-link hover:underline">
      <Mono>{shorten(id)}</Mono>
    </Link>
  );
}

function Ledger({
  filters,
  kinds,
  list,
  csv,
}: {
  filters: Filters;
  kinds: readonly Kind[];
  list: List<Entry>;
  csv: { path: string; query: Readonly<Record<string, string>>; fileName: string };
}) {
  return (
    <>
      <FilterBar label="Ledger entries" filters={filters}>
        <FilterText filters={filters} name="payment" label="Payment" placeholder="Id of a payment" />
        <FilterChoice
          filters={filters}
          name="kind"
          label="Movement"
          values={kinds}
          all="All movements"
          words={(kind) => MEANING[kind] ?? labelOf(kind)}
        />
        <FilterDays filters={filters} />
      </FilterBar>
      <Card title="Entries" action={<CsvButton {...csv} />} flush>
        <Table
          label="Ledger entries"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No entry matches">Change or clear the filters to see more of the ledger.</EmptyState>
            ) : (
              <EmptyState title="No entries yet">
                Every deposit and payment appears here, with the account that it left and the one that it entered.
              </EmptyState>
            )
          }
        />
      </Card>
    </>
  );
}
