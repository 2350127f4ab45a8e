import type { PaymentEvent, PaymentInitiated } from './payment-events';
import type { PaymentFacts } from './payment-facts';

/** An event that needs no other one to tell what is known of the payment after it. */
type CompleteEvent = PaymentInitiated | Extract<PaymentEvent, { readonly data: { readonly facts: unknown } }>;

/** Whether {@link factsAfter} needs no earlier facts for this event. */
export function tellsAll(event: PaymentEvent): event is CompleteEvent {
  return event.type === 'PaymentInitiated' || (event.data !== null && 'facts' in event.data);
}

/**
 * What is known of the payment after an event.
 *
 * @param facts - before the event; undefined before the first
 */
export function factsAfter(facts: PaymentFacts | undefined, event: PaymentEvent): PaymentFacts {
  if (event.type === 'PaymentInitiated') return factsOf(event);
  if (tellsAll(event)) return event.data.facts;
  if (facts === undefined) throw new Error(`${event.type} came before PaymentInitiated`);
  switch (event.type) {
    case 'PaymentScreened':
      return { ...facts, complianceRef: event.data.ref };
    case 'PaymentRouted':
      return { ...facts, stage: 'reserving' };
    case 'PaymentAuthorized':
      return { ...facts, stage: 'queued', chain: event.data.authorization.chain };
    case 'PaymentBroadcast':
      return { ...facts, stage: 'broadcast', txHash: event.data.hash, explorerUrl: event.data.explorerUrl };
    case 'PaymentIncluded':
      return { ...facts, stage: 'confirming', txHash: event.data.txHash, explorerUrl: event.data.explorerUrl };
    case 'PaymentReincluded':
      return { ...facts, txHash: event.data.txHash, explorerUrl: event.data.explorerUrl };
    case 'PaymentUnused':
      return { ...facts, stage: 'screening' };
    case 'PaymentHeld':
    case 'PaymentDoubtEnded':
    case 'PaymentConfirmed':
    case 'PaymentContinued':
    case 'PaymentUnconfirmed':
    case 'PaymentReauthorized':
    case 'PaymentUndone':
    case 'PaymentReapprovalRequested':
    case 'PaymentSettlementLost':
    case 'VoidAnswered':
    case 'PostAnswered':
      return facts;
  }
}

/** What is known of a payment right after its creation. */
export function factsOf({ data: { order, livemode, createdAt } }: PaymentInitiated): PaymentFacts {
  const { paymentId, to, from, amount, currency, chain, memo, idempotencyKey, metadata = {} } = order;
  return {
    paymentId,
    livemode,
    createdAt,
    to,
    from,
    amount,
    currency,
    chain: chain === 'auto' ? null : chain,
    memo,
    metadata,
    idempotencyKey,
    stage: 'screening',
    complianceRef: null,
    approvalId: null,
    txHash: null,
    explorerUrl: null,
    settledAt: null,
    recovered: false,
    failure: null,
  };
}
