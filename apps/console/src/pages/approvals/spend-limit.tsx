import type { ReactNode } from 'react';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Meter } from '../../ui/meter';
import { addAmounts, compareAmounts, groupThousands, percentOf, subtractAmounts } from '../../ui/money';
import type { ApprovalContext } from './approval-context';

/** Why the payment waits: how much of the wallet's limit is spent, and what the payment would come on top of. */
export function SpendLimit({ approval, wallet }: Pick<ApprovalContext, 'approval' | 'wallet'>) {
  if (wallet === null) {
    return (
      <Card title="Why it waits">
        <p className="text-muted">
          Your policies have payments from the treasury above an amount wait for an approval. It holds no money while it
          waits; the balance is checked again when it is approved.
        </p>
      </Card>
    );
  }
  if (wallet.spend_limit === null) return null;
  const { spend_limit: limit, spent_24h: spent } = wallet;
  const isOver = compareAmounts(spent, limit) > 0;
  const left = isOver ? '0.00' : subtractAmounts(limit, spent);
  const spentPercent = percentOf(spent, limit);
  return (
    <Card title="Spend limit">
      <p className="mb-3">
        <Amount value={spent} className="font-medium" /> of <Amount value={limit} /> spent in the last 24 hours
      </p>
      <Meter
        label="Spend limit used"
        percent={spentPercent}
        more={approval.status === 'pending' ? 100 : 0}
        tone={isOver ? 'critical' : 'accent'}
        text={`${groupThousands(spent)} of ${groupThousands(limit)}`}
      />
      <dl className="mt-4 space-y-2">
        <Line label="Left without approval">
          <Amount value={left} />
        </Line>
        {approval.status === 'pending' && (
          <>
            <Line label="This payment">
              <Amount value={approval.amount} />
            </Line>
            <Line label="Above the limit by" isSum>
              <Above spent={spent} amount={approval.amount} limit={limit} />
            </Line>
          </>
        )}
      </dl>
      <p className="mt-4 text-xs text-muted">
        USDC and EURC count one to one. A payment that is approved does not count against the limit.
      </p>
    </Card>
  );
}

function Line({ label, isSum = false, children }: { label: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={classes('flex justify-between gap-6', isSum && 'border-t border-line pt-2 font-medium')}>
      <dt className={isSum ? undefined : 'text-muted'}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Above({ spent, amount, limit }: { spent: string; amount: string; limit: string }) {
  const above = subtractAmounts(addAmounts(spent, amount), limit);
  return compareAmounts(above, '0') > 0 ? <Amount value={above} /> : 'Not any more';
}
