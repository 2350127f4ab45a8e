import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Checkbox, TextField } from '../../ui/field';
import { SecretDialog } from '../../ui/secret-dialog';
import { toast } from '../../ui/toast';
import { EVENT_TYPES, EVENT_TYPE_NAMES } from './event-types';

/** The sandbox answers it: see docs/sandbox.md. */
const SANDBOX_URL = 'https://sandbox.test/200';

/** What a form of an endpoint says. */
interface EndpointInput {
  readonly url: string;
  readonly events: Resource<'EventType'>[] | null;
  readonly description: string | null;
}

/** Fields that show errors; others stand above the buttons. */
const FIELDS = ['url', 'events', 'description'];

export function CreateEndpointButton() {
  const can = useCan();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const creation = queries.useMutation('post', '/v1/webhook_endpoints');
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<Resource<'WebhookEndpointWithSecret'>>();
  if (!can('webhooks:write')) return null;
  const create = async (body: EndpointInput) => {
    // The form shows why it was refused.
    const endpoint = await creation
      .mutateAsync({ params: { header: idempotency.headerFor(body) }, body })
      .catch(() => undefined);
    if (endpoint === undefined) return;
    idempotency.renew();
    setOpen(false);
    setCreated(endpoint);
    await refresh('/v1/webhook_endpoints');
  };
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Add endpoint
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} wide title="Add an endpoint">
        <EndpointForm
          save="Add endpoint"
          busy={creation.isPending}
          error={creation.error}
          onSave={create}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
      {created !== undefined && (
        <SecretDialog
          title="The signing secret"
          secret={created.secret}
          label="the signing secret"
          onClose={() => void navigate(`/webhooks/${created.id}`)}
        >
          Your server verifies with it that an event comes from here.
        </SecretDialog>
      )}
    </>
  );
}

export function EditEndpointButton({ endpoint }: { endpoint: Resource<'WebhookEndpoint'> }) {
  const refresh = useRefresh();
  const update = queries.useMutation('patch', '/v1/webhook_endpoints/{id}');
  const [open, setOpen] = useState(false);
  const save = async (body: EndpointInput) => {
    // The form shows why it was refused.
    const saved = await update.mutateAsync({ params: { path: { id: endpoint.id } }, body }).catch(() => undefined);
    if (saved === undefined) return;
    setOpen(false);
    toast('The endpoint is saved.');
    await refresh('/v1/webhook_endpoints');
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} onClose={() => setOpen(false)} wide title="Edit the endpoint">
        <EndpointForm
          endpoint={endpoint}
          save="Save"
          busy={update.isPending}
          error={update.error}
          onSave={save}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

function EndpointForm({
  endpoint,
  save,
  busy,
  error,
  onSave,
  onCancel,
}: {
  endpoint?: Resource<'WebhookEndpoint'>;
  save: string;
  busy: boolean;
  error: unknown;
  onSave: (input: EndpointInput) => Promise<void>;
  onCancel: () => void;
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [note, setNote] = useState(endpoint?.description ?? '');
  const [all, setAll] = useState((endpoint?.events ?? null) === null);
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? []);
  const send = () => {
    void onSave({
      url: url.trim(),
      events: all ? null : EVENT_TYPE_NAMES.filter((type) => events.includes(type)),
      description: note.trim() === '' ? null : note.trim(),
    });
  };
  const at = (param: string) => fieldError(error, param);
  return (
    <DialogForm
      submit={save}
      busy={busy}
      disabled={!all && events.length === 0}
      error={errorBeside(error, FIELDS)}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label="URL"
        hint={<UrlHint onSandbox={() => setUrl(SANDBOX_URL)} />}
        error={at('url')}
        type="url"
        required
        maxLength={2048}
        placeholder="https://example.com/webhooks"
        value={url}
        onChange={setUrl}
      />
      <EventTypes all={all} events={events} error={at('events')} onAll={setAll} onEvents={setEvents} />
      <TextField label="Note" optional error={at('description')} maxLength={500} value={note} onChange={setNote} />
    </DialogForm>
  );
}

function UrlHint({ onSandbox }: { onSandbox: () => void }) {
  const { livemode } = useSession();
  return (
    <>
      It has to answer with a status from 200 to 299 within 10 seconds.
      {!livemode && (
        <>
          {' '}
          No server yet?{' '}
          <button type="button" className="rounded font-medium text-link" onClick={onSandbox}>
            Use one of the sandbox
          </button>
          . It answers with the status that stands in the URL.
        </>
      )}
    </>
  );
}

function EventTypes({
  all,
  events,
  error,
  onAll,
  onEvents,
}: {
  all: boolean;
  events: readonly string[];
  error: string | undefined;
  onAll: (all: boolean) => void;
  onEvents: (events: readonly string[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Events</legend>
      <Checkbox
        label="All types, also those that are added later"
        checked={all}
        onChange={({ target }) => onAll(target.checked)}
      />
      {!all && (
        <div className="mt-3 grid gap-x-4 gap-y-3 md:grid-cols-2">
          {EVENT_TYPE_NAMES.map((type) => (
            <Checkbox
              key={type}
              label={<span className="font-mono text-[0.8125rem]">{type}</span>}
              hint={EVENT_TYPES[type]}
              checked={events.includes(type)}
              onChange={({ target }) =>
                onEvents(target.checked ? [...events, type] : events.filter((each) => each !== type))
              }
            />
          ))}
        </div>
      )}
      {error !== undefined && <p className="mt-1.5 text-xs text-critical">{error}</p>}
    </fieldset>
  );
}
