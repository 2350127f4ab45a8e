import type { Command, Decider } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import { depositsStreams } from './streams';

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

export interface FollowedDeposits {
  cursor: string | null;
  /** Transactions that were set aside and not read since, by hash: the oldest {@link SET_ASIDE_MAX}. */
  readonly setAside: Map<string, SetAsideTransaction>;
}

type FollowedDepositsJson = {
  readonly cursor: string | null;
  /** Missing in snapshots of versions that set nothing aside. */
  readonly setAside?: readonly SetAsideTransaction[];
};

/** More are recorded, and not read again. */
export const SET_ASIDE_MAX = 10_000;

/** How far the deposits of one chain's wallets are credited: one cursor for all of them. */
export const followedDepositsDecider: Decider<FollowedDeposits, FollowedDepositsCommand, FollowedDepositsEvent> = {
  streams: depositsStreams,
  firstCommands: ['FollowDeposits'],
  initialState: () => ({ cursor: null, setAside: new Map() }),
  decide,
  evolve,
  snapshot: {
    version: 1,
    every: 1_000,
    toJson: ({ cursor, setAside }): FollowedDepositsJson => ({ cursor, setAside: [...setAside.values()] }),
    fromJson: (json) => {
      const { cursor, setAside = [] } = json as FollowedDepositsJson;
      return { cursor, setAside: new Map(setAside.map((each) => [each.txHash, each])) };
    },
  },
};

function decide(command: FollowedDepositsCommand, state: FollowedDeposits): readonly FollowedDepositsEvent[] {
  switch (command.type) {
    case 'FollowDeposits': {
      const { chain, after, cursor } = command.data;
      if (state.cursor !== after || cursor === after) return [];
      return [{ type: 'DepositsFollowed', data: { chain, cursor } }];
    }
    case 'SetTransactionAside':
      return state.setAside.has(command.data.txHash) ? [] : [{ type: 'TransactionSetAside', data: command.data }];
    case 'EndSetAside':
      return state.setAside.has(command.data.txHash) ? [{ type: 'SetAsideRead', data: command.data }] : [];
  }
}

/** Changes the state by an event, and returns it. */
function evolve(state: FollowedDeposits, { type, data }: FollowedDepositsEvent): FollowedDeposits {
  switch (type) {
    case 'DepositsFollowed':
      state.cursor = data.cursor;
      break;
    case 'TransactionSetAside': {
      const { txHash, block, reason } = data;
      if (state.setAside.size < SET_ASIDE_MAX) state.setAside.set(txHash, { txHash, block, reason });
      break;
    }
    case 'SetAsideRead':
      state.setAside.delete(data.txHash);
      break;
  }
  return state;
}
