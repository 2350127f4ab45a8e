import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useList, useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { StatusBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable, Mono, shorten } from '../../ui/copyable';
import { CsvButton } from '../../ui/csv-button';
import { Detail, Details } from '../../ui/details';
import { ConfirmButton } from '../../ui/dialog';
import { FilterBar, FilterChoice, FilterText, useFilters } from '../../ui/filters';
import type { Filters } from '../../ui/filters';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { SecretDialog } from '../../ui/secret-dialog';
import { EmptyState, Notice } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { EditEndpointButton } from './endpoint-form';
import { ReplayButton } from './replay-button';

type Endpoint = Resource<'WebhookEndpoint'>;
type Delivery = Resource<'Delivery'>;

const BACK = { to: '/webhooks', label: 'Webhooks' };

export function Component() {
  const { id = '' } = useParams();
  const endpoint = queries.useQuery('get', '/v1/webhook_endpoints/{id}', { params: { path: { id } } });
  return (
    <ObjectPage title="Endpoint" back={BACK} query={endpoint}>
      {(data) => <EndpointView endpoint={data} />}
    </ObjectPage>
  );
}

function EndpointView({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, status, disabled_reason, events, description, created_at } = endpoint;
  const can = useCan();
  return (
    <Page
      title={url}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <span className="break-all">{url}</span>
          <StatusBadge status={status} />
        </span>
      }
      back={BACK}
      actions={
        can('webhooks:write') && (
          <>
            <TestButton endpoint={endpoint} />
            <ReplayButton endpointId={id} />
            <EditEndpointButton endpoint={endpoint} />
          </>
        )
      }
    >
      <div className="space-y-6">
        {status === 'disabled' && disabled_reason !== null && <Notice tone="warning">{disabled_reason}</Notice>}
        <Card title="Details" action={can('webhooks:write') && <Controls endpoint={endpoint} />}>
          <Details>
            <Detail label="Events">{events === null ? 'All types' : <Mono>{events.join(', ')}</Mono>}</Detail>
            <Detail label="Note">{description}</Detail>
            <Detail label="Created">
              <Time at={created_at} />
            </Detail>
            <Detail label="Id">
              <Copyable value={id} label="the id of the endpoint" />
            </Detail>
          </Details>
        </Card>
        <Deliveries endpointId={id} />
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    header: 'Event',
    width: 'minmax(11.5rem, 1.2fr)',
    phone: 'left',
    cell: ({ event_type }) => <Mono>{event_type}</Mono>,
  },
  { header: 'Status', width: '6.5rem', phone: 'right', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Event id', width: '10rem', cell: ({ event_id }) => <Mono>{shorten(event_id)}</Mono> },
  {
    header: 'Last attempt',
    width: 'minmax(8rem, 1fr)',
    phone: 'left',
    cell: ({ attempts }) => lastAttempt(attempts),
  },
  { header: 'Attempts', width: '5.5rem', align: 'right', cell: ({ attempts }) => attempts.length },
  {
    header: 'Scheduled',
    width: '10.5rem',
    phone: 'right',
    cell: ({ created_at }) => <Time at={created_at} className="text-muted" />,
  },
];

function lastAttempt(attempts: Delivery['attempts']): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'Not yet';
  return last.status_code === null
    ? (last.error ?? 'No answer')
    : `${last.status_code} in ${Math.round(last.duration_ms)} ms`;
}

