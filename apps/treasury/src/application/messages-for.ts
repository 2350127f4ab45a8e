import { treasuryKey } from '@stablecoin/contracts';
import type { ScreenDeposit, TreasuryEventMessage as PublicEvent } from '@stablecoin/contracts';
import type { RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import { depositEventData, screenDeposit } from '@stablecoin/funds';
import { messageFrom } from '@stablecoin/messaging';
import type { TreasuryEvent } from '../domain/treasury';
import { decimal, balanceResource } from './treasury-resources';

/** The messages that an event leads to. They depend on this event only (protocol rule 9). */
export function messagesFor(event: StoredEvent<TreasuryEvent>): readonly (PublicEvent | ScreenDeposit)[] {
  const { type, data } = event;
  switch (type) {
    case 'FundsReserved': {
      const { reservationId, paymentId, chain } = data;
      const reserved = { reservationId, paymentId, chain };
      return [messageFrom(event, { type: 'treasury.funds_reserved', key: paymentId, data: reserved })];
    }
    case 'ReservationRefused':
      return [messageFrom(event, { type: 'treasury.reservation_refused', key: data.paymentId, data })];
    case 'ApprovalRequested': {
      const { reservationId, paymentId, approvalId } = data;
      const requested = { reservationId, paymentId, approvalId };
      return [messageFrom(event, { type: 'treasury.approval_requested', key: paymentId, data: requested })];
    }
    case 'ReservationOverdue':
      return [messageFrom(event, { type: 'treasury.reservation_overdue', key: data.paymentId, data })];
    case 'LowBalanceReached': {
      const { scope, threshold, balance, ...buckets } = data;
      const snapshot = balanceResource(buckets, event.metadata.at);
      return [
        messageFrom(event, {
          type: 'treasury.low_balance',
          key: treasuryKey(event.metadata),
          data: { ...snapshot, scope, threshold: decimal(threshold), balance: decimal(balance) },
        }),
      ];
    }
    case 'DepositHeld': {
      const asked = screenDeposit(data, null);
      return asked === null ? [] : [messageFrom<ScreenDeposit>(event, asked)];
    }
    case 'DepositFlagged':
      return [depositMessage(event, 'held', data)];
    case 'DepositReleased':
      // One that never waited for a person is not told of.
      return data.reason === undefined ? [] : [depositMessage(event, 'released', data)];
    case 'DepositKept':
    case 'TreasuryOpened':
    case 'ReservationPosted':
    case 'FoundTransferPosted':
    case 'TransferBooked':
    case 'ReservationVoided':
    case 'ReservationReturned':
    case 'VoidRemembered':
    case 'ApprovalGiven':
    case 'ApprovalCanceled':
    case 'TreasuryCredited':
    case 'ChainOpened':
    case 'DepositsFollowed':
    case 'TransactionSetAside':
    case 'SetAsideRead':
    case 'BalanceDiffered':
    case 'BalanceReconciled':
    case 'NetworkFeePaid':
    case 'ThresholdsConfigured':
    case 'LowBalanceCleared':
    case 'CommandRefused':
      return [];
  }
}

function depositMessage(
  event: RecordedEvent,
  status: 'held' | 'released',
  deposit: Parameters<typeof depositEventData>[1],
): PublicEvent {
  return messageFrom<PublicEvent>(event, {
    type: `treasury.deposit_${status}`,
    key: treasuryKey(event.metadata),
    data: depositEventData(status, deposit, event.metadata, null),
  });
}
