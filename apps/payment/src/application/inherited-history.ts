import { readHistory } from '@stablecoin/event-sourcing';
import type { EventStore, RecordedEvent } from '@stablecoin/event-sourcing';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentStreams, senderKey, submissionStreams } from '../domain/streams';
import type { PaymentServiceEvent } from '../domain/streams';
import type { PaymentRef, SubmissionEvent } from '../domain/submission';

/** An authorization that its sender's stream has not ended. */
export interface SignedPayment {
  readonly payment: PaymentRef;
  /** Names the sender's stream. */
  readonly sender: string;
  /** The submission that carries it; null: none does. */
  readonly submission: string | null;
}

/** The live payments of a store that are not over. Payments of the sandbox are on no chain. */
export interface InheritedHistory {
  /** Neither settled nor failed. */
  readonly pending: ReadonlySet<string>;
  /** Authorized, and not ended on the stream of the sender: also settled ones that are not final. */
  readonly signed: ReadonlyMap<string, SignedPayment>;
  /** Held, and not confirmed. */
  readonly held: ReadonlySet<string>;
  /** In doubt: the owners of their wallets may have made them. */
  readonly inDoubt: ReadonlySet<string>;
  /** They wait for the chains to say whether they were made before. */
  readonly looking: ReadonlySet<string>;
}

/** Reads from the whole history what is not over in it. Keeps no more in memory than that. */
export async function inheritedHistory(store: Pick<EventStore, 'head' | 'subscribe'>): Promise<InheritedHistory> {
  const history: Following = {
    pending: new Set(),
    signed: new Map(),
    held: new Set(),
    inDoubt: new Set(),
    looking: new Set(),
  };
  for await (const events of readHistory<PaymentServiceEvent>(store, [paymentStreams, submissionStreams])) {
    for (const event of events) {
      if (!event.metadata.livemode || event.type === 'CommandRefused') continue;
      if (paymentStreams.holds(event)) followPayment(event, history);
      else followSender(event, history.signed);
    }
  }
  return history;
}

interface Following {
  readonly pending: Set<string>;
  readonly signed: Map<string, SignedPayment>;
  readonly held: Set<string>;
  readonly inDoubt: Set<string>;
  readonly looking: Set<string>;
}

function followPayment(
  event: RecordedEvent<PaymentEvent>,
  { pending, signed, held, inDoubt, looking }: Following,
): void {
  const id = paymentStreams.idOf(event);
  switch (event.type) {
    case 'PaymentInitiated':
      pending.add(id);
      break;
    case 'PaymentSettled':
    case 'PaymentFailed':
      pending.delete(id);
      held.delete(id);
      inDoubt.delete(id);
      break;
    case 'PaymentHeld':
      held.add(id);
      if (event.data.notBefore !== undefined) inDoubt.add(id);
      break;
    case 'PaymentDoubtEnded':
      inDoubt.delete(id);
      break;
    case 'PaymentWaiting':
      if (event.data.reason === 'earlier_use') looking.add(id);
      else looking.delete(id);
      break;
    case 'PaymentContinued':
      looking.delete(id);
      break;
    case 'PaymentConfirmed':
      held.delete(id);
      break;
    case 'PaymentAuthorized':
    case 'PaymentReauthorized': {
      const { account, correlationId, traceparent } = event.metadata;
      const traced = traceparent === undefined ? {} : { traceparent };
      const payment = { paymentId: id, account, correlationId, ...traced };
      signed.set(id, { payment, sender: senderKey(event.data.authorization), submission: null });
      break;
    }
    case 'PaymentInReview':
    case 'PaymentScreened':
    case 'PaymentRouted':
    case 'PaymentAwaitingApproval':
    case 'PaymentUnused':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentUnconfirmed':
    case 'PaymentReincluded':
    case 'PaymentUndone':
    case 'PaymentReapprovalRequested':
    case 'PaymentSettlementLost':
    case 'VoidAnswered':
    case 'PostAnswered':
      break;
  }
}

function followSender(event: RecordedEvent<SubmissionEvent>, signed: Map<string, SignedPayment>): void {
  const sender = submissionStreams.idOf(event);
  switch (event.type) {
    case 'SubmissionAssembled':
    case 'SubmissionReplaced':
      for (const { authorization, payment } of event.data.authorizations) {
        signed.set(authorization.id, { payment, sender, submission: event.data.hash });
      }
      break;
    case 'AuthorizationClosed':
    case 'AuthorizationFound':
      signed.delete(event.data.paymentId);
      break;
    case 'SubmissionFinal':
      for (const id of [...event.data.settled, ...event.data.failed.map(({ paymentId }) => paymentId)]) {
        signed.delete(id);
      }
      break;
    case 'SubmissionFeesPaid':
      break;
  }
}
