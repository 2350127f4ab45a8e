import { given } from '@stablecoin/event-sourcing/testing';
import { pocketOf } from '@stablecoin/contracts';
import type { Units } from '@stablecoin/contracts';
import { open, treasuryDecider } from './decide-treasury';
import type { TreasuryCommand } from './treasury-commands';
import { movementsOf } from './ledger';
import type { ChainReading } from './reconciliation';
import { evolveTreasury, initialTreasury } from './treasury';
import { SET_ASIDE_MAX } from './followed-chains';
import { treasurySnapshots } from './treasury-snapshots';
import type { TreasuryCredited, TreasuryEvent } from './treasury';
import type { BalanceDiffered, ChainOpened, DepositsFollowed } from './followed-chains';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ref = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const BASE_USDC = { chain: 'base', currency: 'USDC' } as const;
const opened = open('0');
const books = { chain: 'base', address: ADDRESS, cursor: '100', balances: { USDC: '1000', EURC: '0' } } as const;
const chainOpened: ChainOpened = { type: 'ChainOpened', data: books };
const reserved = (amount: Units): TreasuryEvent => ({ type: 'FundsReserved', data: { ...ref, ...BASE_USDC, amount } });
const posted = (amount: Units): TreasuryEvent => ({
  type: 'ReservationPosted',
  data: { ...ref, ...BASE_USDC, amount },
});
const credited = (amount: Units, transferId = 'base:0xhash:1'): TreasuryCredited => ({
  type: 'TreasuryCredited',
  data: { transferId, ...BASE_USDC, amount, from: '0xfrom', txHash: '0xhash' },
});
const followed = (cursor: string): DepositsFollowed => ({ type: 'DepositsFollowed', data: { chain: 'base', cursor } });

function command<Type extends TreasuryCommand['type']>(
  type: Type,
  data: Extract<TreasuryCommand, { type: Type }>['data'],
): TreasuryCommand {
  const envelope = { id: 'look_1', at: 0, correlationId: 'look_1', account: 'acme', livemode: true };
  return { ...envelope, type, data } as TreasuryCommand;
}
const openChain = (data: ChainOpened['data'] = books) => command('OpenChain', { ...data, opening: '0' });
const follow = (after: string, cursor: string, deposits: readonly TreasuryCredited[] = []) =>
  command('FollowDeposits', {
    ...{ chain: 'base', after, cursor },
    deposits: deposits.map(({ data: { transferId, currency, amount, from, txHash } }) => ({
      ...{ transferId, currency, amount, from, txHash },
    })),
  });
const reconcile = (usdc: Units, changes: Partial<ChainReading> = {}) =>
  command('ReconcileBalances', {
    chain: 'base',
    cursor: '100',
    balances: { USDC: usdc, EURC: '0' },
    laterDeposits: [],
    postedBefore: { USDC: '0', EURC: '0' },
    ...changes,
  });
const differed = (
  onChain: Units,
  difference: Units,
  changes: Partial<BalanceDiffered['data']> = {},
): BalanceDiffered => ({
  type: 'BalanceDiffered',
  data: { ...BASE_USDC, onChain, least: '1000', most: '1000', difference, ...changes },
});
const reconciled: TreasuryEvent = { type: 'BalanceReconciled', data: BASE_USDC };

