import type { ChainName, Coin, Currency, Units } from '@stablecoin/contracts';
import type { Money } from './money';

/** What a movement of money is called in a ledger. */
export type MovementKind =
  'opened' | 'credited' | 'held' | 'released' | 'reserved' | 'posted' | 'voided' | 'returned' | 'network_fee';

/** One movement of one currency on one chain, from one account to another. */
export interface Movement {
  readonly kind: MovementKind;
  readonly chain: ChainName;
  /** A network fee is paid in the chain's own coin. */
  readonly currency: Currency | Coin;
  /** Minor units of the currency. */
  readonly amount: Units;
  readonly paymentId: string | null;
}

export interface Posting {
  readonly account: string;
  /** Signed minor units. */
  readonly amount: bigint;
}

/** A movement of money, reserved by a payment or not. */
export function movement(
  kind: MovementKind,
  { chain, currency, amount }: Money,
  paymentId: string | null = null,
): Movement {
  return { kind, chain, currency, amount, paymentId };
}

/**
 * The two sides of a movement: what leaves one account enters the other, so that they sum to zero.
 *
 * @param holder - whose money it is: `treasury:base`, `wallet:wal_…`
 */
export function postingsOf(
  kind: MovementKind,
  holder: string,
  chain: ChainName,
  amount: bigint,
): readonly [Posting, Posting] {
  const available = `${holder}:available`;
  const reserved = `${holder}:reserved`;
  const held = `${holder}:held`;
  switch (kind) {
    case 'opened':
      return transfer('equity:opening', available, amount);
    case 'credited':
      return transfer('external:deposits', available, amount);
    case 'held':
      return transfer('external:deposits', held, amount);
    case 'released':
      return transfer(held, available, amount);
    case 'reserved':
      return transfer(available, reserved, amount);
    case 'posted':
      return transfer(reserved, 'external:payments', amount);
    case 'voided':
      return transfer(reserved, available, amount);
    case 'returned':
      return transfer('external:payments', available, amount);
    case 'network_fee':
      return transfer(`relayers:${chain}`, 'external:network_fees', amount);
  }
}

function transfer(from: string, to: string, amount: bigint): readonly [Posting, Posting] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}
