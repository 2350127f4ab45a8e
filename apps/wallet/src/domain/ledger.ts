import { movement } from '@stablecoin/funds/domain';
import type { Movement } from '@stablecoin/funds/domain';
import type { WalletEvent } from './wallet-events';

/** The movements that an event stands for; none where no money moved. */
export function movementsOf(event: WalletEvent): readonly Movement[] {
  switch (event.type) {
    case 'WalletCredited':
      return [movement('credited', event.data)];
    case 'DepositHeld':
      return [movement('held', event.data)];
    case 'DepositReleased':
      return [movement('released', event.data)];
    case 'FundsReserved':
      return [movement('reserved', event.data, event.data.paymentId)];
    case 'ReservationPosted':
      return [movement('posted', event.data, event.data.paymentId)];
    case 'FoundTransferPosted':
      return [
        movement('reserved', event.data, event.data.paymentId),
        movement('posted', event.data, event.data.paymentId),
      ];
    case 'TransferBooked':
      return [movement('reserved', event.data), movement('posted', event.data)];
    case 'ReservationVoided':
      return [movement('voided', event.data, event.data.paymentId)];
    case 'ReservationReturned':
      return [movement('returned', event.data, event.data.paymentId)];
    case 'DepositFlagged':
    case 'DepositKept':
    case 'WalletRequested':
    case 'WalletInReview':
    case 'WalletCreated':
    case 'WalletRefused':
    case 'ReservationRefused':
    case 'PaymentSignedAgain':
    case 'VoidRemembered':
    case 'ReservationOverdue':
    case 'ApprovalRequested':
    case 'ApprovalGiven':
    case 'ApprovalCanceled':
      return [];
  }
}
