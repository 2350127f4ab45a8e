import { CHAIN_NAMES, CURRENCIES, pocketOf } from '@stablecoin/contracts';
import type { ScreeningStatus, ChainName, Currency, Units } from '@stablecoin/contracts';
import { postingsOf } from '@stablecoin/funds/domain';
import fc from 'fast-check';
import { treasuryDecider } from './decide-treasury';
import type { TreasuryCommand } from './treasury-commands';
import { movementsOf } from './ledger';
import type { FundsReserved, TreasuryEvent, TreasuryState } from './treasury';

const OPENING = 1_000n;

const refs = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 2 }))
  .map(([payment, attempt]) => ({ reservationId: `pay_${payment}#${attempt}`, paymentId: `pay_${payment}` }));
const amounts = fc.integer({ min: 1, max: 900 }).map((amount): Units => `${BigInt(amount)}`);
const chains = fc.constantFrom<ChainName>(...CHAIN_NAMES);
const currencies = fc.constantFrom<Currency>(...CURRENCIES);
const opening: Units = `${OPENING}`;
const approvalOf = ({ reservationId }: { readonly reservationId: string }) => ({
  approvalId: `apr of ${reservationId}`,
});

/** Any command at any time, with few ids so that they repeat and overtake each other. */
const commands: fc.Arbitrary<Pick<TreasuryCommand, 'type' | 'data'>> = fc.oneof(
  fc.record({
    type: fc.constant('ReserveFunds' as const),
    data: fc
      .tuple(refs, amounts, currencies, fc.uniqueArray(chains, { minLength: 1 }), fc.boolean())
      .map(([ref, amount, currency, candidates, isApproved]) => ({
        ...{ ...ref, amount, currency, candidates, opening },
        ...(isApproved && { ...approvalOf(ref), approvalExpiresAt: 30, policy: { treasuryApproval: true as const } }),
      })),
  }),
  fc.record({
    type: fc.constantFrom('ApprovePayment' as const, 'RejectPayment' as const, 'ExpireApproval' as const),
    data: refs.map((ref) => ({ ...approvalOf(ref), by: ['key_1'] })),
  }),
  fc.record({
    type: fc.constantFrom('PostReservation' as const, 'VoidReservation' as const, 'MarkOverdue' as const),
    data: refs.map((ref) => ({ ...ref, opening })),
  }),
  fc.record({
    type: fc.constant('CreditTreasury' as const),
    data: fc.tuple(fc.integer({ min: 1, max: 9 }), chains, currencies, amounts).map(([n, chain, currency, amount]) => ({
      ...{ transferId: `transfer-${n}`, chain, currency, amount, from: '0xfrom', txHash: '0xhash' },
      opening,
    })),
  }),
  fc.record({
    type: fc.constant('CreditTreasury' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), chains, currencies, amounts, fc.constantFrom('0xsender', null))
      .map(([n, chain, currency, amount, sender]) => ({
        ...{ transferId: `transfer-${n}`, chain, currency, amount, from: '0xfrom', txHash: '0xhash' },
        ...{ screening: { depositId: `dep_${n}`, sender }, opening },
      })),
  }),
  fc.record({
    type: fc.constant('RecordDepositScreening' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom<ScreeningStatus>('cleared', 'review', 'blocked'))
      .map(([n, status]) => ({ depositId: `dep_${n}`, ref: 'cpl_1', status, reason: null })),
  }),
  fc.record({
    type: fc.constant('DecideDeposit' as const),
    data: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('clear' as const, 'keep' as const))
      .map(([n, decision]) => ({ depositId: `dep_${n}`, decision, note: null, decidedBy: 'key_1', by: ['key_1'] })),
  }),
  fc.record({
    type: fc.constant('ConfigureTreasury' as const),
    data: amounts.map((total) => ({ lowBalance: { total }, opening })),
  }),
);

/** Runs commands as the command handler does, but never drops one. */
function run(
  sequence: readonly Pick<TreasuryCommand, 'type' | 'data'>[],
  restart: (state: TreasuryState) => TreasuryState,
) {
  const events: TreasuryEvent[] = [];
  let state = treasuryDecider.initialState();
  sequence.forEach(({ type, data }, index) => {
    const envelope = { id: `msg_${index}`, at: index, correlationId: 'req_1', account: 'acme', livemode: false };
    // Rule 7: the command handler lets nothing else come first.
    if (!state.opened && !treasuryDecider.firstCommands.includes(type)) return;
    for (const event of treasuryDecider.decide({ ...envelope, type, data } as TreasuryCommand, state)) {
      if (event.type === 'CommandRefused') continue;
      events.push(event);
      state = treasuryDecider.evolve(state, event);
    }
    state = restart(state);
  });
  return { events, state };
}

