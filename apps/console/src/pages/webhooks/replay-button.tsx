import { useState } from 'react';
import { queries } from '../../api/client';
import { errorBeside, fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { SelectField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';

type What = 'event_id' | 'since' | 'range';

/** Fields that show errors; others stand above the buttons. */
const FIELDS = ['event_id', 'since', 'from', 'to'];

/** Sends events to an endpoint once more: one, all since a moment, or those between two moments. */
export function ReplayButton({ endpointId }: { endpointId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replay events</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Replay events"
        description="They are sent once more with the same ids, in the background. Your server tells repeats by the id."
      >
        <ReplayForm endpointId={endpointId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ReplayForm({ endpointId, onDone }: { endpointId: string; onDone: () => void }) {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const replay = queries.useMutation('post', '/v1/webhook_endpoints/{id}/replay');
  const [what, setWhat] = useState<What>('since');
  const [eventId, setEventId] = useState('');
  const [from, setFrom] = useState(startOfToday);
  const [to, setTo] = useState('');
  const send = async () => {
    const body = {
      event_id: { event_id: eventId.trim() },
      since: { since: moment(from) },
      range: { from: moment(from), to: moment(to) },
    }[what];
    const params = { path: { id: endpointId }, header: idempotency.headerFor(body) };
    // The form shows why it was refused.
    const done = await replay.mutateAsync({ params, body }).catch(() => undefined);
    if (done === undefined) return;
    idempotency.renew();
    onDone();
    toast('The events are on their way.');
    await refresh('/v1/webhook_endpoints');
  };
  const at = (param: string) => fieldError(replay.error, param);
  return (
    <DialogForm
      submit="Replay"
      busy={replay.isPending}
      error={errorBeside(replay.error, FIELDS)}
      onSubmit={send}
      onCancel={onDone}
    >
      <SelectField label="Which events" value={what} onChange={(value) => setWhat(value as What)}>
        <option value="since">All since a moment</option>
        <option value="range">Those between two moments</option>
        <option value="event_id">One event</option>
      </SelectField>
      {what === 'event_id' ? (
        <TextField
          label="Event"
          error={at('event_id')}
          required
          placeholder="evt_…"
          spellCheck={false}
          className="font-mono"
          value={eventId}
          onChange={setEventId}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={what === 'since' ? 'Since' : 'From'}
            error={at('since') ?? at('from')}
            type="datetime-local"
            required
            value={from}
            onChange={setFrom}
          />
          {what === 'range' && (
            <TextField label="Before" error={at('to')} type="datetime-local" required value={to} onChange={setTo} />
          )}
        </div>
      )}
    </DialogForm>
  );
}

/** As a field for a date and a time takes it. */
function startOfToday(): string {
  const now = new Date();
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}T00:00`;
}

/** A moment in the viewer's zone, as the API takes it; empty while nothing is chosen. */
function moment(local: string): string {
  return local === '' ? '' : new Date(local).toISOString();
}
