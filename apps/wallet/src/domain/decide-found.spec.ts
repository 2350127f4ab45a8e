import { given } from '@stablecoin/event-sourcing/testing';
import { pocketOf } from '@stablecoin/contracts';
import {
  AT,
  DAY,
  approvalId,
  approvalRequested,
  command,
  created,
  credited,
  first,
  reserve,
  reserved,
  second,
  snapshot,
  voided,
} from '../testing/wallet-fixture';
import { walletDecider } from './decide-wallet';
import { movementsOf } from './ledger';
import { evolveWallet, initialWallet, walletSnapshots } from './wallet';
import type { WalletEvent } from './wallet-events';

const MONEY = { chain: 'base', currency: 'USDC', amount: '600' } as const;
const find = (ref = first, transferId = '0xid', at = AT) =>
  command('PostReservation', { ...ref, found: { transferId, ...MONEY, block: 7 } }, at);
const found = (ref = first, transferId = '0xid'): WalletEvent => ({
  type: 'FoundTransferPosted',
  data: { transferId, ...MONEY, ...ref, settledAt: AT },
});
const remembered: WalletEvent = { type: 'VoidRemembered', data: first };
const funded = [created(), credited('10000')];

const after = (...events: WalletEvent[]) => events.reduce(evolveWallet, initialWallet());
const available = (...events: WalletEvent[]): bigint => after(...events).book.available(pocketOf('base', 'USDC'));

describe('protocol rule 37: a transfer out of a wallet that was found on chain', () => {
  it('is booked without a reservation, and a reservation that comes later is refused', () => {
    given(walletDecider, ...funded)
      .when(find())
      .then(remembered, found());
    given(walletDecider, ...funded, remembered, found())
      .when(reserve('600'))
      .then();
    expect(available(...funded, remembered, found())).toBe(9_400n);
  });

  it('ends the reservation of its payment', () => {
    given(walletDecider, ...funded, reserved('600'))
      .when(find())
      .then(voided('600'), found());
    expect(available(...funded, reserved('600'), voided('600'), found())).toBe(9_400n);
  });

  it('ends the approval that its payment waits for', () => {
    const waiting = approvalRequested('600', snapshot());
    given(walletDecider, ...funded, waiting)
      .when(find())
      .then({ type: 'ApprovalCanceled', data: { ...first, approvalId } }, found());
  });

  it('is booked once, by its on-chain id, also by another payment and over a snapshot', () => {
    given(walletDecider, ...funded, remembered, found())
      .when(find())
      .then();
    const again = walletDecider.decide(find(second), after(...funded, remembered, found()));
    expect(again.map(({ type }) => type)).toEqual(['VoidRemembered']);
    const kept = walletSnapshots.fromJson(walletSnapshots.toJson(after(...funded, remembered, found())));
    expect(walletDecider.decide(find(), kept)).toEqual([]);
  });

  it('is booked although less is available: its deposits are not credited yet', () => {
    given(walletDecider, created()).when(find()).then(remembered, found());
    expect(available(created(), remembered, found())).toBe(-600n);
  });

  it('counts towards the limit of 24 hours', () => {
    const events = [...funded, remembered, found()];
    const above = walletDecider.decide(reserve('500', second), after(...events));
    expect(above).toMatchObject([{ type: 'ApprovalRequested' }]);
    const nextDay = walletDecider.decide(reserve('500', second, AT + DAY), after(...events));
    expect(nextDay).toMatchObject([{ type: 'FundsReserved' }]);
  });
});

describe('protocol rule 37: a transfer out of a wallet that a person books, because no payment explains it', () => {
  const book = command('BookTransfer', { transferId: '0xid', ...MONEY, block: 7, to: '0xto', txHash: '0xhash' });
  const booked: WalletEvent = {
    type: 'TransferBooked',
    data: { transferId: '0xid', ...MONEY, to: '0xto', txHash: '0xhash', settledAt: AT },
  };

  it('is charged, and counts towards the limit, as one that was found', () => {
    given(walletDecider, ...funded)
      .when(book)
      .then(booked);
    expect(available(...funded, booked)).toBe(9_400n);
    expect(movementsOf(booked).map(({ kind, paymentId }) => [kind, paymentId])).toEqual([
      ['reserved', null],
      ['posted', null],
    ]);
    const above = walletDecider.decide(reserve('500', second), after(...funded, booked));
    expect(above).toMatchObject([{ type: 'ApprovalRequested' }]);
  });

  it('is charged once when its key is repeated afterwards', () => {
    given(walletDecider, ...funded, booked)
      .when(find())
      .then(remembered);
    expect(available(...funded, booked, remembered)).toBe(9_400n);
  });

  it('is not booked twice, nor after its key was repeated', () => {
    for (const event of [booked, found()])
      given(walletDecider, ...funded, event)
        .when(book)
        .then();
  });
});
