import { given } from '@stablecoin/event-sourcing/testing';
import { ForeignWalletError, walletDecider } from './decide-wallet';
import type { WalletEvent } from './wallet-events';
import {
  AT,
  DAY,
  HOUR,
  approvalId,
  approvalRequested,
  command,
  created,
  credited,
  first,
  posted,
  profile,
  reserve,
  reserved,
  second,
  snapshot,
  voided,
} from '../testing/wallet-fixture';
import { walletStreams } from './streams';

const requested: WalletEvent = { type: 'WalletRequested', data: profile };
const voidRemembered: WalletEvent = { type: 'VoidRemembered', data: first };
const post = (ref = first) => command('PostReservation', ref);
const giveBack = (ref = first) => command('VoidReservation', ref);
const funded = [created(), credited('10000')];

describe('POST /wallets: compliance auto verifies the owner', () => {
  const create = (changes: { compliance?: 'auto' | 'skip'; approvers?: string[]; approvalThreshold?: number } = {}) => {
    const { walletId, address, owner, chain, spendLimit, label, approvers, approvalThreshold } = profile;
    const rules = { spendLimit, approvers, approvalThreshold, compliance: 'auto' as const, ...changes };
    return command('CreateWallet', { walletId, address, owner, chain, label, ...rules });
  };
  const verified = (status: 'cleared' | 'review' | 'blocked', reason: string | null = null) =>
    command('RecordVerification', { ref: 'cpl_1', status, reason });

  it('asks for verification, and comes to be when the owner is cleared', () => {
    given(walletDecider).when(create()).then(requested);
    given(walletDecider, requested).when(verified('cleared')).then(created());
  });

  it('comes to be at once when verification is skipped', () => {
    given(walletDecider)
      .when(create({ compliance: 'skip' }))
      .then({ type: 'WalletCreated', data: { ...profile, complianceRef: null } });
  });

  it('does not come to be when the owner is blocked', () => {
    const message = 'The document of agent:buyer is forged.';
    given(walletDecider, requested)
      .when(verified('blocked', message))
      .then({ type: 'WalletRefused', data: { walletId: 'wal_1', complianceRef: 'cpl_1', message } });
  });

  it('waits for a review, which activates or rejects it', () => {
    const inReview = { type: 'WalletInReview', data: { walletId: 'wal_1', complianceRef: 'cpl_1' } } as const;
    given(walletDecider, requested).when(verified('review')).then(inReview);
    given(walletDecider, requested, inReview).when(verified('review')).then();
    given(walletDecider, requested, inReview)
      .when(verified('cleared'))
      .then({ ...created(), data: { ...created().data, reviewed: true } });
    const refused = {
      type: 'WalletRefused',
      data: { walletId: 'wal_1', complianceRef: 'cpl_1', message: 'A reviewer blocked it.' },
    } as const;
    given(walletDecider, requested, inReview).when(verified('blocked', 'A reviewer blocked it.')).then(refused);
    given(walletDecider, requested, inReview, refused).when(verified('cleared')).then();
  });

  it('protocol rule 6: takes nothing late', () => {
    given(walletDecider, created()).when(verified('blocked')).then();
    given(walletDecider, created()).when(create()).then();
    given(walletDecider, requested).when(create()).then();
  });

  it('refuses a threshold that its approvers cannot reach', () => {
    given(walletDecider)
      .when(create({ approvers: ['0xa'], approvalThreshold: 2 }))
      .thenRefused('invalid_request', 'approval_threshold');
    given(walletDecider)
      .when(create({ approvalThreshold: 2 }))
      .thenRefused('invalid_request', 'approval_threshold');
  });

  it('protocol rule 7: only a creation and a Void may come first', () => {
    expect(walletDecider.firstCommands).toEqual(['CreateWallet', 'VoidReservation']);
  });
});

describe("another tenant's wallet", () => {
  it.each([
    ['another account', { account: 'other' }],
    ['the other mode', { livemode: true }],
  ])('takes no command of %s', (_, tenant) => {
    const foreign = { ...reserve('1'), ...tenant };
    given(walletDecider, ...funded)
      .when(foreign)
      .thenThrows('came from another tenant');
    expect(new ForeignWalletError('no').retry).toBe('never');
  });
});

