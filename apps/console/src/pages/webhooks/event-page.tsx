import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useList, useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable, Mono } from '../../ui/copyable';
import { Detail, Details, Json } from '../../ui/details';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { SelectField } from '../../ui/field';
import { ObjectPage } from '../../ui/object-page';
import { Page } from '../../ui/page';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { whatHappened } from './event-types';

const BACK = { to: '/webhooks/events', label: 'Events' };

export function Component() {
  const { id = '' } = useParams();
  const event = queries.useQuery('get', '/v1/events/{id}', { params: { path: { id } } });
  return (
    <ObjectPage title="Event" back={BACK} query={event}>
      {(data) => <EventView event={data} />}
    </ObjectPage>
  );
}

function EventView({ event }: { event: Resource<'WebhookEvent'> }) {
  const { id, type, created_at, sequence, data } = event;
  const payment = data['id'];
  const isPayment = typeof payment === 'string' && payment.startsWith('pay_');
  return (
    <Page title={type} description={whatHappened(type)} back={BACK} actions={<SendButton eventId={id} />}>
      <div className="space-y-6">
        <Card title="Details">
          <Details>
            <Detail label="Time">
              <Time at={created_at} />
            </Detail>
            {isPayment && (
              <Detail label="Payment">
                <Link to={`/payments/${payment}`} className="text-link hover:underline">
                  <Mono>{payment}</Mono>
                </Link>
              </Detail>
            )}
            <Detail label="Sequence">{sequence}</Detail>
            <Detail label="Id">
              <Copyable value={id} label="the id of the event" />
            </Detail>
          </Details>
        </Card>
        <Card title="As it is sent">
          <Json label="The event" value={event} />
        </Card>
      </div>
    </Page>
  );
}

function SendButton({ eventId }: { eventId: string }) {
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('webhooks:write')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send again</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Send this event again"
        description="The endpoint gets it once more with the same id."
      >
        <SendForm eventId={eventId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SendForm({ eventId, onDone }: { eventId: string; onDone: () => void }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const endpoints = useList('/v1/webhook_endpoints');
  const replay = queries.useMutation('post', '/v1/webhook_endpoints/{id}/replay');
  const [chosen, setChosen] = useState('');
  const enabled = endpoints.rows?.filter(({ status }) => status === 'enabled') ?? [];
  const id = chosen === '' ? (enabled[0]?.id ?? '') : chosen;
  const send = async () => {
    const params = { path: { id }, header: idempotency.headerFor([id, eventId]) };
    // The form shows why it was refused.
    const done = await replay.mutateAsync({ params, body: { event_id: eventId } }).catch(() => undefined);
    if (done === undefined) return;
    idempotency.renew();
    onDone();
    toast('The event is on its way.');
    await refresh('/v1/webhook_endpoints');
  };
  return (
    <DialogForm
      submit="Send again"
      busy={replay.isPending}
      disabled={id === ''}
      error={replay.error}
      onSubmit={send}
      onCancel={onDone}
    >
      <SelectField
        label="Endpoint"
        {...(endpoints.rows !== undefined && enabled.length === 0 && { hint: 'There is no endpoint that is enabled.' })}
        value={id}
        onChange={setChosen}
      >
        {enabled.map((endpoint) => (
          <option key={endpoint.id} value={endpoint.id}>
            {endpoint.url}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  );
}
