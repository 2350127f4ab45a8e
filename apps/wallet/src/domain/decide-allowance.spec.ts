import type { AllowanceCommand, AllowanceEvent } from './allowance';
import { WINDOW_MS, allowanceDecider } from './decide-allowance';

const AT = Date.UTC(2026, 0, 1);
const counted = (nonce: string, since: number): AllowanceEvent => ({
  type: 'AllowanceCounted',
  data: { walletId: 'wal_1', nonce, since },
});
const signed = (nonce: string): AllowanceEvent => ({
  type: 'RenewalSigned',
  data: { walletId: 'wal_1', nonce, hash: 'hash', bytes: 'bytes' },
});

function decide(
  past: readonly AllowanceEvent[],
  given: Pick<AllowanceCommand, 'type' | 'data'>,
  at = AT,
): ReturnType<typeof allowanceDecider.decide> {
  const state = past.reduce((before, event) => allowanceDecider.evolve(before, event), allowanceDecider.initialState());
  const envelope = { id: 'cmd_1', at, correlationId: 'req_1', account: 'acme', livemode: true };
  return allowanceDecider.decide({ ...envelope, ...given } as AllowanceCommand, state);
}

const count = (nonce: string, since: number) =>
  ({ type: 'CountAllowance', data: { walletId: 'wal_1', nonce, since } }) as const;
const renew = (nonce: string, at: number) =>
  ({ type: 'SignRenewal', data: { walletId: 'wal_1', nonce, hash: 'hash', bytes: 'bytes', at } }) as const;

it('counts each value of the nonce once, and no window before the last one', () => {
  expect(decide([], count('a', AT))).toEqual([counted('a', AT)]);
  expect(decide([counted('a', AT)], count('a', AT + 5))).toEqual([]);
  expect(decide([counted('a', AT)], count('b', AT - 5))).toEqual([counted('b', AT)]);
});

it('has one renewal signed for each value of the nonce, 24 hours after the last one by both clocks', () => {
  const past = [counted('a', AT)];
  const due = AT + WINDOW_MS;
  expect(decide(past, renew('a', due), due)).toEqual([signed('a')]);
  expect(decide([...past, signed('a')], renew('a', due), due)).toEqual([]);
  expect(decide(past, renew('a', due - 1), due)).toEqual([]);
  expect(decide(past, renew('a', due), due - 1)).toEqual([]);
  expect(decide(past, renew('b', due), due)).toEqual([]);
  expect(decide([], renew('a', due), due)).toEqual([]);
  expect(decide([...past, signed('a'), counted('b', due)], renew('b', due + 1), due + 1)).toEqual([]);
});

it('is the same from a snapshot', () => {
  const { snapshot } = allowanceDecider;
  const state = [counted('a', AT), signed('a')].reduce(
    (before, event) => allowanceDecider.evolve(before, event),
    allowanceDecider.initialState(),
  );
  expect(snapshot?.fromJson(snapshot.toJson(state))).toEqual(state);
});