describe('two phases: reserve, then post or void', () => {
  it('reserves up to what is available, and refuses more', () => {
    const rich = [created({ spendLimit: null }), credited('500')];
    given(walletDecider, ...rich)
      .when(reserve('500'))
      .then(reserved('500'));
    given(walletDecider, ...rich, reserved('100', second))
      .when(reserve('500'))
      .then({
        type: 'ReservationRefused',
        data: {
          ...first,
          code: 'insufficient_balance',
          message: 'The wallet has less than 0.0005 USDC available: 0.0004 on base.',
          approvalId: null,
        },
      });
  });

  it('posts and voids what is open, once', () => {
    const open = [...funded, reserved('300')];
    given(walletDecider, ...open)
      .when(post())
      .then(posted('300'));
    given(walletDecider, ...open)
      .when(giveBack())
      .then(voided('300'));
    for (const ended of [posted('300'), voided('300')]) {
      given(walletDecider, ...open, ended)
        .when(post())
        .then();
      given(walletDecider, ...open, ended)
        .when(giveBack())
        .then();
    }
  });

  it('protocol rules 4, 11 and 13: no id is reserved twice, and a Void that comes first refuses its Reserve only', () => {
    given(walletDecider, ...funded, reserved('300'))
      .when(reserve('300'))
      .then();
    given(walletDecider, ...funded, reserved('300'), posted('300'))
      .when(reserve('300'))
      .then();
    given(walletDecider, ...funded)
      .when(giveBack())
      .then(voidRemembered);
    given(walletDecider, ...funded, voidRemembered)
      .when(giveBack())
      .then();
    given(walletDecider, ...funded, voidRemembered)
      .when(reserve('300'))
      .then();
    given(walletDecider, ...funded, voidRemembered)
      .when(reserve('300', { ...first, reservationId: 'pay_1#2' }))
      .then(reserved('300', { ...first, reservationId: 'pay_1#2' }));
    given(walletDecider, ...funded)
      .when(post())
      .then();
  });

  it('protocol rule 12: tells of what is overdue and never voids by itself', () => {
    given(walletDecider, ...funded, reserved('300'))
      .when(command('MarkOverdue', first))
      .then({ type: 'ReservationOverdue', data: first });
    given(walletDecider, ...funded)
      .when(command('MarkOverdue', first))
      .then();
  });
});

