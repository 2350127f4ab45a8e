import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { open, treasuryDecider } from './decide-treasury';
import type { TreasuryCommand } from './treasury-commands';
import type { FundsReserved, LowBalanceReached, ThresholdsConfigured, TreasuryEvent } from './treasury';
import { balancesFrom } from './treasury';

const AT = Date.UTC(2026, 0, 1);
const OPENING: Units = '1000000';
const opened = open(OPENING);
const first = { reservationId: 'pay_1#1', paymentId: 'pay_1' };
const second = { reservationId: 'pay_1#2', paymentId: 'pay_1' };
const BASE_USDC = { chain: 'base', currency: 'USDC' } as const;

function command<Type extends TreasuryCommand['type']>(
  type: Type,
  data: Extract<TreasuryCommand, { type: Type }>['data'],
): TreasuryCommand {
  const envelope = { id: 'msg_1', at: AT, correlationId: 'req_1', account: 'acme', livemode: false };
  return { ...envelope, type, data } as TreasuryCommand;
}

function reserve(amount: Units, candidates: readonly ChainName[] = ['base'], currency: Currency = 'USDC', ref = first) {
  return command('ReserveFunds', { ...ref, amount, currency, candidates, opening: OPENING });
}
const post = (ref = first) => command('PostReservation', ref);
const giveBack = (ref = first) => command('VoidReservation', { ...ref, opening: OPENING });
const credit = (amount: Units, transferId = 'transfer-1') =>
  command('CreditTreasury', {
    ...{ transferId, ...BASE_USDC, amount, from: '0xfrom', txHash: '0xhash' },
    opening: OPENING,
  });
const configure = (lowBalance: Extract<TreasuryCommand, { type: 'ConfigureTreasury' }>['data']['lowBalance']) =>
  command('ConfigureTreasury', { lowBalance, opening: OPENING });

const reserved = (amount: Units, chain: ChainName = 'base', ref = first): FundsReserved => ({
  type: 'FundsReserved',
  data: { ...ref, chain, currency: 'USDC', amount },
});
const posted = (amount: Units, ref = first): TreasuryEvent => ({
  type: 'ReservationPosted',
  data: { ...ref, ...BASE_USDC, amount },
});
const voided = (amount: Units, ref = first): TreasuryEvent => ({
  type: 'ReservationVoided',
  data: { ...ref, ...BASE_USDC, amount },
});
const voidRemembered: TreasuryEvent = { type: 'VoidRemembered', data: first };
const credited = (amount: Units, transferId = 'transfer-1'): TreasuryEvent => ({
  type: 'TreasuryCredited',
  data: { transferId, ...BASE_USDC, amount, from: '0xfrom', txHash: '0xhash' },
});
const configured = (thresholds: Partial<ThresholdsConfigured['data']['thresholds']>): ThresholdsConfigured => ({
  type: 'ThresholdsConfigured',
  data: { thresholds: { total: null, base: null, ethereum: null, solana: null, ...thresholds } },
});

describe('opening a treasury', () => {
  it('opens with its first command, and then does what the command asks', () => {
    given(treasuryDecider).when(reserve('400')).then(opened, reserved('400'));
    given(treasuryDecider).when(giveBack()).then(opened, voidRemembered);
    given(treasuryDecider).when(credit('5')).then(opened, credited('5'));
    given(treasuryDecider).when(configure({})).then(opened, configured({}));
  });

  it('refuses the first command by what it opens with', () => {
    const message = 'The treasury has no 2.00 USDC available on one chain: base has 1.00.';
    given(treasuryDecider)
      .when(reserve('2000000'))
      .then(opened, { type: 'ReservationRefused', data: { ...first, code: 'insufficient_balance', message } });
  });

  it('protocol rule 7: takes as a first command whatever may come before all others', () => {
    expect(treasuryDecider.firstCommands).toEqual([
      'ReserveFunds',
      'PostFound',
      'BookTransfer',
      'VoidReservation',
      'CreditTreasury',
      'ConfigureTreasury',
      'OpenChain',
    ]);
  });
});