describe('a transaction that was set aside', () => {
  const data = { txHash: '0xhash', block: 5, reason: 'its version is above 1' };
  const aside: TreasuryEvent = { type: 'TransactionSetAside', data: { chain: 'base', ...data } };
  const read: TreasuryEvent = { type: 'SetAsideRead', data: { chain: 'base', txHash: '0xhash' } };
  const { transferId, currency, amount, from, txHash } = credited('7').data;
  const deposits = [{ transferId, currency, amount, from, txHash }];
  const creditSetAside = command('CreditSetAside', { chain: 'base', txHash, deposits });

  it('is recorded with the cursor that passes it, and credited once, when it is read', () => {
    const page = { chain: 'base', after: '100', cursor: '120', deposits: [], setAside: [data] } as const;
    const before = [opened, chainOpened];
    given(treasuryDecider, ...before)
      .when(command('FollowDeposits', page))
      .then(aside, followed('120'));
    given(treasuryDecider, ...before, aside, followed('120'))
      .when(creditSetAside)
      .then(credited('7'), read);
    given(treasuryDecider, ...before, aside, followed('120'), credited('7'), read)
      .when(creditSetAside)
      .then();
    given(treasuryDecider, ...before, followed('120'))
      .when(creditSetAside)
      .then();
  });

  it('is remembered by snapshots, of each chain up to a bound', () => {
    const many = Array.from({ length: SET_ASIDE_MAX + 1 }, (_, index): TreasuryEvent => ({
      type: 'TransactionSetAside',
      data: { chain: 'base', ...data, txHash: `0x${index}` },
    }));
    const state = [opened, chainOpened, ...many].reduce(evolveTreasury, initialTreasury());
    expect(state.setAside.get('base')?.size).toBe(SET_ASIDE_MAX);
    const restored = treasurySnapshots.fromJson(treasurySnapshots.toJson(state));
    expect(restored.setAside).toEqual(state.setAside);
  });
});

describe('opening the books of a chain', () => {
  it('they begin with what is final there, in a treasury that nothing has opened before', () => {
    given(treasuryDecider).when(openChain()).then(opened, chainOpened);
  });

  it('opens the books once: a later reading changes nothing', () => {
    given(treasuryDecider, opened, chainOpened)
      .when(openChain({ ...books, cursor: '120' }))
      .then();
  });

  it('one chain does not open another', () => {
    const onSolana = { ...books, chain: 'solana' } as const;
    given(treasuryDecider, opened, chainOpened).when(openChain(onSolana)).then({ type: 'ChainOpened', data: onSolana });
  });

  it('what they begin with is available', () => {
    const request = { ...ref, amount: '1000', currency: 'USDC', candidates: ['base'], opening: '0' } as const;
    given(treasuryDecider, opened, chainOpened).when(command('ReserveFunds', request)).then(reserved('1000'));
  });
});

describe('following deposits', () => {
  it('credits a page and moves the cursor behind it, together', () => {
    given(treasuryDecider, opened, chainOpened)
      .when(follow('100', '110', [credited('5'), credited('7', 'base:0xhash:2')]))
      .then(credited('5'), credited('7', 'base:0xhash:2'), followed('110'));
  });

  it('protocol rule 4: a page that was read from another cursor is late, and credits nothing', () => {
    const events = [opened, chainOpened, credited('5'), followed('110')];
    given(treasuryDecider, ...events)
      .when(follow('100', '110', [credited('5')]))
      .then();
    given(treasuryDecider, ...events)
      .when(follow('100', '130', [credited('5'), credited('7', 'base:0xhash:2')]))
      .then();
  });

  it('protocol rule 4: a transfer counts once, also when the chain tells of it on two pages', () => {
    given(treasuryDecider, opened, chainOpened, credited('5'), followed('110'))
      .when(follow('110', '120', [credited('5'), credited('7', 'base:0xhash:2')]))
      .then(credited('7', 'base:0xhash:2'), followed('120'));
  });

  it('a chain without books has no deposits', () => {
    given(treasuryDecider, opened)
      .when(follow('100', '110', [credited('5')]))
      .then();
  });

  it('moves only the cursor when there are no deposits', () => {
    given(treasuryDecider, opened, chainOpened).when(follow('100', '110')).then(followed('110'));
    given(treasuryDecider, opened, chainOpened).when(follow('100', '100')).then();
  });

  it('a transfer of nothing is none', () => {
    given(treasuryDecider, opened, chainOpened)
      .when(follow('100', '110', [credited('0')]))
      .then(followed('110'));
  });

  it('an alarm is cleared by what comes in', () => {
    const low = { scope: 'base', threshold: '1100', balance: '1000' } as const;
    const events = [
      opened,
      chainOpened,
      {
        type: 'ThresholdsConfigured',
        data: { thresholds: { total: null, base: '1100', ethereum: null, solana: null } },
      },
      { type: 'LowBalanceReached', data: { ...low, available: opened.data.balances, reserved: opened.data.balances } },
    ] satisfies TreasuryEvent[];
    given(treasuryDecider, ...events)
      .when(follow('100', '110', [credited('200')]))
      .then(credited('200'), followed('110'), { type: 'LowBalanceCleared', data: { scope: 'base' } });
  });
});

