import type { Command, Decider } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/money';

/** Every deposit up to here is credited to its wallet. */
export type DepositsFollowed = {
  readonly type: 'DepositsFollowed';
  readonly data: { readonly chain: ChainName; readonly cursor: string };
};

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

export interface FollowedDeposits {
  readonly cursor: string | null;
}

/** How far the deposits of one chain's wallets are credited: one cursor for all of them. */
export const followedDepositsDecider: Decider<FollowedDeposits, FollowDeposits, DepositsFollowed> = {
  category: 'wallet_deposits',
  firstCommands: ['FollowDeposits'],
  initialState: () => ({ cursor: null }),
  decide: ({ data: { chain, after, cursor } }, state) =>
    state.cursor !== after || cursor === after ? [] : [{ type: 'DepositsFollowed', data: { chain, cursor } }],
  evolve: (_, { data: { cursor } }) => ({ cursor }),
  snapshot: {
    version: 1,
    every: 1_000,
    toJson: ({ cursor }) => ({ cursor }),
    fromJson: (json) => json as unknown as FollowedDeposits,
  },
};
