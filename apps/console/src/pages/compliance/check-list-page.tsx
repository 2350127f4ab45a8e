import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import type { ListParams } from '../../api/list';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { FilterBar, FilterChoice, FilterDays, FilterText, daysQuery, useFilters } from '../../ui/filters';
import type { Filters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { ComplianceNav } from './compliance-nav';
import { findingsOf, subjectQuery } from './findings';
import { ScreenButton } from './screen-button';
import { Subject } from './subject';

type Query = NonNullable<ListParams<'/v1/compliance/checks'>['query']>;

const STATUSES: readonly NonNullable<Query['status']>[] = ['cleared', 'review', 'blocked'];

const COLUMNS: readonly Column<Resource<'ComplianceResult'>>[] = [
  {
    header: 'Screened',
    width: 'minmax(11rem, 1fr)',
    phone: 'left',
    cell: ({ address }) => <Subject value={address} />,
  },
  { header: 'Result', width: '7rem', phone: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Findings', width: 'minmax(11rem, 1fr)', phone: 'left', cell: ({ checks }) => findingsOf(checks) },
  {
    header: 'Decided by',
    width: '8rem',
    cell: ({ status, decided_by }) => {
      if (status === 'review') return <span className="text-muted">Nobody yet</span>;
      return decided_by === null ? <span className="text-muted">Checks</span> : 'A person';
    },
  },
  {
    header: 'Screened at',
    width: '10rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
];

function queryOf(filters: Filters): Query {
  const status = filters.get('status');
  return {
    ...(status !== '' && { status: status as NonNullable<Query['status']> }),
    ...subjectQuery(filters.get('q')),
    ...daysQuery(filters),
  };
}

export function Component() {
  const filters = useFilters();
  const list = useList('/v1/compliance/checks', { query: queryOf(filters) });
  return (
    <Page
      title="Compliance"
      description="Every screening of a recipient or of a wallet's owner, with what it rests on."
      actions={<ScreenButton />}
    >
      <ComplianceNav />
      <FilterBar label="Screenings" filters={filters}>
        <FilterText filters={filters} name="q" label="Screened" placeholder="Address, agent:name or user:id" />
        <FilterChoice filters={filters} name="status" label="Result" values={STATUSES} all="All results" />
        <FilterDays filters={filters} />
      </FilterBar>
      <Card flush>
        <Table
          label="Screenings"
          columns={COLUMNS}
          list={list}
          rowKey={({ ref }) => ref}
          href={({ ref }) => `/compliance/${ref}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No screening matches">Change or clear the filters to see more screenings.</EmptyState>
            ) : (
              <EmptyState title="No screenings yet">Each payment's recipient is screened before it is paid.</EmptyState>
            )
          }
        />
      </Card>
    </Page>
  );
}