describe('comparing the books with the chain', () => {
  const atRest = [opened, chainOpened];

  it('tells what is missing and what is too much, and changes no balance', () => {
    given(treasuryDecider, ...atRest)
      .when(reconcile('1000'))
      .then();
    given(treasuryDecider, ...atRest)
      .when(reconcile('999'))
      .then(differed('999', '-1'));
    given(treasuryDecider, ...atRest)
      .when(reconcile('1001'))
      .then(differed('1001', '1'));
  });

  it('each difference once, another one anew, and its end', () => {
    const told = [...atRest, differed('999', '-1')];
    given(treasuryDecider, ...told)
      .when(reconcile('999'))
      .then();
    given(treasuryDecider, ...told)
      .when(reconcile('990'))
      .then(differed('990', '-10'));
    given(treasuryDecider, ...told)
      .when(reconcile('1000'))
      .then(reconciled);
    given(treasuryDecider, ...told, reconciled)
      .when(reconcile('1000'))
      .then();
  });

  it('what is reserved may have left the chain or not, and no more than that', () => {
    const underWay = [...atRest, reserved('300')];
    for (const held of ['1000', '850', '700'] as const)
      given(treasuryDecider, ...underWay)
        .when(reconcile(held))
        .then();
    given(treasuryDecider, ...underWay)
      .when(reconcile('699'))
      .then(differed('699', '-1', { least: '700' }));
    given(treasuryDecider, ...underWay)
      .when(reconcile('1001'))
      .then(differed('1001', '1', { least: '700' }));
  });

  it('what was posted after the block that was read is still in it, and what was posted before is not', () => {
    const paid = [...atRest, reserved('300'), posted('300')];
    given(treasuryDecider, ...paid)
      .when(reconcile('1000'))
      .then();
    given(treasuryDecider, ...paid)
      .when(reconcile('700'))
      .then();
    const longAgo = { postedBefore: { USDC: '300', EURC: '0' } } as const;
    given(treasuryDecider, ...paid)
      .when(reconcile('700', longAgo))
      .then();
    given(treasuryDecider, ...paid)
      .when(reconcile('1000', longAgo))
      .then(differed('1000', '300', { least: '700', most: '700' }));
  });

  it('says nothing of too much while it is not known what was posted when, and still finds what is missing', () => {
    given(treasuryDecider, ...atRest)
      .when(reconcile('5000', { postedBefore: null }))
      .then();
    given(treasuryDecider, ...atRest)
      .when(reconcile('999', { postedBefore: null }))
      .then(differed('999', '-1', { most: null }));
  });

  it('a deposit after the block that was read is not in it, though it is credited', () => {
    const events = [...atRest, credited('50'), followed('110')];
    const later = {
      cursor: '110',
      laterDeposits: [{ transferId: 'base:0xhash:1', currency: 'USDC', amount: '50' }],
    } as const;
    given(treasuryDecider, ...events)
      .when(reconcile('1000', later))
      .then();
    given(treasuryDecider, ...events)
      .when(reconcile('1050', later))
      .then(differed('1050', '50'));
    // One that is not credited yet is in neither.
    const next = { laterDeposits: [{ transferId: 'base:0xhash:9', currency: 'USDC', amount: '50' }] } as const;
    given(treasuryDecider, ...atRest)
      .when(reconcile('1000', next))
      .then();
  });

  it('protocol rule 5: books that have gone on since the chain was read are not compared with it', () => {
    given(treasuryDecider, ...atRest, credited('50'), followed('110'))
      .when(reconcile('1000'))
      .then();
  });
});

