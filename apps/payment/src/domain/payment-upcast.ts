import { parseAmount, toUnits } from '@stablecoin/contracts';
import type { ChainName, Currency, Metadata, PaymentErrorCode, PaymentStage } from '@stablecoin/contracts';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import type { PaymentFacts } from './payment-facts';

/**
 * The payment in events of versions up to 0.1.0: the resource of the API at that time. Its names are those that are stored,
 * whatever the API calls them now.
 */
type ResourceOf010 = {
  readonly id: string;
  readonly stage: PaymentStage;
  readonly txHash: string | null;
  readonly to: string;
  readonly from: string | null;
  /** Decimal: `12.50`. */
  readonly amount: string;
  readonly currency: Currency;
  readonly chain: ChainName | null;
  readonly memo: string | null;
  readonly compliance_ref: string | null;
  readonly approval_id: string | null;
  readonly error_code: PaymentErrorCode | null;
  readonly error_message: string | null;
  readonly idempotency_key: string | null;
  readonly livemode: boolean;
  readonly explorer_url: string | null;
  /** ISO 8601, as the next one. */
  readonly created_at: string;
  readonly settled_at: string | null;
  /** Missing in the first events. */
  readonly recovered?: boolean;
  /** Missing in the first events. */
  readonly metadata?: Metadata;
};

/** Events of payments up to version 0.1.0 have the resource of the API where later ones have facts. */
export function upcastPaymentEvent(event: RecordedEvent): RecordedEvent {
  const { data } = event;
  if (typeof data !== 'object' || data === null || !('payment' in data)) return event;
  const { payment, ...rest } = data as { readonly payment: ResourceOf010 };
  return { ...event, data: { ...rest, facts: factsIn(payment) } };
}

function factsIn(payment: ResourceOf010): PaymentFacts {
  const { error_code: code, error_message: message, settled_at: settledAt } = payment;
  const amount = parseAmount(payment.amount);
  if (amount === undefined) throw new Error(`payment ${payment.id} is stored with the amount ${payment.amount}`);
  return {
    paymentId: payment.id,
    livemode: payment.livemode,
    createdAt: Date.parse(payment.created_at),
    to: payment.to,
    from: payment.from,
    amount: toUnits(amount),
    currency: payment.currency,
    chain: payment.chain,
    memo: payment.memo,
    metadata: payment.metadata ?? {},
    idempotencyKey: payment.idempotency_key,
    stage: payment.stage,
    complianceRef: payment.compliance_ref,
    approvalId: payment.approval_id,
    txHash: payment.txHash,
    explorerUrl: payment.explorer_url,
    settledAt: settledAt === null ? null : Date.parse(settledAt),
    recovered: payment.recovered ?? false,
    failure: code === null ? null : { code, message: message ?? '' },
  };
}
