import type { ScreeningStatus, Units } from '@stablecoin/contracts';
import { pocketOf } from '@stablecoin/contracts';
import fc from 'fast-check';
import { walletDecider } from './decide-wallet';
import type { WalletCommand } from './wallet-commands';
import type { WalletState } from './wallet';
import type { WalletEvent } from './wallet-events';
import { AT, DAY, HOUR, created } from '../testing/wallet-fixture';

const LIMIT = 1_000n;
const refs = fc.integer({ min: 1, max: 8 }).map((n) => ({ reservationId: `pay_${n}#1`, paymentId: `pay_${n}` }));
const amounts = fc.integer({ min: 1, max: 1_200 }).map((amount): Units => `${BigInt(amount)}`);
const USDC = { chain: 'base', currency: 'USDC' } as const;

type Step = Pick<WalletCommand, 'type' | 'data'> & { readonly wait: number };
const wait = fc.oneof(fc.integer({ min: -HOUR, max: HOUR }), fc.integer({ min: 0, max: DAY }));
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    wait,
    type: fc.constant('ReserveFunds' as const),
    data: fc.tuple(refs, amounts).map(([ref, amount]) => ({
      ...{ ...ref, amount, currency: 'USDC' as const, candidates: ['base' as const] },
      ...{ approvalId: `apr_${ref.paymentId}`, approvalExpiresAt: AT + 100 * DAY },
    })),
  }),
  fc.record({ wait, type: fc.constant('VoidReservation' as const), data: refs }),
  fc.record({
    wait,
    type: fc.constant('PostReservation' as const),
    data: fc
      .tuple(refs, fc.option(fc.integer({ min: AT, max: AT + 10 * DAY }), { nil: undefined }))
      .map(([ref, blockAt]) => (blockAt === undefined ? ref : { ...ref, blockAt })),
  }),
  fc.record({
    wait,
    type: fc.constantFrom('ApprovePayment' as const, 'RejectPayment' as const),
    data: refs.map(({ paymentId }) => ({
      approvalId: `apr_${paymentId}`,
      approver: null,
      signature: null,
      by: ['key_1'],
    })),
  }),
  fc.record({
    wait,
    type: fc.constant('CreditWallet' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), amounts)
      .map(([n, amount]) => ({ transferId: `transfer-${n}`, ...USDC, amount, from: '0xfrom', txHash: '0xhash' })),
  }),
  fc.record({
    wait,
    type: fc.constant('CreditWallet' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), amounts, fc.constantFrom('0xsender', null))
      .map(([n, amount, sender]) => ({
        ...{ transferId: `transfer-${n}`, ...USDC, amount, from: '0xfrom', txHash: '0xhash' },
        screening: { depositId: `dep_${n}`, sender },
      })),
  }),
  fc.record({
    wait,
    type: fc.constant('RecordDepositScreening' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom<ScreeningStatus>('cleared', 'review', 'blocked'))
      .map(([n, status]) => ({ depositId: `dep_${n}`, ref: 'cpl_1', status, reason: null })),
  }),
  fc.record({
    wait,
    type: fc.constant('DecideDeposit' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('clear' as const, 'keep' as const))
      .map(([n, decision]) => ({ depositId: `dep_${n}`, decision, note: null, decidedBy: 'key_1', by: ['key_1'] })),
  }),
);

/** Commands with times that also run backwards, as they do when messages overtake each other. */
function run(
  sequence: readonly Step[],
  restart: (state: WalletState) => WalletState = (state) => state,
): WalletEvent[] {
  const events: WalletEvent[] = [created({ spendLimit: `${LIMIT}` })];
  let state = events.reduce((folded, event) => walletDecider.evolve(folded, event), walletDecider.initialState());
  let at = AT;
  sequence.forEach(({ type, data, wait: passed }, index) => {
    at += passed;
    const envelope = { id: `msg_${index}`, at, correlationId: 'req_1', account: 'acme', livemode: false };
    for (const event of walletDecider.decide({ ...envelope, type, data } as WalletCommand, state)) {
      if (event.type === 'CommandRefused') continue;
      events.push(event);
      state = walletDecider.evolve(state, event);
    }
    state = restart(state);
  });
  return events;
}

describe('a wallet, for any commands in any order', () => {
  it('credits = available + reserved + held + posted, and nothing is ever negative', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        const events = run(sequence);
        const sum = (type: WalletEvent['type']): bigint =>
          events
            .filter((event) => event.type === type)
            .reduce((total, { data }) => total + BigInt((data as { amount: Units }).amount), 0n);
        const { book } = events.reduce(
          (state, event) => walletDecider.evolve(state, event),
          walletDecider.initialState(),
        );
        const pocket = pocketOf('base', 'USDC');
        expect(book.reserved(pocket)).toBe(sum('FundsReserved') - sum('ReservationPosted') - sum('ReservationVoided'));
        expect(book.held(pocket)).toBe(sum('DepositHeld') - sum('DepositReleased'));
        expect(book.total(pocket)).toBe(sum('WalletCredited') + sum('DepositHeld') - sum('ReservationPosted'));
        expect(book.available(pocket) >= 0n && book.reserved(pocket) >= 0n && book.held(pocket) >= 0n).toBe(true);
      }),
    );
  });

  it('never has more than its limit reserved and settled without approval in any 24 hours', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        const spent = new Map<string, { readonly amount: bigint; readonly settledAt?: number }>();
        for (const { type, data } of run(sequence)) {
          if (type === 'ReservationVoided') spent.delete(data.reservationId);
          if (type === 'ReservationPosted') {
            const { reservationId: id, settledAt } = data;
            const reserved = spent.get(id);
            if (reserved !== undefined) spent.set(id, { ...reserved, settledAt });
          }
          if (type !== 'FundsReserved' || data.approvalId !== null) continue;
          spent.set(data.reservationId, { amount: BigInt(data.amount) });
          const inWindow = [...spent.values()].filter(
            ({ settledAt = data.reservedAt }) => settledAt > data.reservedAt - DAY,
          );
          expect(inWindow.reduce((total, { amount }) => total + amount, 0n) <= LIMIT).toBe(true);
        }
      }),
    );
  });

  it('is never looser than the chain, which counts what it includes in days of its own', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        const amounts = new Map<string, bigint>();
        let window = { start: -Infinity, spent: 0n };
        for (const { type, data } of run(sequence)) {
          if (type === 'FundsReserved' && data.approvalId === null) {
            amounts.set(data.reservationId, BigInt(data.amount));
          }
          const amount = type === 'ReservationPosted' ? amounts.get(data.reservationId) : undefined;
          if (type !== 'ReservationPosted' || amount === undefined) continue;
          // It was included at the latest when it settled, and blocks only go on.
          const at = Math.max(data.settledAt, window.start);
          if (at >= window.start + DAY) window = { start: at, spent: 0n };
          window = { ...window, spent: window.spent + amount };
          expect(window.spent <= LIMIT).toBe(true);
        }
      }),
    );
  });

  it('decides the same when it is loaded from a snapshot after every command', () => {
    const { snapshot } = walletDecider;
    if (snapshot === undefined) throw new Error('a wallet has snapshots');
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (sequence) => {
        expect(run(sequence, (state) => snapshot.fromJson(snapshot.toJson(state)))).toEqual(run(sequence));
      }),
    );
  });
});
