import { pocketOf } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { AT, command, created, credited, first, reserved } from '../testing/wallet-fixture';
import { walletDecider } from './decide-wallet';
import { movementsOf } from './ledger';
import { evolveWallet, initialWallet, walletSnapshots } from './wallet';
import type { WalletState } from './wallet';
import type { WalletEvent } from './wallet-events';

const MONEY = { chain: 'base', currency: 'USDC', amount: '600' } as const;
const POSTED: readonly WalletEvent[] = [
  created(),
  credited('10000'),
  reserved('600'),
  { type: 'ReservationPosted', data: { ...first, ...MONEY, settledAt: AT } },
];
const returned: WalletEvent = { type: 'ReservationReturned', data: { ...first, ...MONEY } };
const giveBack = command('ReturnReservation', { ...first, ...MONEY });

const after = (...events: readonly WalletEvent[]): WalletState => events.reduce(evolveWallet, initialWallet());
const available = (state: WalletState): bigint => state.book.available(pocketOf('base', 'USDC'));

describe('protocol rule 19: a posted reservation of a wallet whose transfer was provably not made', () => {
  it('is available again, and counts against the limit for its 24 hours', () => {
    given(walletDecider, ...POSTED)
      .when(giveBack)
      .then(returned);
    expect(available(after(...POSTED))).toBe(9_400n);
    expect(available(after(...POSTED, returned))).toBe(10_000n);
    expect(after(...POSTED, returned).spending.spent(AT)).toBe(600n);
    expect(movementsOf(returned)).toEqual([{ kind: 'returned', ...MONEY, paymentId: first.paymentId }]);
  });

  it('is returned once, also over a snapshot', () => {
    given(walletDecider, ...POSTED, returned)
      .when(giveBack)
      .then();
    const kept = walletSnapshots.fromJson(walletSnapshots.toJson(after(...POSTED, returned)));
    expect(walletDecider.decide(giveBack, kept)).toEqual([]);
    expect(available(kept)).toBe(10_000n);
  });
});
