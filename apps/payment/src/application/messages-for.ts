import { treasuryKey, formatAmount, toUnits } from '@stablecoin/contracts';
import type {
  BookNetworkFeeMessage,
  FailPaymentMessage,
  FoundTransfer,
  Message,
  PublicPaymentEvent,
  PaymentEventType,
  PaymentOrder,
  RecordTransfer,
  ReservationRef,
  ScreenPayment,
  TreasuryPostReservation,
  TreasuryReserveFunds,
  TreasuryReturnReservation,
  TreasuryVoidReservation,
  WalletPosting,
  WalletPostReservation,
  WalletReserveFunds,
  WalletReturnReservation,
  WalletVoidReservation,
} from '@stablecoin/contracts';
import type { RecordedEvent, Steps, StoredEvent } from '@stablecoin/event-sourcing';
import { messageFrom } from '@stablecoin/messaging';
import { isToBeScreened } from '../domain/payment';
import type {
  PaymentReapprovalRequested,
  PaymentRouted,
  PaymentSettled,
  Reservation,
  ReturnedMoney,
} from '../domain/payment-events';
import { factsOf } from '../domain/evolve-facts';
import type { PaymentFacts } from '../domain/payment-facts';
import { paymentResource } from '../domain/payment-resource';
import { availableChains } from '../domain/routing';
import { paymentStreams } from '../domain/streams';
import type { PaymentServiceEvent } from '../domain/streams';
import { expiringWith } from './publish-in-time';
import type {
  AuthorizationClosed,
  PaymentRef,
  SubmissionFeesPaid,
  SubmissionFinal,
  TransferFailure,
} from '../domain/submission';

/** The `error_message` of a payment whose transfer did not happen, by reason. */
const FAILURE_MESSAGES: Readonly<Record<TransferFailure, string>> = {
  recipient_blocklisted: 'The token contract has the recipient on its blocklist; nothing was sent.',
  insufficient_gas: 'The sender has too little gas on this chain; nothing was sent. Retry later, or on another chain.',
  transaction_expired: 'The transfer was not included in a block while it was valid; no money moved.',
  chain_unavailable: 'The token cannot be moved on this chain at the moment; nothing was sent.',
  transaction_reverted: 'The transfer was reverted on chain; no money moved.',
  spend_limit_onchain: "The chain refused the transfer: it exceeds the wallet's limit there; no money moved.",
  wallet_policy_changed: 'The chain refused the transfer: the owners have changed the wallet; no money moved.',
  wallet_blocklisted: 'The token contract has the wallet that pays on its blocklist; no money moved.',
};

/**
 * The messages that an event leads to: commands for other services, and public events. They depend on this event only
 * (protocol rule 9). The publisher sends them in steps, each after the one before is acknowledged. A reservation is
 * posted or voided before the outcome is announced, so a client that learns of the outcome sees a balance that includes
 * it.
 */
