import { given } from '@stablecoin/event-sourcing/testing';
import {
  AT,
  DAY,
  approvalId,
  approvalRequested,
  command,
  created,
  credited,
  first,
  onchain,
  posted,
  reserve,
  reserved,
  snapshot,
} from '../testing/wallet-fixture';
import { walletDecider } from './decide-wallet';
import type { WalletEvent } from './wallet-events';

/** A payment that had settled is another reservation: it is not the one that was posted. */
const AGAIN = { reservationId: 'pay_1#2', paymentId: 'pay_1' };
const OWNERS = { approvers: ['0xa', '0xb'], approvalThreshold: 2 };
const CONTRACT = { ...onchain, owners: OWNERS.approvers, threshold: 2 };
const TRANSFER = { to: '0xto', validUntil: AT + 2 * DAY };
const SETTLED: readonly WalletEvent[] = [
  created({ ...OWNERS, contract: CONTRACT }),
  credited('900'),
  reserved('900', first, AT, { approvalId: 'apr_0' }),
  posted('900'),
];
const WALLET = snapshot({ ...OWNERS, contract: CONTRACT, deployed: true });
const ask = () => {
  const request = reserve('900', AGAIN);
  return { ...request, data: { ...request.data, approvalId, transfer: TRANSFER, isPosted: true } } as typeof request;
};
const asked = approvalRequested('900', WALLET);
const ASKED: WalletEvent = {
  ...asked,
  data: { ...asked.data, ...AGAIN, transfer: TRANSFER, isPosted: true, threshold: 2 },
};
const approve = (approver: string) =>
  command('ApprovePayment', {
    approvalId,
    approver,
    signature: { signer: approver, sealed: `sealed by ${approver}` },
    by: [],
  });
const signature = (owner: string) => ({ owner, sealed: `sealed by ${owner}` });
const approvedBy = (...owners: readonly [string, ...string[]]): WalletEvent => ({
  type: 'ApprovalGiven',
  data: { approvalId, approvedBy: owners, signature: signature(owners.at(-1) ?? '') },
});
const signedAgain: WalletEvent = {
  type: 'PaymentSignedAgain',
  data: {
    ...AGAIN,
    approvalId,
    chain: 'base',
    payer: {
      wallet: CONTRACT,
      approval: { validUntil: TRANSFER.validUntil, signatures: [signature('0xa'), signature('0xb')] },
    },
  },
};

describe('protocol rule 43: owners are asked again for a payment that had settled', () => {
  it('whatever the wallet has left, and whatever its limit is: the amount left its books at the settlement', () => {
    given(walletDecider, ...SETTLED)
      .when(ask())
      .then(ASKED);
  });

  it('once, however often it is asked', () => {
    const refused: WalletEvent = {
      type: 'ReservationRefused',
      data: { ...AGAIN, code: 'approval_expired', message: 'No.', approvalId },
    };
    for (const events of [[], [approvedBy('0xa'), approvedBy('0xa', '0xb'), signedAgain], [refused]]) {
      given(walletDecider, ...SETTLED, ASKED, ...events)
        .when(ask())
        .then();
    }
  });

  it('and when enough of them have signed, the payment has their signatures and no money moves', () => {
    given(walletDecider, ...SETTLED, ASKED)
      .when(approve('0xa'))
      .then(approvedBy('0xa'));
    given(walletDecider, ...SETTLED, ASKED, approvedBy('0xa'))
      .when(approve('0xb'))
      .then(approvedBy('0xa', '0xb'), signedAgain);
  });

  it('one that was signed is decided', () => {
    const decided = [...SETTLED, ASKED, approvedBy('0xa'), approvedBy('0xa', '0xb'), signedAgain];
    given(walletDecider, ...decided)
      .when(approve('0xb'))
      .thenRefused('invalid_state');
    given(walletDecider, ...decided)
      .when(command('VoidReservation', AGAIN))
      .then();
  });

  it('a refusal says until when signatures that were given may be used', () => {
    const signedUntil = TRANSFER.validUntil;
    given(walletDecider, ...SETTLED, ASKED, approvedBy('0xa'))
      .when(command('RejectPayment', { approvalId, approver: '0xb' }))
      .then({
        type: 'ReservationRefused',
        data: {
          ...AGAIN,
          code: 'approval_rejected',
          message: 'The payment was rejected by 0xb.',
          approvalId,
          signedUntil,
        },
      });
    given(walletDecider, ...SETTLED, ASKED)
      .when(command('ExpireApproval', { approvalId }, AT + DAY))
      .then({
        type: 'ReservationRefused',
        data: {
          ...AGAIN,
          code: 'approval_expired',
          message: 'Nobody approved the payment in time.',
          approvalId,
          signedUntil,
        },
      });
  });

  it('a Void cancels it', () => {
    given(walletDecider, ...SETTLED, ASKED)
      .when(command('VoidReservation', AGAIN))
      .then({ type: 'ApprovalCanceled', data: { ...AGAIN, approvalId } });
  });
});
