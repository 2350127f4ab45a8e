import type { ChainName, Currency, Metadata, PaymentErrorCode, PaymentStage, Units } from '@stablecoin/contracts';
import type { PaymentEvent, PaymentInitiated } from './payment-events';

/**
 * What is known of a payment at one moment. Events carry it, so that what follows from them is found without state
 * (protocol rule 9). Times are in milliseconds since the epoch.
 */
export type PaymentFacts = {
  readonly paymentId: string;
  readonly livemode: boolean;
  readonly createdAt: number;
  readonly to: string;
  /** The wallet that pays; null: the treasury. */
  readonly from: string | null;
  readonly amount: Units;
  readonly currency: Currency;
  /** The requested chain, and then the one that was chosen; null: none was requested, and none is chosen yet. */
  readonly chain: ChainName | null;
  readonly memo: string | null;
  readonly metadata: Metadata;
  readonly idempotencyKey: string | null;
  readonly stage: PaymentStage;
  readonly complianceRef: string | null;
  readonly approvalId: string | null;
  readonly txHash: string | null;
  readonly explorerUrl: string | null;
  readonly settledAt: number | null;
  /** The chain had made the transfer before this payment was authorized. */
  readonly recovered: boolean;
  /** Null: it has not failed. */
  readonly failure: Failure | null;
};

export type Failure = { readonly code: PaymentErrorCode; readonly message: string };

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

/** A payment that ended without a transfer. */
export function failed(facts: PaymentFacts, { code, message }: Failure): PaymentFacts {
  return { ...facts, stage: 'done', failure: { code, message } };
}

/** A payment whose transfer is on chain. @param transfer - not dated before the payment's creation */
export function settled(
  facts: PaymentFacts,
  transfer: { readonly txHash: string; readonly explorerUrl: string | null; readonly settledAt: number },
): PaymentFacts {
  const { txHash, explorerUrl, settledAt } = transfer;
  return { ...facts, stage: 'done', txHash, explorerUrl, settledAt };
}
