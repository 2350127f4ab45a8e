import { CHAIN_NAMES, CURRENCIES } from '@stablecoin/contracts';
import { movement } from '@stablecoin/funds/domain';
import type { Movement } from '@stablecoin/funds/domain';
import type { TreasuryEvent } from './treasury';

/** The movements of money in an event; none when no money moved. */
export function movementsOf(event: TreasuryEvent): readonly Movement[] {
  switch (event.type) {
    case 'TreasuryOpened':
      return CHAIN_NAMES.flatMap((chain) =>
        CURRENCIES.map((currency) =>
          movement('opened', { chain, currency, amount: event.data.balances[chain][currency] }),
        ),
      ).filter(({ amount }) => amount !== '0');
    case 'ChainOpened':
      return CURRENCIES.map((currency) =>
        movement('opened', { chain: event.data.chain, currency, amount: event.data.balances[currency] }),
      ).filter(({ amount }) => amount !== '0');
    case 'TreasuryCredited':
      return [movement('credited', event.data)];
    case 'DepositHeld':
      return [movement('held', event.data)];
    case 'DepositReleased':
      return [movement('released', event.data)];
    case 'FundsReserved':
      return [movement('reserved', event.data, event.data.paymentId)];
    case 'ReservationPosted':
      return [movement('posted', event.data, event.data.paymentId)];
    case 'FoundTransferPosted': {
      const { paymentId, isInOpening } = event.data;
      if (isInOpening === true) return [];
      return [movement('reserved', event.data, paymentId), movement('posted', event.data, paymentId)];
    }
    case 'TransferBooked':
      return event.data.isInOpening === true ? [] : [movement('reserved', event.data), movement('posted', event.data)];
    case 'ReservationVoided':
      return [movement('voided', event.data, event.data.paymentId)];
    case 'ReservationReturned':
      return [movement('returned', event.data, event.data.paymentId)];
    case 'NetworkFeePaid': {
      const { chain, coin: currency, amount } = event.data;
      return amount === '0' ? [] : [{ kind: 'network_fee', chain, currency, amount, paymentId: null }];
    }
    case 'DepositFlagged':
    case 'DepositKept':
    case 'ReservationRefused':
    case 'VoidRemembered':
    case 'ReservationOverdue':
    case 'ApprovalRequested':
    case 'ApprovalGiven':
    case 'ApprovalCanceled':
    case 'DepositsFollowed':
    case 'TransactionSetAside':
    case 'SetAsideRead':
    case 'BalanceDiffered':
    case 'BalanceReconciled':
    case 'ThresholdsConfigured':
    case 'LowBalanceReached':
    case 'LowBalanceCleared':
      return [];
  }
}