describe('Spend limit', () => {
  it('checks the balance first', () => {
    given(walletDecider, created(), credited('100'))
      .when(reserve('5000'))
      .then({
        type: 'ReservationRefused',
        data: {
          ...first,
          code: 'insufficient_balance',
          message: 'The wallet has less than 0.005 USDC available: 0.0001 on base.',
          approvalId: null,
        },
      });
  });

  it('lets exactly the limit pass, and asks for approval one unit above it', () => {
    given(walletDecider, ...funded)
      .when(reserve('1000'))
      .then(reserved('1000'));
    given(walletDecider, ...funded)
      .when(reserve('1001'))
      .then(approvalRequested('1001', snapshot({ balances: { USDC: '10000', EURC: '0' } })));
  });

  it.each([
    ['is reserved', []],
    ['settled in the last 24 h', [posted('300', second)]],
  ])('counts what %s', (_, after) => {
    const spent = [...funded, reserved('300', second), ...after];
    given(walletDecider, ...spent)
      .when(reserve('700'))
      .then(reserved('700'));
    given(walletDecider, ...spent)
      .when(reserve('701'))
      .then(
        approvalRequested(
          '701',
          snapshot({ balances: { USDC: after.length === 0 ? '10000' : '9700', EURC: '0' }, spent24h: '300' }),
        ),
      );
  });

  it('a void gives it back', () => {
    given(walletDecider, ...funded, reserved('300', second), voided('300', second))
      .when(reserve('1000'))
      .then(reserved('1000'));
  });

  it('counts an amount for 24 hours from its settlement, the last moment excluded', () => {
    const settledAt = AT + 2 * DAY;
    const history = [...funded, reserved('1000', second), posted('1000', second, settledAt)];
    const wallet = snapshot({ balances: { USDC: '9000', EURC: '0' }, spent24h: '1000' });
    const { data } = approvalRequested('1', wallet);
    for (const at of [settledAt, settledAt + DAY - 1]) {
      given(walletDecider, ...history)
        .when(reserve('1', first, at))
        .then({ type: 'ApprovalRequested', data: { ...data, expiresAt: at + DAY } });
    }
    given(walletDecider, ...history)
      .when(reserve('1000', first, settledAt + DAY))
      .then(reserved('1000', first, settledAt + DAY));
  });

  it('counts a payment for as long as it is reserved, however long that is', () => {
    const wallet = snapshot({ balances: { USDC: '10000', EURC: '0' }, spent24h: '1000' });
    const at = AT + 5 * DAY;
    given(walletDecider, ...funded, reserved('1000', second))
      .when(reserve('1', first, at))
      .then({
        ...approvalRequested('1', wallet),
        data: { ...approvalRequested('1', wallet).data, expiresAt: at + DAY },
      });
  });

  it.each([
    ['our time', AT + 50, undefined, AT + 50],
    ["the block's, where that is ahead", AT + 50, AT + 80, AT + 80],
    ['our time, where the message came later', AT + 90, AT + 80, AT + 90],
  ])('a payment has settled at %s', (_, at, blockAt, settledAt) => {
    given(walletDecider, ...funded, reserved('300'))
      .when(command('PostReservation', blockAt === undefined ? first : { ...first, blockAt }, at))
      .then(posted('300', first, settledAt));
  });

  it('an event of an earlier version has settled when it was posted', () => {
    const { settledAt: _, ...data } = posted('300').data as { readonly settledAt: number };
    const metadata = { commandId: 'c1', at: AT + 7, correlationId: 'r1', account: 'acme', livemode: false };
    const stored = { id: 'e1', stream: 'wallet-wal_1', revision: 3, position: 3, metadata };
    const read = walletStreams.decode({ ...stored, type: 'ReservationPosted', data });
    expect(read).toMatchObject(posted('300', first, AT + 7));
    const recent = { ...stored, ...posted('300', first, AT + 5) };
    expect(walletStreams.decode(recent)).toEqual(recent);
  });

  it('a command that was overtaken counts from the time of the one that overtook it', () => {
    given(walletDecider, ...funded, reserved('400', second, AT + HOUR))
      .when(reserve('600', first, AT))
      .then(reserved('600', first, AT + HOUR));
  });

  it('EURC counts one to one', () => {
    const both = [...funded, credited('10000', 'EURC', 'transfer-2')];
    const eurc = { currency: 'EURC' } as const;
    given(walletDecider, ...both, reserved('400', second, AT, eurc))
      .when(reserve('600'))
      .then(reserved('600'));
    given(walletDecider, ...both, reserved('600', second))
      .when(reserve('400', first, AT, 'EURC'))
      .then(reserved('400', first, AT, eurc));
    given(walletDecider, ...both, reserved('601', second))
      .when(reserve('400', first, AT, 'EURC'))
      .then({
        type: 'ApprovalRequested',
        data: {
          ...approvalRequested('400', snapshot({ balances: { USDC: '10000', EURC: '10000' }, spent24h: '601' })).data,
          ...eurc,
        },
      });
  });

  it('approved payments do not count', () => {
    given(walletDecider, ...funded, reserved('5000', second, AT, { approvalId }))
      .when(reserve('1000'))
      .then(reserved('1000'));
  });

  it('a waiting payment holds nothing, so smaller ones still pass; each waiting one asks', () => {
    const wallet = snapshot({ balances: { USDC: '10000', EURC: '0' } });
    const waiting = [...funded, approvalRequested('10000', wallet, second)];
    given(walletDecider, ...waiting)
      .when(reserve('1000'))
      .then(reserved('1000'));
    given(walletDecider, ...waiting)
      .when(reserve('1001'))
      .then(approvalRequested('1001', wallet));
    given(walletDecider, ...waiting)
      .when(reserve('10000', second))
      .then();
  });

  it('a wallet without a limit never asks for an approval', () => {
    given(walletDecider, created({ spendLimit: null }), credited('10000'))
      .when(reserve('10000'))
      .then(reserved('10000'));
  });
});

describe('deposits', () => {
  const credit = (transferId: string, chain: 'base' | 'solana' = 'base') =>
    command('CreditWallet', { transferId, chain, currency: 'USDC', amount: '70', from: '0xfrom', txHash: '0xhash' });
  const deposit = { chain: 'base', currency: 'USDC', amount: '70', from: '0xfrom', txHash: '0xhash' } as const;

  it('credits once per transfer, and tells the wallet as it is then', () => {
    const wallet = snapshot({ balances: { USDC: '10070', EURC: '0' } });
    given(walletDecider, ...funded)
      .when(credit('transfer-2'))
      .then({ type: 'WalletCredited', data: { transferId: 'transfer-2', ...deposit, wallet } });
    given(walletDecider, ...funded)
      .when(credit('transfer-1'))
      .then();
  });

  it('refuses a wallet that is not there yet, and another chain than the wallet is on', () => {
    given(walletDecider, requested).when(credit('transfer-2')).thenRefused('not_found', 'wallet');
    given(walletDecider, ...funded)
      .when(credit('transfer-2', 'solana'))
      .thenRefused('invalid_request', 'chain');
  });
});