describe('Routing: the treasury reserves on the first candidate that holds enough', () => {
  it('takes the first candidate, up to the last unit', () => {
    given(treasuryDecider, opened)
      .when(reserve('1000000', ['base', 'ethereum']))
      .then(reserved('1000000'));
  });

  it('takes the next where the first does not hold enough', () => {
    given(treasuryDecider, opened, reserved('1', 'base', second))
      .when(reserve('1000000', ['base', 'ethereum']))
      .then(reserved('1000000', 'ethereum'));
  });

  it('never splits a payment over chains: 402, and the message says which chain has what', () => {
    const message = 'The treasury has no 1.500000 USDC available on one chain: base has 0.50, ethereum has 1.00.';
    given(treasuryDecider, opened, reserved('500000', 'base', second))
      .when(reserve('1500000', ['base', 'ethereum']))
      .then({
        type: 'ReservationRefused',
        data: { ...first, code: 'insufficient_balance', message: message.replace('1.500000', '1.50') },
      });
  });

  it('keeps the currencies apart', () => {
    given(treasuryDecider, opened, reserved('1000000', 'base', second))
      .when(reserve('1000000', ['base'], 'EURC'))
      .then({
        type: 'FundsReserved',
        data: { ...first, chain: 'base', currency: 'EURC', amount: '1000000' },
      });
  });
});

describe('protocol rule 11: a reservation is one attempt', () => {
  it('closes one attempt and leaves the other', () => {
    const refs = [reserved('300'), reserved('400', 'base', second)];
    given(treasuryDecider, opened, ...refs)
      .when(giveBack(first))
      .then(voided('300'));
    given(treasuryDecider, opened, ...refs, voided('300'))
      .when(post(second))
      .then(posted('400', second));
  });

  it('the Void of the first attempt does not refuse the Reserve of the second', () => {
    given(treasuryDecider, opened, voidRemembered)
      .when(reserve('5', ['base'], 'USDC', second))
      .then(reserved('5', 'base', second));
  });
});

describe('two phases: reserve, then post or void', () => {
  it('posts and voids what is open, once', () => {
    given(treasuryDecider, opened, reserved('300')).when(post()).then(posted('300'));
    given(treasuryDecider, opened, reserved('300')).when(giveBack()).then(voided('300'));
    given(treasuryDecider, opened, reserved('300'), posted('300')).when(post()).then();
    given(treasuryDecider, opened, reserved('300'), posted('300')).when(giveBack()).then();
    given(treasuryDecider, opened, reserved('300'), voided('300')).when(post()).then();
    given(treasuryDecider, opened, reserved('300'), voided('300')).when(giveBack()).then();
  });

  it('makes what is voided available again, and what is posted not', () => {
    given(treasuryDecider, opened, reserved('1000000'), voided('1000000'))
      .when(reserve('1000000', ['base'], 'USDC', second))
      .then(reserved('1000000', 'base', second));
    given(treasuryDecider, opened, reserved('1000000'), posted('1000000'))
      .when(reserve('1', ['base', 'solana'], 'USDC', second))
      .then(reserved('1', 'solana', second));
  });
});

describe('protocol rules 4 and 13: closed and voided ids are remembered', () => {
  it('reserves no id twice, open or closed', () => {
    given(treasuryDecider, opened, reserved('300')).when(reserve('300')).then();
    given(treasuryDecider, opened, reserved('300'), posted('300')).when(reserve('300')).then();
    given(treasuryDecider, opened, reserved('300'), voided('300')).when(reserve('300')).then();
  });

  it('a Void without its reservation is remembered, once, and refuses the Reserve that comes late', () => {
    given(treasuryDecider, opened).when(giveBack()).then(voidRemembered);
    given(treasuryDecider, opened, voidRemembered).when(giveBack()).then();
    given(treasuryDecider, opened, voidRemembered).when(reserve('300')).then();
  });

  it('a Post without its reservation is nothing', () => {
    given(treasuryDecider, opened).when(post()).then();
  });

  it('credits a transfer once, also under another command', () => {
    given(treasuryDecider, opened, credited('5')).when(credit('5')).then();
    given(treasuryDecider, opened, credited('5')).when(credit('5', 'transfer-2')).then(credited('5', 'transfer-2'));
  });
});

describe('protocol rule 12: the treasury never voids by itself', () => {
  it('tells of a reservation that is overdue, again and again while it is open, and of no other', () => {
    const overdue: TreasuryEvent = { type: 'ReservationOverdue', data: first };
    given(treasuryDecider, opened, reserved('300')).when(command('MarkOverdue', first)).then(overdue);
    given(treasuryDecider, opened, reserved('300'), overdue).when(command('MarkOverdue', first)).then(overdue);
    given(treasuryDecider, opened, reserved('300'), posted('300')).when(command('MarkOverdue', first)).then();
  });
});

