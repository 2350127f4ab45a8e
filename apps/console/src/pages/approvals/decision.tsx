import { useState } from 'react';
import { queries } from '../../api/client';
import { useIdempotency } from '../../api/idempotency';
import { useRefresh } from '../../api/list';
import { useCan, useSession } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/card';
import { shorten } from '../../ui/copyable';
import { ConfirmButton } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { formatTime } from '../../ui/format-time';
import { Notice } from '../../ui/states';
import { TimeLeft, useTimeLeft } from '../../ui/time-left';
import { toast } from '../../ui/toast';
import type { ApprovalContext } from './approval-context';
import { SignButton } from './sign-button';
import { waysToApprove } from './ways-to-approve';

/** The buttons of a person who may decide; for everybody else how it stands. */
export function Decision(context: ApprovalContext) {
  const { approval } = context;
  const can = useCan();
  const isOver = useTimeLeft(approval.expires_at) <= 0;
  if (approval.status !== 'pending') {
    return (
      <Card title="Decision">
        <p>{OUTCOMES[approval.status] ?? approval.status}</p>
      </Card>
    );
  }
  return (
    <Card title="Decision">
      <p className="mb-4">
        <span className="text-muted">{isOver ? 'The time to decide is over.' : 'Time left: '}</span>
        {!isOver && <TimeLeft until={approval.expires_at} />}
        {!isOver && (
          <span className="block text-xs text-muted">
            Without a decision by {formatTime(approval.expires_at)} the payment fails.
          </span>
        )}
      </p>
      {can('approvals:write') ? (
        !isOver && <Acts {...context} />
      ) : (
        <p className="text-muted">
          You may see approvals, and not decide them. A person with the role approver or administrator can.
        </p>
      )}
    </Card>
  );
}

const OUTCOMES: Readonly<Record<string, string>> = {
  approved: 'It was approved, and the payment continued.',
  rejected: 'It was rejected, and the payment failed.',
  expired: 'Nobody decided in time, and the payment failed.',
  canceled: 'The payment was canceled before a decision.',
};

function Acts(context: ApprovalContext) {
  const { approval, wallet } = context;
  const { actor } = useSession();
  const ways = waysToApprove(approval, wallet, actor.id);
  const [approver, setApprover] = useState(ways.approvers[0] ?? '');
  const decide = useDecisions(approval.id);
  const chosen = ways.approvers.includes(approver) ? approver : (ways.approvers[0] ?? '');
  return (
    <div className="space-y-4">
      {approval.approved_by.includes(actor.id) && (
        <Notice tone="positive">You have approved. Somebody else has to approve too.</Notice>
      )}
      {ways.sign && <SignButton context={context} approvers={ways.approvers} approve={decide.approve} />}
      {ways.named && (
        <>
          <SelectField
            label="Approve for"
            hint="You say that this approver agrees. In the sandbox no signature is needed."
            value={chosen}
            onChange={setApprover}
          >
            {ways.approvers.map((address) => (
              <option key={address} value={address}>
                {shorten(address)}
              </option>
            ))}
          </SelectField>
          <ApproveButton
            label={ways.sign ? 'Approve without a signature' : 'Approve'}
            kind={ways.sign ? 'secondary' : 'primary'}
            context={context}
            act={() => decide.approve({ approver: chosen })}
          />
        </>
      )}
      {ways.plain && (
        <ApproveButton
          label={ways.approvers.length > 0 ? 'Approve as the second person' : 'Approve'}
          kind={ways.approvers.length > 0 ? 'secondary' : 'primary'}
          context={context}
          act={() => decide.approve({})}
        />
      )}
      <RejectButton context={context} act={decide.reject} />
    </div>
  );
}

type Body = { readonly approver?: string; readonly signature?: string };

function useDecisions(id: string): {
  approve: (body: Body) => Promise<void>;
  reject: (reason: string) => Promise<void>;
} {
  const refresh = useRefresh();
  const idempotency = useIdempotency();
  const approval = queries.useMutation('post', '/v1/approvals/{id}/approve');
  const rejection = queries.useMutation('post', '/v1/approvals/{id}/reject');
  const done = async (text: string) => {
    idempotency.renew();
    toast(text);
    await refresh('/v1/approvals', '/v1/payments', '/v1/wallets', '/v1/treasury');
  };
  return {
    approve: async (body) => {
      const header = idempotency.headerFor({ act: 'approve', ...body });
      const { status } = await approval.mutateAsync({ params: { path: { id }, header }, body });
      await done(status === 'approved' ? 'Approved. The payment continues.' : 'Your approval is counted.');
    },
    reject: async (reason) => {
      const body = reason === '' ? {} : { reason };
      const header = idempotency.headerFor({ act: 'reject', ...body });
      await rejection.mutateAsync({ params: { path: { id }, header }, body });
      await done('Rejected. The payment has failed.');
    },
  };
}

function ApproveButton({
  label,
  kind,
  context: { approval, payment },
  act,
}: {
  label: string;
  kind: 'primary' | 'secondary';
  context: ApprovalContext;
  act: () => Promise<void>;
}) {
  const isLast = approval.approved_by.length + 1 >= approval.threshold;
  return (
    <div className="grid">
      <ConfirmButton
        label={label}
        kind={kind}
        danger={false}
        title="Approve this payment?"
        confirm="Approve the payment"
        act={act}
      >
        <Amount value={approval.amount} currency={approval.currency} className="font-medium text-ink" />
        {payment !== null && (
          <>
            {' '}
            to <span className="font-mono text-[0.8125rem] break-all text-ink">{payment.to}</span>
          </>
        )}
        .{' '}
        {isLast
          ? 'With your approval it is paid, and a payment that is sent cannot be taken back.'
          : 'Your approval is counted, and more are needed before it is paid.'}
      </ConfirmButton>
    </div>
  );
}

function RejectButton({
  context: { approval },
  act,
}: {
  context: ApprovalContext;
  act: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  return (
    <div className="grid">
      <ConfirmButton
        label="Reject"
        title="Reject this payment?"
        confirm="Reject the payment"
        act={() => act(reason.trim())}
      >
        <p className="mb-4">
          The payment of <Amount value={approval.amount} currency={approval.currency} className="text-ink" /> fails with
          “approval_rejected”, and no money moves. One rejection is enough. To pay later, create a new payment.
        </p>
        <div className="text-ink">
          <TextField
            label="Reason"
            optional
            hint="Stands in the payment's timeline, and in its webhooks."
            maxLength={200}
            value={reason}
            onChange={setReason}
          />
        </div>
      </ConfirmButton>
    </div>
  );
}