function Deliveries({ endpointId }: { endpointId: string }) {
  const filters = useFilters();
  const query = queryOf(filters);
  const list = useList(
    '/v1/webhook_endpoints/{id}/deliveries',
    { path: { id: endpointId }, query },
    { isUnsettled: ({ attempts, status }) => status === 'pending' && attempts.length === 0 },
  );
  return (
    <section aria-labelledby="deliveries">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="deliveries" className="text-base font-semibold">
          Deliveries
        </h2>
        <CsvButton
          path={`/v1/webhook_endpoints/${endpointId}/deliveries`}
          query={query}
          fileName={`${endpointId}-deliveries.csv`}
        />
      </div>
      <FilterBar label="Deliveries" filters={filters}>
        <FilterText filters={filters} name="q" label="Event or payment" placeholder="evt_… or pay_…" />
        <FilterChoice
          filters={filters}
          name="status"
          label="Status"
          values={['pending', 'delivered', 'failed']}
          all="Every status"
        />
      </FilterBar>
      <Card flush>
        <Table
          label="Deliveries"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/webhooks/deliveries/${id}`}
          empty={
            filters.isFiltered ? (
              <EmptyState title="No delivery matches">Change or clear the filters to see more.</EmptyState>
            ) : (
              <EmptyState title="Nothing was sent yet">
                The next event of your account is sent at once. What has happened before can be replayed.
              </EmptyState>
            )
          }
        />
      </Card>
    </section>
  );
}

function queryOf(filters: Filters): Record<string, string> {
  const [text, status] = [filters.get('q'), filters.get('status')];
  return {
    ...(text !== '' && { [text.startsWith('pay_') ? 'payment_id' : 'event_id']: text }),
    ...(status !== '' && { status }),
  };
}

function TestButton({ endpoint: { id, status } }: { endpoint: Endpoint }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const test = queries.useMutation('post', '/v1/webhook_endpoints/{id}/test');
  if (status !== 'enabled') return null;
  return (
    <ConfirmButton
      label="Send a test event"
      title="Send a test event?"
      confirm="Send it"
      danger={false}
      act={async () => {
        await test.mutateAsync({ params: { path: { id }, header: idempotency.headerFor(id) }, body: {} });
        idempotency.renew();
        toast('The test event is on its way.');
        await refresh('/v1/webhook_endpoints');
      }}
    >
      Your server gets an event of the type webhook.test, signed like every other.
    </ConfirmButton>
  );
}

function Controls({ endpoint }: { endpoint: Endpoint }) {
  return (
    <span className="flex flex-wrap gap-2">
      <SwitchButton endpoint={endpoint} />
      <RotateButton endpoint={endpoint} />
      <DeleteButton endpoint={endpoint} />
    </span>
  );
}

function SwitchButton({ endpoint: { id, status } }: { endpoint: Endpoint }) {
  const refresh = useRefresh();
  const update = queries.useMutation('patch', '/v1/webhook_endpoints/{id}');
  const set = async (next: 'enabled' | 'disabled') => {
    await update.mutateAsync({ params: { path: { id } }, body: { status: next } });
    toast(next === 'enabled' ? 'Events are sent again.' : 'No more events are sent.');
    await refresh('/v1/webhook_endpoints');
  };
  if (status === 'enabled') {
    return (
      <ConfirmButton label="Disable" title="Disable this endpoint?" confirm="Disable it" act={() => set('disabled')}>
        Events that happen until then are not sent to it. You can replay them once it is enabled again.
      </ConfirmButton>
    );
  }
  return (
    <Button busy={update.isPending} onClick={() => void set('enabled').catch(() => undefined)}>
      Enable
    </Button>
  );
}

function RotateButton({ endpoint: { id } }: { endpoint: Endpoint }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const rotation = queries.useMutation('post', '/v1/webhook_endpoints/{id}/rotate_secret');
  const [rotated, setRotated] = useState<Resource<'WebhookEndpointWithSecret'>>();
  return (
    <>
      <ConfirmButton
        label="Rotate secret"
        title="Make a new signing secret?"
        confirm="Make a new secret"
        danger={false}
        act={async () => {
          const params = { path: { id }, header: idempotency.headerFor(id) };
          const endpoint = await rotation.mutateAsync({ params, body: {} });
          idempotency.renew();
          setRotated(endpoint);
          await refresh('/v1/webhook_endpoints');
        }}
      >
        For 24 hours every event is signed with both, so that nothing is lost while you change it.
      </ConfirmButton>
      {rotated !== undefined && (
        <SecretDialog
          title="The new signing secret"
          secret={rotated.secret}
          label="the signing secret"
          onClose={() => setRotated(undefined)}
        >
          Give it to your server within 24 hours. Until then the one before works too.
        </SecretDialog>
      )}
    </>
  );
}

function DeleteButton({ endpoint: { id } }: { endpoint: Endpoint }) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const removal = queries.useMutation('delete', '/v1/webhook_endpoints/{id}');
  return (
    <ConfirmButton
      label="Delete"
      title="Delete this endpoint?"
      confirm="Delete it"
      act={async () => {
        await removal.mutateAsync({ params: { path: { id } } });
        toast('The endpoint is deleted.');
        await navigate('/webhooks');
        await refresh('/v1/webhook_endpoints');
      }}
    >
      Nothing is sent to it any more, and what was still to be delivered is given up. You cannot take this back.
    </ConfirmButton>
  );
}
