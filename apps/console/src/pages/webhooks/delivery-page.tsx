import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Badge, StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable, Mono } from '../../ui/copyable';
import { Detail, Details, Json } from '../../ui/details';
import { ConfirmButton } from '../../ui/dialog';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';

type Delivery = Resource<'DeliveryWithBody'>;

export function Component() {
  const { id = '' } = useParams();
  const delivery = queries.useQuery(
    'get',
    '/v1/webhook_deliveries/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3_000 : false) },
  );
  return (
    <ObjectPage title="Delivery" back={{ to: '/webhooks', label: 'Webhooks' }} query={delivery}>
      {(data) => <DeliveryView delivery={data} />}
    </ObjectPage>
  );
}

function DeliveryView({ delivery }: { delivery: Delivery }) {
  const { id, endpoint_id, event_id, event_type, status, attempts, next_attempt_at, request_body, created_at } =
    delivery;
  return (
    <Page
      title={`Delivery of ${event_type}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          Delivery of {event_type}
          <StatusBadge status={status} />
        </span>
      }
      back={{ to: `/webhooks/${endpoint_id}`, label: 'Endpoint' }}
      actions={<SendAgainButton delivery={delivery} />}
    >
      <div className="space-y-6">
        <Card title="Details">
          <Details>
            <Detail label="Event">
              <Link to={`/webhooks/events/${event_id}`} className="text-link hover:underline">
                <Mono>{event_id}</Mono>
              </Link>
            </Detail>
            <Detail label="Scheduled">
              <Time at={created_at} />
            </Detail>
            {next_attempt_at !== null && (
              <Detail label="Next attempt">
                <Time at={next_attempt_at} />
              </Detail>
            )}
            <Detail label="Id">
              <Copyable value={id} label="the id of the delivery" />
            </Detail>
          </Details>
        </Card>
        <Card title="Body that was sent">
          <Json label="Body that was sent" value={pretty(request_body)} />
        </Card>
        {attempts.map((attempt, index) => (
          <Attempt key={attempt.at} attempt={attempt} number={index + 1} />
        ))}
      </div>
    </Page>
  );
}

function Attempt({ attempt, number }: { attempt: Delivery['attempts'][number]; number: number }) {
  const { at, status_code, duration_ms, error, request, response } = attempt;
  const ok = error === null;
  return (
    <Card
      title={`Attempt ${number}`}
      action={<Badge tone={ok ? 'positive' : 'critical'}>{status_code ?? 'No answer'}</Badge>}
    >
      <div className="space-y-4">
        <Details>
          <Detail label="Began">
            <Time at={at} />
          </Detail>
          <Detail label="Took">{`${Math.round(duration_ms)} ms`}</Detail>
          <Detail label="Sent to">{request?.url}</Detail>
          {error !== null && <Detail label="Why it failed">{error}</Detail>}
        </Details>
        {request !== null && (
          <div>
            <h3 className="mb-1.5 text-xs font-medium text-muted">Headers that were sent</h3>
            <Json
              label={`Headers of attempt ${number}`}
              value={Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          </div>
        )}
        {response !== null && (
          <div>
            <h3 className="mb-1.5 text-xs font-medium text-muted">
              {response.truncated ? 'Beginning of the answer' : 'Answer'}
            </h3>
            <Json label={`Answer to attempt ${number}`} value={response.body === '' ? '(empty)' : response.body} />
          </div>
        )}
      </div>
    </Card>
  );
}

function SendAgainButton({ delivery: { endpoint_id, event_id } }: { delivery: Delivery }) {
  const can = useCan();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const replay = queries.useMutation('post', '/v1/webhook_endpoints/{id}/replay');
  if (!can('webhooks:write')) return null;
  return (
    <ConfirmButton
      label="Send again"
      title="Send this event again?"
      confirm="Send it again"
      danger={false}
      act={async () => {
        const params = { path: { id: endpoint_id }, header: idempotency.headerFor(event_id) };
        await replay.mutateAsync({ params, body: { event_id } });
        idempotency.renew();
        toast('The event is on its way.');
        await refresh('/v1/webhook_endpoints', '/v1/webhook_deliveries');
      }}
    >
      Your server gets it once more with the same id, as a new delivery.
    </ConfirmButton>
  );
}

/** The text as it was sent is one line. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