/** All figures of one chain and currency, added up from the events alone. */
function oracle(events: readonly TreasuryEvent[], chain: ChainName, currency: Currency) {
  const money = events.filter(
    (event): event is FundsReserved =>
      'amount' in event.data &&
      'chain' in event.data &&
      'currency' in event.data &&
      event.data.chain === chain &&
      event.data.currency === currency,
  );
  const sum = (type: string): bigint =>
    money
      .filter((event) => (event.type as string) === type)
      .reduce((total, { data }) => total + BigInt(data.amount), 0n);
  return {
    in: (events.length > 0 ? OPENING : 0n) + sum('TreasuryCredited') + sum('DepositHeld'),
    held: sum('DepositHeld') - sum('DepositReleased'),
    out: sum('ReservationPosted'),
    reserved: sum('FundsReserved') - sum('ReservationPosted') - sum('ReservationVoided'),
  };
}

describe('the ledger, for any commands in any order', () => {
  it('opening + credits = available + reserved + held + settled, nothing is ever negative, each reservation ends once', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (sequence) => {
        const { events, state } = run(sequence, (unchanged) => unchanged);
        for (const chain of CHAIN_NAMES) {
          for (const currency of CURRENCIES) {
            const pocket = pocketOf(chain, currency);
            const expected = oracle(events, chain, currency);
            expect(state.book.reserved(pocket)).toBe(expected.reserved);
            expect(state.book.held(pocket)).toBe(expected.held);
            expect(state.book.available(pocket) + expected.reserved + expected.held + expected.out).toBe(expected.in);
            expect(state.book.available(pocket) >= 0n && expected.reserved >= 0n && expected.held >= 0n).toBe(true);
          }
        }
        const ended = events.filter(({ type }) => type === 'ReservationPosted' || type === 'ReservationVoided');
        const ids = ended.map(({ data }) => (data as { reservationId: string }).reservationId);
        expect(new Set(ids).size).toBe(ids.length);
        const decided = events.filter(({ type }) => type === 'DepositReleased' || type === 'DepositKept');
        const deposits = decided.map(({ data }) => (data as { depositId: string }).depositId);
        expect(new Set(deposits).size).toBe(deposits.length);
      }),
    );
  });

  it('every entry sums to zero, and the accounts add up to the balances', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (sequence) => {
        const { events, state } = run(sequence, (unchanged) => unchanged);
        const accounts = new Map<string, bigint>();
        for (const { kind, chain, currency, amount } of events.flatMap(movementsOf)) {
          const postings = postingsOf(kind, `treasury:${chain}`, chain, BigInt(amount));
          expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
          for (const posting of postings) {
            const account = `${posting.account} ${currency}`;
            accounts.set(account, (accounts.get(account) ?? 0n) + posting.amount);
          }
        }
        for (const chain of CHAIN_NAMES) {
          for (const currency of CURRENCIES) {
            const pocket = pocketOf(chain, currency);
            expect(accounts.get(`treasury:${chain}:available ${currency}`) ?? 0n).toBe(state.book.available(pocket));
            expect(accounts.get(`treasury:${chain}:reserved ${currency}`) ?? 0n).toBe(state.book.reserved(pocket));
            expect(accounts.get(`treasury:${chain}:held ${currency}`) ?? 0n).toBe(state.book.held(pocket));
          }
        }
      }),
    );
  });

  it('a treasury loaded from a snapshot after every command decides as one that never was', () => {
    const { snapshot } = treasuryDecider;
    if (snapshot === undefined) throw new Error('a treasury has snapshots');
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), (sequence) => {
        const restarted = run(sequence, (state) => snapshot.fromJson(snapshot.toJson(state)));
        expect(restarted.events).toEqual(run(sequence, (state) => state).events);
      }),
    );
  });
});

describe('ledger accounts', () => {
  it.each([
    ['opened', 'equity:opening', 'treasury:base:available'],
    ['credited', 'external:deposits', 'treasury:base:available'],
    ['held', 'external:deposits', 'treasury:base:held'],
    ['released', 'treasury:base:held', 'treasury:base:available'],
    ['reserved', 'treasury:base:available', 'treasury:base:reserved'],
    ['posted', 'treasury:base:reserved', 'external:payments'],
    ['voided', 'treasury:base:reserved', 'treasury:base:available'],
    ['network_fee', 'relayers:base', 'external:network_fees'],
  ] as const)('%s: from %s to %s', (kind, from, to) => {
    expect(postingsOf(kind, 'treasury:base', 'base', 5n)).toEqual([
      { account: from, amount: -5n },
      { account: to, amount: 5n },
    ]);
  });
});
