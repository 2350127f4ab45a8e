import { useState } from 'react';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { ConfirmButton } from '../../ui/dialog';
import { TextareaField } from '../../ui/field';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { isAddress } from './findings';

/** Who has decided and why; the decision itself for a person who may make it. */
export function ReviewDecision({ result }: { result: Resource<'ComplianceResult'> }) {
  const can = useCan();
  const { status, decided_by, decided_at, decision_note } = result;
  if (status === 'review') {
    return (
      <Card title="Decision">
        {can('compliance:write') ? (
          <DecisionForm result={result} />
        ) : (
          <p className="text-muted">
            You may see reviews, and not decide them. A person with the role reviewer or administrator can.
          </p>
        )}
      </Card>
    );
  }
  if (decided_by === null || decided_at === null) return null;
  return (
    <Card title="Decision">
      <p>{status === 'cleared' ? 'Cleared by a person' : 'Blocked by a person'}</p>
      <p className="mt-1 text-muted">
        <Copyable value={decided_by} label="who decided" />
        <br />
        <Time at={decided_at} />
      </p>
      {decision_note !== null && decision_note !== '' && (
        <blockquote className="mt-3 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">
          {decision_note}
        </blockquote>
      )}
    </Card>
  );
}

function DecisionForm({ result: { ref, address } }: { result: Resource<'ComplianceResult'> }) {
  const [note, setNote] = useState('');
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const decision = queries.useMutation('post', '/v1/compliance/checks/{ref}/decision');
  const decide = async (verdict: Resource<'ReviewVerdict'>, done: string) => {
    const body = { decision: verdict, ...(note.trim() !== '' && { note: note.trim() }) };
    await decision.mutateAsync({ params: { path: { ref }, header: idempotency.headerFor(body) }, body });
    toast(done);
    await refresh('/v1/compliance', '/v1/payments', '/v1/wallets');
  };
  const waiting = isAddress(address) ? 'payments that wait for it' : 'the wallets of this owner that wait for it';
  return (
    <div className="space-y-4">
      <TextareaField
        label="Note"
        optional
        hint="Why you decide so. Kept with the decision; payments and webhooks never show it."
        maxLength={1000}
        value={note}
        onChange={setNote}
      />
      <div className="grid grid-cols-2 gap-2 [&>*]:w-full">
        <ConfirmButton
          label="Clear"
          kind="primary"
          danger={false}
          title="Clear this screening?"
          confirm="Clear it"
          act={() => decide('clear', 'Cleared. Payments that waited for it continue.')}
        >
          It becomes “cleared”, and {waiting} continue. Your name, the time and your note are kept.
        </ConfirmButton>
        <ConfirmButton
          label="Block"
          title="Block this screening?"
          confirm="Block it"
          act={() => decide('block', 'Blocked. What waited has failed.')}
        >
          It becomes “blocked”, and {waiting} fail. Your name, the time and your note are kept.
        </ConfirmButton>
      </div>
    </div>
  );
}
