import { followedDepositsDecider } from './decide-followed-deposits';
import { SET_ASIDE_MAX } from './followed-deposits';
import type { FollowedDepositsCommand, FollowedDepositsEvent } from './followed-deposits';

const transaction = { txHash: '0xodd', block: 5, reason: 'odd' };
const aside: FollowedDepositsEvent = { type: 'TransactionSetAside', data: { chain: 'base', ...transaction } };
const read: FollowedDepositsEvent = { type: 'SetAsideRead', data: { chain: 'base', txHash: '0xodd' } };
const followed = (cursor: string): FollowedDepositsEvent => ({
  type: 'DepositsFollowed',
  data: { chain: 'base', cursor },
});

const { snapshot } = followedDepositsDecider;
const decide: typeof followedDepositsDecider.decide = (...args) => followedDepositsDecider.decide(...args);
const after = (...events: readonly FollowedDepositsEvent[]) =>
  events.reduce((state, event) => followedDepositsDecider.evolve(state, event), followedDepositsDecider.initialState());
const command = (given: Pick<FollowedDepositsCommand, 'type' | 'data'>) =>
  ({ id: 'c', at: 1, correlationId: 'c', account: '', livemode: true, ...given }) as FollowedDepositsCommand;
const setAside = command({ type: 'SetTransactionAside', data: aside.data });
const end = command({ type: 'EndSetAside', data: read.data });

it('a transaction is set aside once, and ends once', () => {
  expect(decide(setAside, after(followed('1')))).toEqual([aside]);
  expect(decide(setAside, after(followed('1'), aside))).toEqual([]);
  expect(decide(end, after(followed('1'), aside))).toEqual([read]);
  expect(decide(end, after(followed('1')))).toEqual([]);
  expect(after(followed('1'), aside, followed('2'), read)).toEqual(after(followed('2')));
});

it('what is set aside has a bound, and is in snapshots', () => {
  const many = Array.from({ length: SET_ASIDE_MAX + 1 }, (_, n): FollowedDepositsEvent => ({
    type: 'TransactionSetAside',
    data: { chain: 'base', ...transaction, txHash: `0x${n}` },
  }));
  const state = after(followed('1'), ...many);
  expect(state.setAside.size).toBe(SET_ASIDE_MAX);
  expect(snapshot?.fromJson(snapshot.toJson(state))).toEqual(state);
  expect(snapshot?.fromJson({ cursor: '7' })).toEqual(after(followed('7')));
});
