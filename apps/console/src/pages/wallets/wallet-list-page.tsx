import { Plus } from 'lucide-react';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import type { ListParams } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { ButtonLink } from '../../ui/button';
import { Card } from '../../ui/card';
import { FilterBar, FilterChoice, FilterDays, FilterText, daysQuery, useFilters } from '../../ui/filters';
import type { Filters } from '../../ui/filters';
import { groupThousands, percentOf } from '../../ui/money';
import { Meter } from '../../ui/meter';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';

type Query = NonNullable<ListParams<'/v1/wallets'>['query']>;

const CHAINS = ['base', 'ethereum', 'solana'];

const COLUMNS: readonly Column<Resource<'Wallet'>>[] = [
  {
    header: 'Wallet',
    width: 'minmax(10rem, 1.4fr)',
    phone: 'left',
    cell: ({ label, owner }) =>
      label === null || label === '' ? (
        owner
      ) : (
        <>
          <span className="font-medium">{label}</span> <span className="text-muted">{owner}</span>
        </>
      ),
  },
  { header: 'Status', width: '6.5rem', phone: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Chain', width: '5.5rem', cell: ({ chain }) => labelOf(chain) },
  {
    header: 'USDC',
    width: 'minmax(6.5rem, 0.8fr)',
    align: 'right',
    phone: 'right',
    cell: ({ balances }) => <Amount value={balances.usdc} />,
  },
  {
    header: 'EURC',
    width: 'minmax(6.5rem, 0.8fr)',
    align: 'right',
    cell: ({ balances }) => <Amount value={balances.eurc} />,
  },
  { header: 'Limit spent', width: 'minmax(7rem, 1fr)', phone: 'left', cell: (wallet) => <LimitSpent of={wallet} /> },
  { header: 'Created', width: '9rem', cell: ({ created_at }) => <Time at={created_at} className="text-muted" /> },
];

function LimitSpent({ of: { spend_limit: limit, spent_24h: spent } }: { of: Resource<'Wallet'> }) {
  if (limit === null) return <span className="text-muted">No limit</span>;
  const percent = percentOf(spent, limit);
  return (
    <div className="flex items-center gap-2.5">
      <div className="w-16">
        <Meter
          label="Spend limit used"
          percent={percent}
          tone={percent >= 90 ? 'warning' : 'accent'}
          text={`${groupThousands(spent)} of ${groupThousands(limit)}`}
        />
      </div>
      <span className="text-muted tabular-nums" title={`${groupThousands(spent)} of ${groupThousands(limit)}`}>
        {Math.floor(percent)} %
      </span>
    </div>
  );
}

function queryOf(filters: Filters): Query {
  const [owner, chain] = [filters.get('owner'), filters.get('chain')];
  return {
    ...(owner !== '' && { owner }),
    ...(chain !== '' && { chain: chain as NonNullable<Query['chain']> }),
    ...daysQuery(filters),
  };
}

export function Component() {
  const can = useCan();
  const filters = useFilters();
  const list = useList('/v1/wallets', { query: queryOf(filters) });
  return (
    <Page
      title="Wallets"
      description="Wallets of agents and users, each with its limit. Payments above it wait for an approval."
      actions={
        can('wallets:write') && (
          <ButtonLink to="/wallets/new" kind="primary">
            <Plus aria-hidden className="size-4" /> Create wallet
          </ButtonLink>
        )
      }
    >
      <FilterBar label="Wallets" filters={filters}>
        <FilterText filters={filters} name="owner" label="Owner" placeholder="Owner: agent:name or user:id" />
        <FilterChoice filters={filters} name="chain" label="Chain" values={CHAINS} all="All chains" />
        <FilterDays filters={filters} />
      </FilterBar>
      <Card flush>
        <Table
          label="Wallets"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/wallets/${id}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No wallet matches">Change or clear the filters to see more wallets.</EmptyState>
            ) : (
              <EmptyState title="No wallets yet">
                Give an agent or a user a wallet, and decide how much it may spend alone.
              </EmptyState>
            )
          }
        />
      </Card>
    </Page>
  );
}
