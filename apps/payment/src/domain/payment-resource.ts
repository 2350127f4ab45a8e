import type { Payment, PaymentErrorCode } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/contracts';
import type { PaymentEvent, PaymentInitiated } from './payment-events';

/** An event that needs no other one to tell what the payment is after it. */
type WholePaymentEvent = PaymentInitiated | Extract<PaymentEvent, { readonly data: { readonly payment: unknown } }>;

/**
 * The payment as clients see it, after an event. The one place that makes this resource: the decider, the read model
 * and the public events all have it from here.
 *
 * @param payment - the payment before the event; undefined before the first
 */
export function paymentAfter(payment: Payment | undefined, event: PaymentEvent): Payment {
  if (event.type === 'PaymentInitiated') return initiatedPayment(event);
  if (tellsAll(event)) return wholePayment(event.data.payment);
  if (payment === undefined) throw new Error(`${event.type} came before PaymentInitiated`);
  switch (event.type) {
    case 'PaymentScreened':
      return { ...payment, compliance_ref: event.data.ref };
    case 'PaymentRouted':
      return { ...payment, stage: 'reserving' };
    case 'PaymentAuthorized':
      return { ...payment, stage: 'queued', chain: event.data.authorization.chain };
    case 'PaymentBroadcast':
      return { ...payment, stage: 'broadcast', txHash: event.data.hash, explorer_url: event.data.explorerUrl };
    case 'PaymentIncluded':
      return { ...payment, stage: 'confirming', txHash: event.data.txHash, explorer_url: event.data.explorerUrl };
    case 'PaymentReincluded':
      return { ...payment, txHash: event.data.txHash, explorer_url: event.data.explorerUrl };
    case 'PaymentUnused':
      return { ...payment, stage: 'screening' };
    case 'PaymentHeld':
    case 'PaymentDoubtEnded':
    case 'PaymentConfirmed':
    case 'PaymentContinued':
    case 'PaymentUnconfirmed':
    case 'PaymentReauthorized':
    case 'PaymentSettlementLost':
    case 'VoidAnswered':
    case 'PostAnswered':
      return payment;
  }
}

/** Whether {@link paymentAfter} needs no earlier state for this event. */
export function tellsAll(event: PaymentEvent): event is WholePaymentEvent {
  return event.type === 'PaymentInitiated' || (event.data !== null && 'payment' in event.data);
}

/** A payment as an event or a row has it. Those of earlier versions lack what was added since. */
type StoredPayment = Omit<Payment, 'metadata' | 'recovered'> & Partial<Pick<Payment, 'metadata' | 'recovered'>>;

/** The payment of an event or a row, with what those of earlier versions lack. */
export function wholePayment(payment: Payment | StoredPayment): Payment {
  return isWhole(payment) ? payment : { metadata: {}, recovered: false, ...payment };
}

function isWhole(payment: Payment | StoredPayment): payment is Payment {
  return 'metadata' in payment && 'recovered' in payment;
}

/** The payment right after its creation. */
export function initiatedPayment({ data: { order, livemode, createdAt } }: PaymentInitiated): Payment {
  return {
    id: order.paymentId,
    status: 'pending',
    stage: 'screening',
    txHash: null,
    to: order.to,
    from: order.from,
    amount: formatAmount(BigInt(order.amount)),
    currency: order.currency,
    chain: order.chain === 'auto' ? null : order.chain,
    memo: order.memo,
    compliance_ref: null,
    approval_id: null,
    error_code: null,
    error_message: null,
    idempotency_key: order.idempotencyKey,
    livemode,
    explorer_url: null,
    created_at: toIso(createdAt),
    settled_at: null,
    settlement_ms: null,
    recovered: false,
    metadata: order.metadata ?? {},
  };
}

/** A payment that ended without a transfer. */
export function failedPayment(payment: Payment, code: PaymentErrorCode, message: string): Payment {
  return { ...payment, status: 'failed', stage: 'done', error_code: code, error_message: message };
}

/** A payment whose transfer is on chain. */
export function settledPayment(
  payment: Payment,
  transfer: {
    readonly txHash: string;
    readonly explorerUrl: string | null;
    /** Not before the payment's creation. */
    readonly at: number;
    readonly createdAt: number;
  },
): Payment {
  return {
    ...payment,
    status: 'settled',
    stage: 'done',
    txHash: transfer.txHash,
    explorer_url: transfer.explorerUrl,
    settled_at: toIso(transfer.at),
    settlement_ms: transfer.at - transfer.createdAt,
  };
}

/** ISO 8601 in UTC. */
export function toIso(at: number): string {
  return new Date(at).toISOString();
}
