import type { Units } from '@stablecoin/contracts';
import { pocketOf } from '@stablecoin/contracts';
import {
  WAITING_DEPOSITS_MAX,
  decideDeposit,
  evolveDeposits,
  holdDeposit,
  keepSmallest,
  recordDepositScreening,
  takesNoMore,
} from './deposits';
import type { DepositEvent } from './deposits';
import { newReservationState, reservationStateToJson } from './reservation-state';
import type { ReservationState } from './reservation-state';

const AT = Date.UTC(2026, 0, 1);
const BASE_USDC = pocketOf('base', 'USDC');

const transfer = (id: string, amount: Units = '100') =>
  ({ transferId: `base:${id}`, chain: 'base', currency: 'USDC', amount, from: '0xfrom', txHash: '0xhash' }) as const;
const decision = (depositId: string, which: 'clear' | 'keep') =>
  ({ depositId, decision: which, note: 'Our customer', decidedBy: 'key_1', by: ['key_1'] }) as const;

function apply(state: ReservationState, events: readonly { readonly type: string }[]): readonly string[] {
  for (const event of events) if (event.type !== 'CommandRefused') evolveDeposits(state, event as DepositEvent);
  return events.map(({ type }) => type);
}

function bookedFor(state: ReservationState, all: readonly (readonly [string, string | null, Units])[]) {
  const booked = all.flatMap(([depositId, sender, amount]) =>
    holdDeposit(transfer(depositId, amount), { depositId, sender }, AT),
  );
  return [...booked, ...keepSmallest(booked, state)];
}

function hold(state: ReservationState, id: string, sender: string | null = '0xsender', amount: Units = '100') {
  return apply(state, bookedFor(state, [[id, sender, amount]]));
}

function screened(state: ReservationState, depositId: string, status: 'cleared' | 'review' | 'blocked') {
  const reason = status === 'cleared' ? null : 'It is on a list.';
  const events = recordDepositScreening({ depositId, ref: 'cpl_1', status, reason }, state);
  return apply(state, [...events, ...keepSmallest(events, state)]);
}

describe('a deposit whose sender is screened', () => {
  it('is held until its sender is cleared, and released once', () => {
    const state = newReservationState(10);
    expect(hold(state, 'dep_1')).toEqual(['DepositHeld']);
    expect([state.book.available(BASE_USDC), state.book.held(BASE_USDC)]).toEqual([0n, 100n]);
    expect(screened(state, 'dep_1', 'cleared')).toEqual(['DepositReleased']);
    expect([state.book.available(BASE_USDC), state.book.held(BASE_USDC)]).toEqual([100n, 0n]);
    expect(screened(state, 'dep_1', 'cleared')).toEqual([]);
    expect(apply(state, decideDeposit(decision('dep_1', 'clear'), AT, state))).toEqual(['CommandRefused']);
  });

  it.each(['review', 'blocked'] as const)('waits for a person after %s, who clears it', (status) => {
    const state = newReservationState(10);
    hold(state, 'dep_1');
    expect(screened(state, 'dep_1', status)).toEqual(['DepositFlagged']);
    expect(screened(state, 'dep_1', status)).toEqual([]);
    expect(decideDeposit(decision('dep_1', 'clear'), AT + 5, state)).toMatchObject([
      {
        type: 'DepositReleased',
        data: {
          ...{ ref: 'cpl_1', reason: 'It is on a list.' },
          decision: { decidedBy: 'key_1', note: 'Our customer', decidedAt: AT + 5 },
        },
      },
    ]);
  });

  it('is released when a reviewer of its screening clears the sender after all', () => {
    const state = newReservationState(10);
    hold(state, 'dep_1');
    screened(state, 'dep_1', 'review');
    expect(screened(state, 'dep_1', 'cleared')).toEqual(['DepositReleased']);
  });

  it('stays held for good when a person keeps it, whatever is said later', () => {
    const state = newReservationState(10);
    hold(state, 'dep_1');
    screened(state, 'dep_1', 'blocked');
    expect(apply(state, decideDeposit(decision('dep_1', 'keep'), AT, state))).toEqual(['DepositKept']);
    expect(screened(state, 'dep_1', 'cleared')).toEqual([]);
    expect(apply(state, decideDeposit(decision('dep_1', 'clear'), AT, state))).toEqual(['CommandRefused']);
    expect([state.book.available(BASE_USDC), state.book.held(BASE_USDC)]).toEqual([0n, 100n]);
  });

  it('takes no decision of a person while its sender is being screened', () => {
    const state = newReservationState(10);
    hold(state, 'dep_1');
    expect(decideDeposit(decision('dep_1', 'clear'), AT, state)).toMatchObject([
      { type: 'CommandRefused', data: { code: 'invalid_state' } },
    ]);
  });

  it('waits for a person at once when nobody knows its sender', () => {
    expect(hold(newReservationState(10), 'dep_1', null)).toEqual(['DepositHeld', 'DepositFlagged']);
  });

  it('survives a snapshot in the stage that it is in', () => {
    const state = newReservationState(10);
    hold(state, 'dep_1');
    hold(state, 'dep_2', null);
    const restored = newReservationState(10, reservationStateToJson(state));
    expect(screened(restored, 'dep_1', 'cleared')).toEqual(['DepositReleased']);
    expect(apply(restored, decideDeposit(decision('dep_2', 'keep'), AT, restored))).toEqual(['DepositKept']);
    expect([restored.book.available(BASE_USDC), restored.book.held(BASE_USDC)]).toEqual([100n, 100n]);
  });
});

describe('very many deposits', () => {
  it('that wait for a person: the smallest is kept, and no larger one', () => {
    const state = newReservationState(10);
    hold(state, 'dep_dust', null, '1');
    for (let n = 1; n < WAITING_DEPOSITS_MAX; n++) hold(state, `dep_${n}`, null);
    expect(bookedFor(state, [['dep_more', null, '100']])).toMatchObject([
      { type: 'DepositHeld' },
      { type: 'DepositFlagged', data: { depositId: 'dep_more' } },
      { type: 'DepositKept', data: { depositId: 'dep_dust' } },
    ]);
    const page = bookedFor(state, [
      ['dep_more', null, '100'],
      ['dep_less', null, '2'],
      ['dep_most', null, '900'],
    ]);
    const kept = page.filter(({ type }) => type === 'DepositKept').map(({ data }) => data.depositId);
    expect(kept).toEqual(['dep_dust', 'dep_less', expect.any(String)]);
    apply(state, page);
    expect(state.deposits.has('dep_most')).toBe(true);
    expect(state.deposits.size).toBe(WAITING_DEPOSITS_MAX);
    expect(takesNoMore(state)).toBe(false);
  });

  it('that are being screened: no more are taken', () => {
    const state = newReservationState(10);
    for (let n = 1; n < WAITING_DEPOSITS_MAX; n++) hold(state, `dep_${n}`);
    expect(takesNoMore(state)).toBe(false);
    hold(state, 'dep_last');
    expect(takesNoMore(state)).toBe(true);
    screened(state, 'dep_1', 'cleared');
    expect(takesNoMore(state)).toBe(false);
  });
});
