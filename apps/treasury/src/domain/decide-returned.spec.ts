import { pocketOf } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { treasuryDecider } from './decide-treasury';
import type { ReturnReservation } from './treasury-commands';
import { movementsOf } from './ledger';
import { balancesFrom, evolveTreasury, initialTreasury } from './treasury';
import type { TreasuryEvent, TreasuryState } from './treasury';
import { treasurySnapshots } from './treasury-snapshots';

const REF = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const MONEY = { chain: 'base', currency: 'USDC', amount: '4000000' } as const;
const POSTED: readonly TreasuryEvent[] = [
  { type: 'TreasuryOpened', data: { balances: balancesFrom(() => '10000000') } },
  { type: 'FundsReserved', data: { ...REF, ...MONEY } },
  { type: 'ReservationPosted', data: { ...REF, ...MONEY } },
];
const returned: TreasuryEvent = { type: 'ReservationReturned', data: { ...REF, ...MONEY } };
const giveBack: ReturnReservation = {
  ...{ type: 'ReturnReservation', data: { ...REF, ...MONEY } },
  ...{ id: 'msg_1', at: 0, correlationId: 'msg_1', account: 'acme', livemode: true },
};

const after = (...events: readonly TreasuryEvent[]): TreasuryState => events.reduce(evolveTreasury, initialTreasury());
const available = (state: TreasuryState): bigint => state.book.available(pocketOf('base', 'USDC'));

describe('protocol rule 19: a posted reservation whose transfer was provably not made', () => {
  it('is available again', () => {
    given(treasuryDecider, ...POSTED)
      .when(giveBack)
      .then(returned);
    expect(available(after(...POSTED))).toBe(6_000_000n);
    expect(available(after(...POSTED, returned))).toBe(10_000_000n);
    expect(movementsOf(returned)).toEqual([{ kind: 'returned', ...MONEY, paymentId: 'pay_1' }]);
  });

  it('is returned once, also over a snapshot', () => {
    given(treasuryDecider, ...POSTED, returned)
      .when(giveBack)
      .then();
    const kept = treasurySnapshots.fromJson(treasurySnapshots.toJson(after(...POSTED, returned)));
    expect(treasuryDecider.decide(giveBack, kept)).toEqual([]);
    expect(available(kept)).toBe(10_000_000n);
  });

  it('ends a low balance', () => {
    const low = after(...POSTED);
    low.thresholds.set('base', 8_000_000n);
    low.low.add('base');
    expect(treasuryDecider.decide(giveBack, low)).toEqual([
      returned,
      { type: 'LowBalanceCleared', data: { scope: 'base' } },
    ]);
  });
});
