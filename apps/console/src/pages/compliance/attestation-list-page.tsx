import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { FilterBar, FilterText, useFilters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { AttestButton } from './attest-button';
import { ComplianceNav } from './compliance-nav';
import { checkName, subjectQuery } from './findings';
import { Subject } from './subject';

const COLUMNS: readonly Column<Resource<'Attestation'>>[] = [
  {
    header: 'About',
    width: 'minmax(11rem, 1fr)',
    phone: 'left',
    cell: ({ address, owner }) => <Subject value={address ?? owner ?? ''} />,
  },
  { header: 'Status', width: '6rem', phone: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Covers',
    width: 'minmax(9rem, 0.8fr)',
    phone: 'left',
    cell: ({ checks }) => checks.map(checkName).join(', '),
  },
  { header: 'Your reference', width: 'minmax(9rem, 1fr)', cell: ({ reference }) => reference },
  {
    header: 'Until',
    width: '10.5rem',
    phone: 'right',
    cell: ({ expires_at }) => <Time at={expires_at} className="text-muted" />,
  },
];

export function Component() {
  const filters = useFilters();
  const list = useList('/v1/compliance/attestations', { query: subjectQuery(filters.get('q')) });
  return (
    <Page
      title="Compliance"
      description="Your word that you have checked somebody, for identity and travel-rule data that you keep elsewhere."
      actions={<AttestButton />}
    >
      <ComplianceNav />
      <FilterBar label="Attestations" filters={filters}>
        <FilterText filters={filters} name="q" label="About" placeholder="Address, agent:name or user:id" />
      </FilterBar>
      <Card flush>
        <Table
          label="Attestations"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/compliance/attestations/${id}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No attestation matches">Change or clear the filter to see more.</EmptyState>
            ) : (
              <EmptyState title="No attestations yet">
                An attestation passes the identity and travel-rule checks that you have made yourself.
              </EmptyState>
            )
          }
        />
      </Card>
    </Page>
  );
}
