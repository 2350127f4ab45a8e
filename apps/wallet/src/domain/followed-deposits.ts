import type { Command } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';

/** Every deposit up to here is credited to its wallet, or in a transaction that was set aside. */
export type DepositsFollowed = {
  readonly type: 'DepositsFollowed';
  readonly data: { readonly chain: ChainName; readonly cursor: string };
};
/** A final transaction that may have paid a wallet and cannot be read. */
export type TransactionSetAside = {
  readonly type: 'TransactionSetAside';
  readonly data: SetAsideTransaction & { readonly chain: ChainName };
};
export type SetAsideTransaction = {
  readonly txHash: string;
  readonly block: number;
  /** Why it cannot be read, in words. */
  readonly reason: string;
};
/** It could be read later, and what it brought is credited. */
export type SetAsideRead = {
  readonly type: 'SetAsideRead';
  readonly data: { readonly chain: ChainName; readonly txHash: string };
};
export type FollowedDepositsEvent = DepositsFollowed | TransactionSetAside | SetAsideRead;

/** Deposits of all wallets of a chain were credited up to a cursor. */
export type FollowDeposits = Command<
  'FollowDeposits',
  {
    readonly chain: ChainName;
    /** Where the page began: only one page ever begins there. Null: the first one. */
    readonly after: string | null;
    readonly cursor: string;
  }
>;
/** Sets a transaction aside, before a cursor passes it. */
export type SetTransactionAside = Command<'SetTransactionAside', TransactionSetAside['data']>;
/** What a transaction brought that was set aside is credited. */
export type EndSetAside = Command<'EndSetAside', SetAsideRead['data']>;
export type FollowedDepositsCommand = FollowDeposits | SetTransactionAside | EndSetAside;

/**
 * A command to the deposits of a chain, which belong to no account.
 *
 * @param id - the same for all who do the same, and for repetitions (protocol rule 2)
 * @param at - milliseconds since the epoch
 */
export function depositsCommand<Type extends string, Data>(
  id: string,
  type: Type,
  data: Data,
  at: number,
): Command<Type, Data> {
  return { id, type, data, at, correlationId: id, account: '', livemode: true };
}

/** More are recorded, and not read again. */
export const SET_ASIDE_MAX = 10_000;

export interface FollowedDeposits {
  cursor: string | null;
  /** Transactions that were set aside and not read since, by hash: the oldest {@link SET_ASIDE_MAX}. */
  readonly setAside: Map<string, SetAsideTransaction>;
}
