import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { queries } from '../../api/client';
import { fieldError } from '../../api/errors';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Field, Input, Select } from '../../ui/field';
import { ErrorMessage } from '../../ui/states';
import { toast } from '../../ui/toast';

type What = 'event_id' | 'since' | 'range';

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
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
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
  const isShown = ['event_id', 'since', 'from', 'to'].some((param) => at(param) !== undefined);
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      <Field label="Which events">
        {(control) => (
          <Select {...control} value={what} onChange={(event) => setWhat(event.target.value as What)}>
            <option value="since">All since a moment</option>
            <option value="range">Those between two moments</option>
            <option value="event_id">One event</option>
          </Select>
        )}
      </Field>
      {what === 'event_id' ? (
        <Field label="Event" error={at('event_id')}>
          {(control) => (
            <Input
              {...control}
              required
              placeholder="evt_…"
              spellCheck={false}
              className="font-mono"
              value={eventId}
              onChange={(event) => setEventId(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Field label={what === 'since' ? 'Since' : 'From'} error={at('since') ?? at('from')}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                required
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            )}
          </Field>
          {what === 'range' && (
            <Field label="Before" error={at('to')}>
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  required
                  value={to}
                  onChange={(event) => setTo(event.target.value)}
                />
              )}
            </Field>
          )}
        </div>
      )}
      {replay.error !== null && !isShown && <ErrorMessage error={replay.error} />}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={replay.isPending}>
          Replay
        </Button>
      </DialogActions>
    </form>
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
