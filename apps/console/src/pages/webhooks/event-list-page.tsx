import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { Card } from '../../ui/card';
import { Mono, shorten } from '../../ui/copyable';
import { FilterBar, FilterChoice, FilterDays, daysQuery, useFilters } from '../../ui/filters';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { EVENT_TYPE_NAMES, whatHappened } from './event-types';
import { WebhooksNav } from './webhooks-nav';

type Event = Resource<'WebhookEvent'>;

const COLUMNS: readonly Column<Event>[] = [
  {
    header: 'Type',
    width: 'minmax(13rem, 1fr)',
    phone: 'left',
    cell: ({ type }) => <Mono className="font-medium">{type}</Mono>,
  },
  {
    header: 'What happened',
    width: 'minmax(14rem, 1.4fr)',
    phone: 'wide',
    cell: ({ type }) => whatHappened(type),
  },
  { header: 'Id', width: '10rem', cell: ({ id }) => <Mono>{shorten(id)}</Mono> },
  {
    header: 'Time',
    width: '10.5rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
];

export function Component() {
  const filters = useFilters();
  const type = filters.get('type');
  const query = { ...(type !== '' && { type: type as Resource<'EventType'> }), ...daysQuery(filters) };
  const list = useList('/v1/events', { query });
  return (
    <Page title="Webhooks" description="Everything that happened in your account, sent or not.">
      <WebhooksNav />
      <FilterBar label="Events" filters={filters}>
        <FilterChoice
          filters={filters}
          name="type"
          label="Type"
          values={EVENT_TYPE_NAMES}
          all="All types"
          words={(value) => value}
        />
        <FilterDays filters={filters} />
      </FilterBar>
      <Card flush>
        <Table
          label="Events"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/webhooks/events/${id}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No event matches">Change or clear the filters to see more.</EmptyState>
            ) : (
              <EmptyState title="Nothing has happened yet">The first payment makes the first event.</EmptyState>
            )
          }
        />
      </Card>
    </Page>
  );
}
