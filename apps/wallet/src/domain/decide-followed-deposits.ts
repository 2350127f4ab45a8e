import type { Decider } from '@stablecoin/event-sourcing';
import { SET_ASIDE_MAX } from './followed-deposits';
import type {
  FollowedDeposits,
  FollowedDepositsCommand,
  FollowedDepositsEvent,
  SetAsideTransaction,
} from './followed-deposits';
import { depositsStreams } from './streams';

type FollowedDepositsJson = {
  readonly cursor: string | null;
  /** Missing in snapshots of versions that set nothing aside. */
  readonly setAside?: readonly SetAsideTransaction[];
};

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
