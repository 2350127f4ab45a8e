import type { PaymentPolicy, Units, WindowLimit } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import {
  AT,
  DAY,
  HOUR,
  approvalId,
  command,
  created,
  credited,
  first,
  posted,
  reserve,
  reserved,
  second,
  snapshot,
  voided,
} from '../testing/wallet-fixture';
import { walletDecider } from './decide-wallet';
import { walletSnapshots } from './wallet';
import type { WalletEvent } from './wallet-events';

const limit: WindowLimit = { rule: 'velocity', version: 4, counter: 'velocity', hours: 48, per: 'payer', max: '1000' };
const counted = (at = AT) => ({ counted: { at, windows: [{ counter: 'velocity', hours: 48 }] } });
const wallet = [created({ spendLimit: null }), credited('100000')] as const;
const asked = (amount: Units, at = AT, policy: PaymentPolicy = { limits: [limit] }, ref = second) => {
  const { data } = reserve(amount, ref, at);
  return command('ReserveFunds', { ...(data as Parameters<typeof command<'ReserveFunds'>>[1]), policy }, at);
};
const refused = (approval: string | null = null): WalletEvent => ({
  type: 'ReservationRefused',
  data: {
    ...{ ...second, approvalId: approval, code: 'rule_denied' },
    message:
      'The rule velocity of version 4 limits payments to 0.001 USDC within 48 hours, per payer: 0.0006 USDC count already, and the payment is of 0.000401 USDC. Nothing was paid.',
  },
});

describe('a limit over a time, on a wallet', () => {
  it('is reached exactly, and not exceeded by one unit', () => {
    given(walletDecider, ...wallet, reserved('600', first, AT, counted()))
      .when(asked('400'))
      .then(reserved('400', second, AT, counted()));
    given(walletDecider, ...wallet, reserved('600', first, AT, counted()))
      .when(asked('401'))
      .then(refused());
  });

  it('counts what has settled until its hours have passed since, and nothing that was given back', () => {
    const settled = [...wallet, reserved('600', first, AT, counted()), posted('600', first, AT + HOUR)] as const;
    const late = AT + HOUR + 2 * DAY;
    given(walletDecider, ...settled)
      .when(asked('401', late - 1))
      .then(refused());
    given(walletDecider, ...settled)
      .when(asked('401', late))
      .then(reserved('401', second, late, counted(late)));
    given(walletDecider, ...wallet, reserved('600', first, AT, counted()), voided('600'))
      .when(asked('1000'))
      .then(reserved('1000', second, AT, counted()));
  });

  it('holds beside the spend limit, and for payments that are approved', () => {
    const policy = { limits: [limit], walletApproval: true } as const;
    const used = reserved('600', first, AT, counted());
    given(walletDecider, ...wallet, used)
      .when(asked('401', AT, policy))
      .then(refused());
    const waiting: WalletEvent = {
      type: 'ApprovalRequested',
      data: {
        ...{ ...second, approvalId, amount: '401', currency: 'USDC', candidates: ['base'], threshold: 1 },
        ...{ expiresAt: AT + DAY, policy, wallet: snapshot() },
      },
    };
    const approve = command('ApprovePayment', { approvalId, approver: null, signature: null, by: ['key_1'] });
    const approved: WalletEvent = { type: 'ApprovalGiven', data: { approvalId, approvedBy: ['key_1'] } };
    given(walletDecider, ...wallet, waiting, used)
      .when(approve)
      .then(approved, refused(approvalId));
    given(walletDecider, ...wallet, waiting)
      .when(approve)
      .then(approved, reserved('401', second, AT, { approvalId, ...counted() }));
  });

  it('does not keep a payment that had settled from being signed again', () => {
    const used = reserved('1000', first, AT, counted());
    const { data } = asked('401');
    const again = command('ReserveFunds', {
      ...(data as Parameters<typeof command<'ReserveFunds'>>[1]),
      isPosted: true,
    });
    given(walletDecider, ...wallet, used)
      .when(again)
      .then(expect.objectContaining({ type: 'ApprovalRequested' }) as WalletEvent);
  });

  it('is kept in snapshots', () => {
    const events = [...wallet, reserved('600', first, AT, counted())];
    const state = events.reduce((before, event) => walletDecider.evolve(before, event), walletDecider.initialState());
    const restored = walletSnapshots.fromJson(JSON.parse(JSON.stringify(walletSnapshots.toJson(state))) as never);
    expect(walletDecider.decide(asked('401'), restored)).toEqual([refused()]);
  });
});
