import { CHAIN_NAMES, CURRENCIES } from '@stablecoin/money';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import type { TreasuryEvent } from './treasury';

/** What a movement of money is called in the ledger. */
export type MovementKind = 'opened' | 'credited' | 'reserved' | 'posted' | 'voided';

/** One movement of one currency on one chain, from one account to another. */
export interface Movement {
  readonly kind: MovementKind;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
  readonly paymentId: string | null;
}

export interface Posting {
  readonly account: string;
  /** Signed minor units. */
  readonly amount: bigint;
}

/** The movements of money in an event; none when no money moved. */
export function movementsOf(event: TreasuryEvent): readonly Movement[] {
  switch (event.type) {
    case 'TreasuryOpened':
      return CHAIN_NAMES.flatMap((chain) =>
        CURRENCIES.map((currency) => movement('opened', null, chain, currency, event.data.balances[chain][currency])),
      ).filter(({ amount }) => amount !== '0');
    case 'ChainOpened':
      return CURRENCIES.map((currency) =>
        movement('opened', null, event.data.chain, currency, event.data.balances[currency]),
      ).filter(({ amount }) => amount !== '0');
    case 'TreasuryCredited':
      return [movement('credited', null, event.data.chain, event.data.currency, event.data.amount)];
    case 'FundsReserved':
      return [ofReservation('reserved', event.data)];
    case 'ReservationPosted':
      return [ofReservation('posted', event.data)];
    case 'ReservationVoided':
      return [ofReservation('voided', event.data)];
    case 'ReservationRefused':
    case 'VoidRemembered':
    case 'ReservationOverdue':
    case 'DepositsFollowed':
    case 'BalanceDiffered':
    case 'BalanceReconciled':
    case 'NetworkFeePaid':
    case 'ThresholdsConfigured':
    case 'LowBalanceReached':
    case 'LowBalanceCleared':
      return [];
  }
}

/** The two sides of a movement: what leaves one account enters the other, so that they sum to zero. */
export function postingsOf(kind: MovementKind, chain: ChainName, amount: bigint): readonly [Posting, Posting] {
  const available = `treasury:${chain}:available`;
  const reserved = `treasury:${chain}:reserved`;
  switch (kind) {
    case 'opened':
      return transfer('equity:opening', available, amount);
    case 'credited':
      return transfer('external:deposits', available, amount);
    case 'reserved':
      return transfer(available, reserved, amount);
    case 'posted':
      return transfer(reserved, 'external:payments', amount);
    case 'voided':
      return transfer(reserved, available, amount);
  }
}

function transfer(from: string, to: string, amount: bigint): readonly [Posting, Posting] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

function movement(
  kind: MovementKind,
  paymentId: string | null,
  chain: ChainName,
  currency: Currency,
  amount: Units,
): Movement {
  return { kind, chain, currency, amount, paymentId };
}

function ofReservation(
  kind: MovementKind,
  data: Omit<Movement, 'kind' | 'paymentId'> & { readonly paymentId: string },
): Movement {
  return movement(kind, data.paymentId, data.chain, data.currency, data.amount);
}