export function messagesFor(event: StoredEvent<PaymentServiceEvent>): Steps<Message> {
  switch (event.type) {
    case 'PaymentInitiated': {
      const { order, knownScreening = null, looksFirst = false } = event.data;
      const initiated = publicEvent(event, 'payment.initiated', factsOf(event));
      if (looksFirst) return [initiated];
      // The screening comes first: the payment waits for it, and no one waits for `payment.initiated`.
      return isToBeScreened(order, knownScreening)
        ? [expiringWith(event, screen(event, order)), initiated]
        : [initiated];
    }
    case 'PaymentUnused':
      return event.data.isScreened ? [screen(event, event.data.order)] : [];
    case 'PaymentInReview':
    case 'PaymentAwaitingApproval':
    case 'PaymentWaiting':
      // A settled one has had its last event.
      return event.data.facts.stage === 'done' ? [] : [publicEvent(event, 'payment.waiting', event.data.facts)];
    case 'PaymentReapprovalRequested':
      return [askAgain(event)];
    case 'PaymentRouted': {
      const { previous, paymentId } = event.data;
      return previous === null
        ? [expiringWith(event, reserve(event))]
        : [endReservation(event, 'VoidReservation', paymentId, previous), reserve(event)];
    }
    case 'PaymentSettled':
      return settledMessages(event);
    case 'PaymentFailed': {
      const { code, facts, reservation } = event.data;
      const type = code === 'compliance_blocked' ? 'payment.compliance_blocked' : 'payment.failed';
      const failed = publicEvent(event, type, facts);
      return reservation === null
        ? [failed]
        : [endReservation(event, 'VoidReservation', facts.paymentId, reservation), failed];
    }
    case 'VoidAnswered':
      return [endReservation(event, 'VoidReservation', event.data.paymentId, event.data.reservation)];
    case 'PostAnswered':
      return [endReservation(event, 'PostReservation', event.data.paymentId, event.data.reservation)];
    case 'PaymentSettlementLost':
      return event.data.returned === undefined ? [] : [returnReservation(event, event.data.returned)];
    case 'AuthorizationClosed':
      return [failPayment(event, event.data)];
    case 'SubmissionFeesPaid':
      return event.data.fees.length === 0 ? [] : [bookNetworkFee(event)];
    case 'SubmissionFinal':
      return event.data.failed.map((failed) => failPayment(event, failed));
    case 'PaymentScreened':
    case 'PaymentHeld':
    case 'PaymentDoubtEnded':
    case 'PaymentConfirmed':
    case 'PaymentContinued':
    case 'PaymentAuthorized':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentUnconfirmed':
    case 'PaymentReincluded':
    case 'PaymentReauthorized':
    case 'PaymentUndone':
    case 'SubmissionAssembled':
    case 'SubmissionReplaced':
    case 'AuthorizationFound':
      return [];
    case 'CommandRefused':
      // The gateway asks for it.
      return [];
  }
}

function settledMessages(event: RecordedEvent<PaymentSettled>): Steps<Message> {
  const { facts, reservation, blockAt } = event.data;
  const settled = publicEvent(event, 'payment.settled', facts);
  const details = { ...(blockAt === undefined ? {} : { blockAt }), ...foundIn(event.data) };
  const posted = endReservation(event, 'PostReservation', facts.paymentId, reservation, details);
  // In the sandbox no chain is watched for incoming transfers, so the receiving wallet is told.
  return event.metadata.livemode ? [posted, settled] : [[posted, recordTransfer(event)], settled];
}

function publicEvent(event: RecordedEvent, type: PaymentEventType, facts: PaymentFacts): PublicPaymentEvent {
  return messageFrom<PublicPaymentEvent>(event, { type, key: facts.paymentId, data: paymentResource(facts) });
}

function screen(event: RecordedEvent, order: PaymentOrder): ScreenPayment {
  const { paymentId, to: address, countryCode, complianceRef, amount, currency, createdBy, policy } = order;
  const data = {
    paymentId,
    address,
    countryCode,
    complianceRef,
    amount: { value: formatAmount(BigInt(amount)), currency },
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(policy?.creator === undefined ? {} : { separateFrom: policy.creator }),
  };
  return messageFrom<ScreenPayment>(event, { type: 'compliance.ScreenPayment', key: address, data });
}

function reserve(event: RecordedEvent<PaymentRouted>): Message {
  const { paymentId, reservation, amount, currency, candidates, to, onchainId, policy } = event.data;
  const { id: reservationId, walletId } = reservation;
  const asked = policy === undefined ? {} : { policy };
  const data = { reservationId, paymentId, amount, currency, candidates: availableChains(candidates), ...asked };
  return walletId === null
    ? messageFrom<TreasuryReserveFunds>(event, {
        type: 'treasury.ReserveFunds',
        key: treasuryKey(event.metadata),
        data,
      })
    : messageFrom<WalletReserveFunds>(event, {
        type: 'wallet.ReserveFunds',
        key: walletId,
        data: {
          ...data,
          walletId,
          ...(to === undefined ? {} : { to }),
          ...(onchainId === undefined ? {} : { onchainId }),
        },
      });
}

