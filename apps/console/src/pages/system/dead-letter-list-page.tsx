import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useList, useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Copyable, Mono, shorten } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Page } from '../../ui/page';
import { EmptyState, ErrorMessage, Notice } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { SystemNav } from './system-nav';

type DeadLetter = Resource<'DeadLetter'>;

export function Component() {
  const list = useList('/v1/dead_letters');
  const [shown, setShown] = useState<DeadLetter>();
  return (
    <Page title="System" description="Messages of your account that could not be handled after several attempts.">
      <SystemNav />
      <Card flush>
        <Table
          label="Dead letters"
          columns={columns(setShown)}
          list={list}
          rowKey={({ id }) => id}
          empty={<EmptyState title="No dead letters">Every message of your account was handled.</EmptyState>}
        />
      </Card>
      {shown !== undefined && <DeadLetterDialog letter={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function columns(show: (letter: DeadLetter) => void): readonly Column<DeadLetter>[] {
  return [
    {
      header: 'Message',
      width: 'minmax(13rem, 1.2fr)',
      phone: 'left',
      cell: (letter) => (
        <button type="button" className="rounded font-medium after:absolute after:inset-0" onClick={() => show(letter)}>
          {letter.type}
        </button>
      ),
    },
    { header: 'About', width: '10rem', phone: 'left', cell: ({ object }) => <Mono>{shorten(object)}</Mono> },
    { header: 'For', width: '7rem', phone: 'right', cell: ({ consumer }) => labelOf(consumer) },
    { header: 'Cause', width: 'minmax(12rem, 1.5fr)', cell: ({ cause }) => cause },
    {
      header: 'Given up',
      width: '10.5rem',
      phone: 'right',
      cell: ({ failed_at }) => <Time at={failed_at} className="text-muted" />,
    },
  ];
}

function DeadLetterDialog({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const { id, type, object, consumer, message_id, cause, attempts, failed_at, created_at } = letter;
  const can = useCan();
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const redrive = queries.useMutation('post', '/v1/dead_letters/{id}/redrive');
  const send = async () => {
    // The dialog shows why it was refused.
    const done = await redrive
      .mutateAsync({ params: { path: { id }, header: idempotency.headerFor(id) }, body: {} })
      .catch(() => undefined);
    if (done === undefined) return;
    idempotency.renew();
    await refresh('/v1/dead_letters', '/v1/system');
    if (done.outcome === 'failed') return;
    toast(done.outcome === 'handled' ? 'The message was handled.' : 'The message is on its way to its service.');
    onClose();
  };
  const again = redrive.data?.outcome === 'failed' ? redrive.data.cause : null;
  return (
    <Dialog open onClose={onClose} wide title={type}>
      <div className="space-y-4">
        <Details>
          <Detail label="About">
            <Copyable value={object} label="the object" />
          </Detail>
          <Detail label="For">{labelOf(consumer)}</Detail>
          <Detail label="Cause">{cause}</Detail>
          <Detail label="Attempts">{attempts}</Detail>
          <Detail label="Sent">
            <Time at={created_at} />
          </Detail>
          <Detail label="Given up">
            <Time at={failed_at} />
          </Detail>
          <Detail label="Message">
            <Copyable value={message_id} label="the id of the message" />
          </Detail>
        </Details>
        {again !== null && <Notice tone="critical">It failed again: {again}</Notice>}
        {redrive.error !== null && <ErrorMessage error={redrive.error} />}
        <p className="text-muted">
          Handling it again does once what it asks for. Mend its cause first, or it fails again.
        </p>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {can('system:write') && (
          <Button kind="primary" busy={redrive.isPending} onClick={() => void send()}>
            Handle it again
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
