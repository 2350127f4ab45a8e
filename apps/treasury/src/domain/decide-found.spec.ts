import { given } from '@stablecoin/event-sourcing/testing';
import type { Command } from '@stablecoin/event-sourcing';
import { pocketOf } from '@stablecoin/contracts';
import { treasuryDecider } from './decide-treasury';
import type { BookTransfer, PostFound, ReserveFunds, TreasuryCommand } from './treasury-commands';
import { balancesFrom, evolveTreasury, initialTreasury } from './treasury';
import type { TreasuryEvent } from './treasury';
import { movementsOf } from './ledger';
import { treasurySnapshots } from './treasury-snapshots';

const REF = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const FOUND = { transferId: '0xid', chain: 'base', currency: 'USDC', amount: '4000000', block: 100 } as const;
const MONEY = { chain: 'base', currency: 'USDC', amount: '4000000' } as const;

const opened: TreasuryEvent = { type: 'TreasuryOpened', data: { balances: balancesFrom(() => '0') } };
const booksFrom = (cursor: string): TreasuryEvent => ({
  type: 'ChainOpened',
  data: { chain: 'base', address: '0x1', cursor, balances: { USDC: '10000000', EURC: '0' } },
});
const reserved: TreasuryEvent = { type: 'FundsReserved', data: { ...REF, ...MONEY } };
const posted: TreasuryEvent = {
  type: 'FoundTransferPosted',
  data: { transferId: '0xid', ...MONEY, ...REF },
};
const TO_BOOK = { ...FOUND, to: '0xto', txHash: '0xhash' };
const booked = {
  type: 'TransferBooked',
  data: { transferId: '0xid', ...MONEY, to: '0xto', txHash: '0xhash' },
} as const;
const remembered: TreasuryEvent = { type: 'VoidRemembered', data: REF };

let made = 0;
function command<C extends TreasuryCommand>(type: C['type'], data: C['data']): TreasuryCommand {
  const id = `msg_${++made}`;
  const origin: Omit<Command, 'type' | 'data'> = { id, at: 0, correlationId: id, account: 'acme', livemode: true };
  return { type, data, ...origin } as TreasuryCommand;
}
const find = (found: PostFound['data']['found'] = FOUND) =>
  command<PostFound>('PostFound', { ...REF, found, opening: '0' });
const book = () => command<BookTransfer>('BookTransfer', { ...TO_BOOK, opening: '0' });
const reserve = () =>
  command<ReserveFunds>('ReserveFunds', {
    ...REF,
    ...{ amount: '4000000', currency: 'USDC', candidates: ['base'], opening: '0' },
  });

const available = (...events: TreasuryEvent[]): bigint =>
  events.reduce(evolveTreasury, initialTreasury()).book.available(pocketOf('base', 'USDC'));

describe('protocol rule 37: a transfer that was found on chain', () => {
  it('is booked without a reservation, and a reservation that comes later is refused', () => {
    given(treasuryDecider, opened, booksFrom('99')).when(find()).then(remembered, posted);
    given(treasuryDecider, opened, booksFrom('99'), remembered, posted).when(reserve()).then();
    expect(available(opened, booksFrom('99'), remembered, posted)).toBe(6_000_000n);
  });

  it('ends the reservation of its payment, wherever it is', () => {
    const { type, data } = { type: 'ReservationVoided', data: { ...REF, ...MONEY } } as const;
    given(treasuryDecider, opened, booksFrom('99'), reserved).when(find()).then({ type, data }, posted);
    expect(available(opened, booksFrom('99'), reserved, { type, data }, posted)).toBe(6_000_000n);
  });

  it('ends an approval that its payment waits for', () => {
    const waiting: TreasuryEvent = {
      type: 'ApprovalRequested',
      data: {
        ...{ ...REF, approvalId: 'apr_1', amount: '4000000', currency: 'USDC', candidates: ['base'] },
        ...{ threshold: 1, expiresAt: 1 },
      },
    };
    given(treasuryDecider, opened, booksFrom('99'), waiting)
      .when(find())
      .then({ type: 'ApprovalCanceled', data: { ...REF, approvalId: 'apr_1' } }, posted);
  });

  it('is booked once, by its on-chain id', () => {
    given(treasuryDecider, opened, booksFrom('99'), remembered, posted).when(find()).then();
  });

  it('is booked although less is available: deposits are not credited yet', () => {
    const more = { ...FOUND, amount: '12000000' } as const;
    const event: TreasuryEvent = { ...posted, data: { ...posted.data, amount: '12000000' } };
    given(treasuryDecider, opened, booksFrom('99')).when(find(more)).then(remembered, event);
    expect(available(opened, booksFrom('99'), event)).toBe(-2_000_000n);
  });

  it.each([
    ['of the block that the books began with', [opened, booksFrom('100')]],
    ['of an earlier block', [opened, booksFrom('250:3')]],
    ['of a chain whose books have not begun', [opened]],
  ])('changes no balance when it is %s: the balance that they begin with lacks it already', (_, events) => {
    given(treasuryDecider, ...events)
      .when(find())
      .then(remembered, { type: 'FoundTransferPosted', data: { ...posted.data, isInOpening: true } });
    const before = available(...events);
    expect(available(...events, { type: 'FoundTransferPosted', data: { ...posted.data, isInOpening: true } })).toBe(
      before,
    );
  });

  it('opens a treasury that a restored store does not have', () => {
    given(treasuryDecider)
      .when(find())
      .then(opened, remembered, { type: 'FoundTransferPosted', data: { ...posted.data, isInOpening: true } });
  });
});

describe('protocol rule 37: a transfer that a person books, because no payment explains it', () => {
  it('is charged as one that was found', () => {
    given(treasuryDecider, opened, booksFrom('99')).when(book()).then(booked);
    expect(available(opened, booksFrom('99'), booked)).toBe(6_000_000n);
    expect(movementsOf(booked).map(({ kind, paymentId }) => [kind, paymentId])).toEqual([
      ['reserved', null],
      ['posted', null],
    ]);
  });

  it('is charged once when its key is repeated afterwards, and the reservation of that payment is refused', () => {
    const before = [opened, booksFrom('99'), booked];
    given(treasuryDecider, ...before)
      .when(find())
      .then(remembered);
    expect(available(...before, remembered)).toBe(6_000_000n);
    given(treasuryDecider, ...before, remembered)
      .when(reserve())
      .then();
  });

  it('is not booked twice, nor after its key was repeated, also over a snapshot', () => {
    for (const event of [booked, posted]) {
      given(treasuryDecider, opened, booksFrom('99'), event).when(book()).then();
      const state = [opened, booksFrom('99'), event].reduce(evolveTreasury, initialTreasury());
      const kept = treasurySnapshots.fromJson(treasurySnapshots.toJson(state));
      expect(treasuryDecider.decide(book(), kept)).toEqual([]);
    }
  });

  it('changes no balance when the books began with its block or a later one, or have not begun', () => {
    const inOpening: TreasuryEvent = { type: 'TransferBooked', data: { ...booked.data, isInOpening: true } };
    given(treasuryDecider).when(book()).then(opened, inOpening);
    given(treasuryDecider, opened, booksFrom('100')).when(book()).then(inOpening);
    expect(available(opened, booksFrom('100'), inOpening)).toBe(10_000_000n);
    expect(movementsOf(inOpening)).toEqual([]);
  });
});
