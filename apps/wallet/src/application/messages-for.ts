import type { ScreenDeposit, ScreenOwner, WalletEventMessage as PublicEvent } from '@stablecoin/contracts';
import type { RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import { depositEventData, screenDeposit } from '@stablecoin/funds';
import { messageFrom } from '@stablecoin/messaging';
import { walletStreams } from '../domain/streams';
import type {
  ApprovalRequested,
  DepositReleased,
  WalletCreated,
  WalletCredited,
  WalletEvent,
} from '../domain/wallet-events';
import { activeWallet, decimal } from './wallet-resource';

/** The messages that an event leads to. They depend on this event only (protocol rule 9). */
export function messagesFor(event: StoredEvent<WalletEvent>): readonly (PublicEvent | ScreenOwner | ScreenDeposit)[] {
  const { type, data } = event;
  switch (type) {
    case 'WalletRequested': {
      const { walletId, owner } = data;
      const message = { type: 'compliance.ScreenOwner', key: owner, data: { walletId, owner } } as const;
      return [messageFrom<ScreenOwner>(event, message)];
    }
    case 'WalletInReview':
      return [messageFrom(event, { type: 'wallet.in_review', key: data.walletId, data })];
    case 'WalletCreated':
      return created(event, data);
    case 'WalletRefused':
      return [messageFrom(event, { type: 'wallet.refused', key: data.walletId, data })];
    case 'WalletCredited':
      return [funded(event, data)];
    case 'DepositHeld': {
      const asked = screenDeposit(data, walletStreams.idOf(event));
      return asked === null ? [] : [messageFrom<ScreenDeposit>(event, asked)];
    }
    case 'DepositFlagged': {
      const key = walletStreams.idOf(event);
      const held = depositEventData('held', data, event.metadata, key);
      return [messageFrom<PublicEvent>(event, { type: 'wallet.deposit_held', key, data: held })];
    }
    case 'DepositReleased':
      return released(event, data);
    case 'FundsReserved':
    case 'PaymentSignedAgain': {
      const { reservationId, paymentId, chain, payer } = data;
      const reserved = { reservationId, paymentId, chain, ...(payer === undefined ? {} : { payer }) };
      return [messageFrom(event, { type: 'wallet.funds_reserved', key: paymentId, data: reserved })];
    }
    case 'ReservationRefused': {
      const { reservationId, paymentId, code, message, signedUntil } = data;
      const signed = signedUntil === undefined ? {} : { signedUntil };
      const refused = { reservationId, paymentId, code, message, ...signed };
      return [messageFrom(event, { type: 'wallet.reservation_refused', key: paymentId, data: refused })];
    }
    case 'ReservationOverdue':
      return [messageFrom(event, { type: 'wallet.reservation_overdue', key: data.paymentId, data })];
    case 'ApprovalRequested':
      return approvalRequested(event, data);
    case 'DepositKept':
    case 'ReservationPosted':
    case 'FoundTransferPosted':
    case 'TransferBooked':
    case 'ReservationVoided':
    case 'ReservationReturned':
    case 'VoidRemembered':
    case 'ApprovalGiven':
    case 'ApprovalCanceled':
    case 'CommandRefused':
      return [];
  }
}

function created(event: RecordedEvent, { reviewed, ...wallet }: WalletCreated['data']): readonly PublicEvent[] {
  const data = activeWallet({ ...wallet, balances: { USDC: '0', EURC: '0' }, spent24h: '0' });
  const made = messageFrom<PublicEvent>(event, { type: 'wallet.created', key: wallet.walletId, data });
  if (reviewed === undefined) return [made];
  return [made, messageFrom<PublicEvent>(event, { type: 'wallet.activated', key: wallet.walletId, data })];
}

/** The money is there for its client as any other; one that has waited for a person is also told of as released. */
function released(event: RecordedEvent, data: DepositReleased['data']): readonly PublicEvent[] {
  const arrived = funded(event, data);
  if (data.reason === undefined) return [arrived];
  const key = walletStreams.idOf(event);
  const told = depositEventData('released', data, event.metadata, key);
  return [messageFrom<PublicEvent>(event, { type: 'wallet.deposit_released', key, data: told }), arrived];
}

type Funding = Pick<WalletCredited['data'], 'wallet' | 'amount' | 'currency' | 'from' | 'txHash'>;

function funded(event: RecordedEvent, { wallet, amount, currency, from, txHash }: Funding): PublicEvent {
  const data = { ...activeWallet(wallet), amount: decimal(amount), currency, from, txHash };
  return messageFrom(event, { type: 'wallet.funded', key: wallet.walletId, data });
}

/** The payment learns that it waits, and the client that the limit of the wallet is reached. */
function approvalRequested(event: RecordedEvent, data: ApprovalRequested['data']): readonly PublicEvent[] {
  const { reservationId, paymentId, approvalId, amount, currency, wallet, isWithinLimit = false } = data;
  const { walletId } = wallet;
  const waits = messageFrom<PublicEvent>(event, {
    type: 'wallet.approval_requested',
    key: paymentId,
    data: { reservationId, paymentId, approvalId, walletId },
  });
  if (isWithinLimit) return [waits];
  return [
    waits,
    messageFrom(event, {
      type: 'wallet.spend_limit_reached',
      key: walletId,
      data: {
        ...activeWallet(wallet),
        approval_id: approvalId,
        payment_id: paymentId,
        amount: decimal(amount),
        currency,
      },
    }),
  ];
}