describe('what sending has cost', () => {
  const fee = { submission: '0xsubmission', chain: 'base', amount: '4200000000000', transactions: ['0xhash'] } as const;
  const book = command('BookNetworkFee', fee);
  const paid: TreasuryEvent = { type: 'NetworkFeePaid', data: { ...fee, coin: 'ETH' } };

  it('is booked once for each submission, in the coin of its chain', () => {
    given(treasuryDecider, opened, chainOpened).when(book).then(paid);
    given(treasuryDecider, opened, chainOpened, paid).when(book).then();
    given(treasuryDecider, opened, chainOpened, paid)
      .when(command('BookNetworkFee', { ...fee, submission: '5o1', chain: 'solana', amount: '15000' }))
      .then({
        type: 'NetworkFeePaid',
        data: { ...fee, submission: '5o1', chain: 'solana', coin: 'SOL', amount: '15000' },
      });
  });

  it('adds up by chain over a snapshot, changes no balance, and is an entry of the ledger in its own coin', () => {
    const other: TreasuryEvent = { type: 'NetworkFeePaid', data: { ...fee, coin: 'ETH', submission: '0xother' } };
    const before = [opened, chainOpened].reduce(evolveTreasury, initialTreasury());
    const balance = before.book.balance(pocketOf('base', 'USDC'));
    const state = [paid, other].reduce(evolveTreasury, before);
    const restored = treasurySnapshots.fromJson(treasurySnapshots.toJson(state));
    expect(restored.networkFees).toEqual(new Map([['base', 8_400_000_000_000n]]));
    expect(treasuryDecider.decide(book, restored)).toEqual([]);
    expect(restored.book.balance(pocketOf('base', 'USDC'))).toBe(balance);
    expect(movementsOf(paid)).toEqual([
      { kind: 'network_fee', chain: 'base', currency: 'ETH', amount: fee.amount, paymentId: null },
    ]);
  });
});

describe('deposits whose sender is screened', () => {
  const deposit = { depositId: 'dep_1', sender: '0xfrom' };
  const money = { transferId: 'base:0xhash:1', ...BASE_USDC, amount: '20', from: '0xfrom', txHash: '0xhash' } as const;
  const held: TreasuryEvent = { type: 'DepositHeld', data: { ...deposit, ...money, heldAt: 0 } };
  const page = command('FollowDeposits', {
    ...{ chain: 'base', after: '100', cursor: '120' },
    deposits: [{ ...money, screening: deposit }],
  });

  it('are held in the append that moves the cursor, once', () => {
    given(treasuryDecider, opened, chainOpened).when(page).then(held, followed('120'));
    given(treasuryDecider, opened, chainOpened, held, followed('120')).when(page).then();
  });

  it('are not available, and are on the chain: neither more nor less is a difference', () => {
    const events = [opened, chainOpened, held];
    given(treasuryDecider, ...events)
      .when(reconcile('1020'))
      .then();
    given(treasuryDecider, ...events)
      .when(reconcile('1019'))
      .then(differed('1019', '-1', { least: '1020', most: '1020' }));
    given(treasuryDecider, ...events)
      .when(reconcile('1021'))
      .then(differed('1021', '1', { least: '1020', most: '1020' }));
  });

  it('raise a balance above its threshold when they are released, not before', () => {
    const configured = command('ConfigureTreasury', { lowBalance: { total: '1001' }, opening: '0' });
    const low = treasuryDecider
      .decide(configured, [opened, chainOpened].reduce(evolveTreasury, initialTreasury()))
      .filter((event) => event.type !== 'CommandRefused');
    expect(low.map(({ type }) => type)).toEqual(['ThresholdsConfigured', 'LowBalanceReached']);
    given(treasuryDecider, opened, chainOpened, ...low)
      .when(page)
      .then(held, followed('120'));
    const cleared = command('RecordDepositScreening', {
      depositId: 'dep_1',
      ref: 'cpl_1',
      status: 'cleared',
      reason: null,
    });
    given(treasuryDecider, opened, chainOpened, ...low, held)
      .when(cleared)
      .then(
        { type: 'DepositReleased', data: { ...deposit, ...money, heldAt: 0, ref: 'cpl_1' } },
        { type: 'LowBalanceCleared', data: { scope: 'total' } },
      );
  });
});
