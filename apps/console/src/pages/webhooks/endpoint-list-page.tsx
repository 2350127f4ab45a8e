import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { useSession } from '../../api/use-session';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { CreateEndpointButton } from './endpoint-form';
import { WebhooksNav } from './webhooks-nav';

const COLUMNS: readonly Column<Resource<'WebhookEndpoint'>>[] = [
  {
    header: 'URL',
    width: 'minmax(14rem, 2fr)',
    phone: 'left',
    cell: ({ url }) => <span className="font-medium">{url}</span>,
  },
  { header: 'Status', width: '6.5rem', phone: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Events',
    width: 'minmax(7rem, 0.8fr)',
    phone: 'left',
    cell: ({ events }) => (events === null ? 'All types' : events.length === 1 ? events[0] : `${events.length} types`),
  },
  { header: 'Note', width: 'minmax(8rem, 1fr)', cell: ({ description }) => description ?? '' },
  {
    header: 'Created',
    width: '10.5rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
];

export function Component() {
  const { livemode } = useSession();
  const list = useList('/v1/webhook_endpoints');
  return (
    <Page
      title="Webhooks"
      description="Signed events that are sent to your own servers."
      actions={<CreateEndpointButton />}
    >
      <WebhooksNav />
      <Card flush>
        <Table
          label="Webhook endpoints"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/webhooks/${id}`}
          empty={
            <EmptyState title="No endpoints yet">
              Add the URL of your server, and every event is sent there until it answers with 200.
              {!livemode && ' Without a server, take a URL of the sandbox.'}
            </EmptyState>
          }
        />
      </Card>
    </Page>
  );
}
