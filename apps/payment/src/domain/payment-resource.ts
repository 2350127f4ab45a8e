import { formatAmount } from '@stablecoin/contracts';
import type { Payment, PaymentStatus } from '@stablecoin/contracts';
import type { PaymentFacts } from './payment-facts';

/** The payment as clients see it. Answers and public events have it from here; what is stored are facts. */
export function paymentResource(facts: PaymentFacts): Payment {
  const { settledAt, failure, createdAt } = facts;
  return {
    id: facts.paymentId,
    status: statusOf(facts),
    stage: facts.stage,
    txHash: facts.txHash,
    to: facts.to,
    from: facts.from,
    amount: formatAmount(BigInt(facts.amount)),
    currency: facts.currency,
    chain: facts.chain,
    memo: facts.memo,
    compliance_ref: facts.complianceRef,
    approval_id: facts.approvalId,
    error_code: failure === null ? null : failure.code,
    error_message: failure === null ? null : failure.message,
    idempotency_key: facts.idempotencyKey,
    livemode: facts.livemode,
    explorer_url: facts.explorerUrl,
    created_at: toIso(createdAt),
    settled_at: settledAt === null ? null : toIso(settledAt),
    settlement_ms: settledAt === null ? null : settledAt - createdAt,
    recovered: facts.recovered,
    metadata: facts.metadata,
  };
}

/** Whether a payment has ended, and how. */
export function statusOf({ failure, settledAt }: PaymentFacts): PaymentStatus {
  if (failure !== null) return 'failed';
  return settledAt === null ? 'pending' : 'settled';
}

/** ISO 8601 in UTC. */
export function toIso(at: number): string {
  return new Date(at).toISOString();
}
