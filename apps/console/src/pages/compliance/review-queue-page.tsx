import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { Card } from '../../ui/card';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { TimeLeft } from '../../ui/time-left';
import { Time } from '../../ui/time';
import { ComplianceNav } from './compliance-nav';
import { findingsOf, isAddress } from './findings';
import { ScreenButton } from './screen-button';
import { Subject } from './subject';

const COLUMNS: readonly Column<Resource<'ComplianceResult'>>[] = [
  {
    header: 'Screened',
    width: 'minmax(11rem, 1fr)',
    phone: 'left',
    cell: ({ address }) => <Subject value={address} />,
  },
  { header: 'Kind', width: '8rem', cell: ({ address }) => (isAddress(address) ? 'Recipient' : 'Wallet owner') },
  { header: 'To look at', width: 'minmax(11rem, 1fr)', phone: 'left', cell: ({ checks }) => findingsOf(checks) },
  { header: 'Time left', width: '9rem', phone: 'right', cell: ({ expires_at }) => <TimeLeft until={expires_at} /> },
  {
    header: 'Waiting since',
    width: '10rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
];

export function Component() {
  const list = useList('/v1/compliance/checks', { query: { status: 'review' } });
  return (
    <Page
      title="Compliance"
      description="Screenings that need a person. Without a decision in time, they end as blocked."
      actions={<ScreenButton />}
    >
      <ComplianceNav />
      <Card flush>
        <Table
          label="Screenings to review"
          columns={COLUMNS}
          list={list}
          rowKey={({ ref }) => ref}
          href={({ ref }) => `/compliance/${ref}`}
          empty={
            <EmptyState title="Nothing to review">
              A screening appears here when a check cannot decide alone. Payments to that recipient wait for the
              decision.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  );
}
