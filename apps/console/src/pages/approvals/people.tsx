import { Check, Clock } from 'lucide-react';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import type { ApprovalContext } from './approval-context';

/** Who has approved, and who may. */
export function People({ approval, wallet }: Pick<ApprovalContext, 'approval' | 'wallet'>) {
  const { approved_by, threshold, status } = approval;
  const listed = wallet?.approvers ?? [];
  const open = status === 'pending' ? listed.filter((approver) => !approved_by.includes(approver)) : [];
  return (
    <Card
      title="Who approves"
      action={
        <span className="text-muted tabular-nums">
          {approved_by.length} of {threshold}
        </span>
      }
    >
      {approved_by.length + open.length > 0 && (
        <ul className="mb-4 space-y-3">
          {approved_by.map((person) => (
            <Person key={person} id={person} hasApproved />
          ))}
          {open.map((approver) => (
            <Person key={approver} id={approver} hasApproved={false} />
          ))}
        </ul>
      )}
      <p className="text-muted">{ruleOf(threshold, listed.length)}</p>
    </Card>
  );
}

function ruleOf(threshold: number, listed: number): string {
  const people = threshold === 1 ? 'One approval is enough' : `It takes ${threshold} approvals`;
  if (listed === 0 && threshold > 1) return `${people}, by different people or API keys that may approve payments.`;
  if (listed === 0) return `${people}, by a person or an API key that may approve payments.`;
  if (listed === 1 && threshold > 1) {
    return `${people}: the listed approver, and another person or API key that may approve payments.`;
  }
  return `${people} of the ${listed === 1 ? 'approver' : `${listed} approvers`} that the wallet lists.`;
}

function Person({ id, hasApproved }: { id: string; hasApproved: boolean }) {
  const Icon = hasApproved ? Check : Clock;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={hasApproved ? 'mt-0.5 size-4 text-positive' : 'mt-0.5 size-4 text-muted'} />
      <span className="min-w-0">
        <Copyable value={id} label="the approver" short={id.startsWith('0x')} />
        <span className="block text-xs text-muted">{hasApproved ? 'Approved' : 'May approve'}</span>
      </span>
    </li>
  );
}