describe('Treasury settings', () => {
  it('leaves alone what is not named and removes what is null', () => {
    given(treasuryDecider, opened, configured({ total: '9', base: '5' }))
      .when(configure({ chains: { base: null, solana: '7' } }))
      .then(configured({ total: '9', solana: '7' }));
  });

  it('answers also when nothing changes', () => {
    given(treasuryDecider, opened, configured({ total: '9' }))
      .when(configure({ total: '9' }))
      .then(configured({ total: '9' }));
  });
});

describe('Low balance: one crossing is one event', () => {
  const low = (scope: 'total' | 'base', threshold: Units, balance: Units, base: Units, baseReserved: Units) =>
    ({
      type: 'LowBalanceReached',
      data: {
        scope,
        threshold,
        balance,
        available: balancesFrom((chain, currency) => (chain === 'base' && currency === 'USDC' ? base : OPENING)),
        reserved: balancesFrom((chain, currency) => (chain === 'base' && currency === 'USDC' ? baseReserved : '0')),
      },
    }) satisfies LowBalanceReached;
  const watched = configured({ base: '1000000' });
  const crossed = low('base', '1000000', '999700', '999700', '0');
  const cleared: TreasuryEvent = { type: 'LowBalanceCleared', data: { scope: 'base' } };

  it('is raised by what leaves, not by what is reserved, with all balances as they are then', () => {
    given(treasuryDecider, opened, watched).when(reserve('300')).then(reserved('300'));
    given(treasuryDecider, opened, watched, reserved('300'), reserved('50', 'base', second))
      .when(post())
      .then(posted('300'), low('base', '1000000', '999700', '999650', '50'));
  });

  it('is not raised at the threshold itself', () => {
    given(treasuryDecider, opened, configured({ base: '999700' }), reserved('300'))
      .when(post())
      .then(posted('300'));
  });

  it('is raised once per crossing', () => {
    given(treasuryDecider, opened, watched, reserved('300'), posted('300'), crossed, reserved('100', 'base', second))
      .when(post(second))
      .then(posted('100', second));
  });

  it('is armed again only one hundredth above the threshold', () => {
    const history = [opened, watched, reserved('300'), posted('300'), crossed];
    given(treasuryDecider, ...history)
      .when(credit('10299'))
      .then(credited('10299'));
    given(treasuryDecider, ...history)
      .when(credit('10300'))
      .then(credited('10300'), cleared);
    given(treasuryDecider, ...history, credited('10300'), cleared, reserved('10001', 'base', second))
      .when(post(second))
      .then(posted('10001', second), low('base', '1000000', '999999', '999999', '0'));
  });

  it('is raised at once by a threshold above the balance, and armed anew by another threshold', () => {
    given(treasuryDecider, opened)
      .when(configure({ total: '3000001' }))
      .then(configured({ total: '3000001' }), low('total', '3000001', '3000000', OPENING, '0'));
    given(treasuryDecider, opened, configured({ total: '3000001' }), low('total', '3000001', '3000000', OPENING, '0'))
      .when(configure({ total: '3000001' }))
      .then(configured({ total: '3000001' }));
    given(treasuryDecider, opened, configured({ total: '3000001' }), low('total', '3000001', '3000000', OPENING, '0'))
      .when(configure({ total: '3000002' }))
      .then(configured({ total: '3000002' }), low('total', '3000002', '3000000', OPENING, '0'));
  });

  it('watches the total and each chain apart', () => {
    given(treasuryDecider, opened, configured({ total: '3000000', base: '1000000' }), reserved('300'))
      .when(post())
      .then(
        posted('300'),
        low('total', '3000000', '2999700', '999700', '0'),
        low('base', '1000000', '999700', '999700', '0'),
      );
  });

  it('does not count EURC', () => {
    const eurc = { ...first, chain: 'base', currency: 'EURC', amount: '300' } as const;
    given(treasuryDecider, opened, watched, { type: 'FundsReserved', data: eurc })
      .when(post())
      .then({ type: 'ReservationPosted', data: eurc });
  });
});