/** As for the first approval, and nothing is reserved. */
function askAgain(event: RecordedEvent<PaymentReapprovalRequested>): WalletReserveFunds {
  const { paymentId, request, amount, currency, chain, to, onchainId, policy } = event.data;
  const { id: reservationId, walletId } = request;
  if (walletId === null) throw new Error(`payment ${paymentId} is of the treasury, which has no owners`);
  const identified = onchainId === undefined ? {} : { onchainId };
  const ruled = policy === undefined ? {} : { policy };
  const asked = { reservationId, paymentId, amount, currency, candidates: [chain], ...ruled };
  return messageFrom<WalletReserveFunds>(event, {
    type: 'wallet.ReserveFunds',
    key: walletId,
    data: { ...asked, walletId, to, ...identified, isPosted: true },
  });
}

/** Ends a reservation, at the treasury or at the wallet that holds it. */
function endReservation(
  event: RecordedEvent,
  command: 'PostReservation' | 'VoidReservation',
  paymentId: string,
  { id: reservationId, walletId }: Reservation,
  { blockAt, ...details }: Omit<WalletPosting, keyof ReservationRef> = {},
): Message {
  const data = { reservationId, paymentId, ...details };
  return walletId === null
    ? messageFrom<TreasuryPostReservation | TreasuryVoidReservation>(event, {
        type: `treasury.${command}`,
        key: treasuryKey(event.metadata),
        data,
      })
    : messageFrom<WalletPostReservation | WalletVoidReservation>(event, {
        type: `wallet.${command}`,
        key: walletId,
        data: { ...data, walletId, ...(blockAt === undefined ? {} : { blockAt }) },
      });
}

/** To the treasury or the wallet, whose money has not left. */
function returnReservation(event: RecordedEvent, { reservation, ...money }: ReturnedMoney): Message {
  const { id: reservationId, walletId } = reservation;
  const data = { reservationId, paymentId: paymentStreams.idOf(event), ...money };
  return walletId === null
    ? messageFrom<TreasuryReturnReservation>(event, {
        type: 'treasury.ReturnReservation',
        key: treasuryKey(event.metadata),
        data,
      })
    : messageFrom<WalletReturnReservation>(event, {
        type: 'wallet.ReturnReservation',
        key: walletId,
        data: { ...data, walletId },
      });
}

/** What the holder of the funds books by itself, where the transfer was found on chain. */
function foundIn({ foundAs, transfer, block }: PaymentSettled['data']): { readonly found?: FoundTransfer } {
  if (foundAs === undefined) return {};
  const { chain, currency, amount } = transfer;
  return { found: { transferId: foundAs.id, chain, currency, amount, block } };
}

function recordTransfer(event: RecordedEvent<PaymentSettled>): RecordTransfer {
  const { facts, txHash, transfer } = event.data;
  const data = { transferId: facts.paymentId, txHash, ...transfer };
  return messageFrom<RecordTransfer>(event, { type: 'wallet.RecordTransfer', key: transfer.to, data });
}

/** The stream of a sender serves all accounts, so the message is sent for the account of the payment. */
function failPayment(
  event: RecordedEvent<AuthorizationClosed | SubmissionFinal>,
  { paymentId, account, correlationId, traceparent, code }: PaymentRef & { readonly code: TransferFailure },
): FailPaymentMessage {
  const data = { paymentId, code, message: FAILURE_MESSAGES[code] };
  const message = messageFrom<FailPaymentMessage>(
    event,
    { type: 'payment.FailPayment', key: paymentId, data },
    paymentId,
  );
  const own = { ...message, account, correlationId };
  return traceparent === undefined ? own : { ...own, traceparent };
}

/** For the treasury of the account whose payments these were; the stream itself is no account's. */
function bookNetworkFee(event: RecordedEvent<SubmissionFeesPaid>): BookNetworkFeeMessage {
  const { hash: submission, chain, account, fees } = event.data;
  const amount = toUnits(fees.reduce((sum, fee) => sum + BigInt(fee.amount), 0n));
  const data = { submission, chain, amount, transactions: fees.map(({ hash }) => hash) };
  const key = treasuryKey({ account, livemode: event.metadata.livemode });
  return { ...messageFrom<BookNetworkFeeMessage>(event, { type: 'treasury.BookNetworkFee', key, data }), account };
}
