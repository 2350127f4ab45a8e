import type { Units } from '@stablecoin/money';
import { given } from '@stablecoin/event-sourcing/testing';
import { walletDecider } from './decide-wallet';
import type { WalletEvent } from './wallet-events';
import {
  AT,
  DAY,
  approvalId,
  approvalRequested,
  command,
  created,
  credited,
  first,
  reserved,
  second,
  snapshot,
} from '../testing/wallet-fixture';

const approve = (approver: string | null = null, at = AT) => command('ApprovePayment', { approvalId, approver }, at);
const reject = (approver: string | null = null, at = AT) => command('RejectPayment', { approvalId, approver }, at);
const expire = (at: number) => command('ExpireApproval', { approvalId }, at);

const wallet = snapshot({ balances: { USDC: '10000', EURC: '0' } });
const waiting = [created(), credited('10000'), approvalRequested('5000', wallet)];
const given5000 = (...approvedBy: readonly string[]): WalletEvent => ({
  type: 'ApprovalGiven',
  data: { approvalId, approvedBy },
});
const approved = (amount: Units = '5000', at = AT) => reserved(amount, first, at, { approvalId });
const refused = (code: 'approval_rejected' | 'approval_expired', message: string): WalletEvent => ({
  type: 'ReservationRefused',
  data: { ...first, code, message, approvalId },
});

describe('API decisions, POST /approvals/:id/approve', () => {
  it('without listed approvers one approval decides', () => {
    given(walletDecider, ...waiting)
      .when(approve())
      .then(given5000(), approved());
    given(walletDecider, ...waiting)
      .when(approve('somebody'))
      .then(given5000('somebody'), approved());
  });

  it('checks the balance again', () => {
    given(walletDecider, ...waiting, reserved('5001', second, AT, { approvalId: 'apr_2' }))
      .when(approve())
      .then(given5000(), {
        type: 'ReservationRefused',
        data: {
          ...first,
          code: 'insufficient_balance',
          message: 'The wallet has less than 0.005 USDC available: 0.004999 on base.',
          approvalId,
        },
      });
  });

  it('takes nothing for an approval that is decided, canceled or unknown: 409 invalid_state', () => {
    given(walletDecider, ...waiting, given5000(), approved())
      .when(approve())
      .thenRefused('invalid_state');
    given(walletDecider, ...waiting, given5000(), approved())
      .when(reject())
      .thenRefused('invalid_state');
    given(walletDecider, created()).when(approve()).thenRefused('invalid_state');
  });
});

describe('Listed approvers', () => {
  const rules = { approvers: ['0xa', '0xb', '0xc'], approvalThreshold: 2 };
  const listed = [created(rules), credited('10000'), approvalRequested('5000', { ...wallet, ...rules })];

  it('asks for an approver, who has to be listed', () => {
    given(walletDecider, ...listed)
      .when(approve())
      .thenRefused('invalid_request', 'approver');
    given(walletDecider, ...listed)
      .when(approve('0xd'))
      .thenRefused('invalid_request', 'approver');
  });

  it('each one counts once, until the threshold is reached', () => {
    given(walletDecider, ...listed)
      .when(approve('0xa'))
      .then(given5000('0xa'));
    given(walletDecider, ...listed, given5000('0xa'))
      .when(approve('0xa'))
      .then(given5000('0xa'));
    given(walletDecider, ...listed, given5000('0xa'), given5000('0xa'))
      .when(approve('0xb'))
      .then(given5000('0xa', '0xb'), approved());
  });

  it('a single voice rejects; one that is named has to be listed', () => {
    given(walletDecider, ...listed, given5000('0xa'))
      .when(reject('0xb'))
      .then(refused('approval_rejected', 'The payment was rejected by 0xb.'));
    given(walletDecider, ...listed)
      .when(reject())
      .then(refused('approval_rejected', 'The payment was rejected.'));
    given(walletDecider, ...listed)
      .when(reject('0xd'))
      .thenRefused('invalid_request', 'approver');
  });
});

describe('protocol rule 25: an approval expires on the wallet stream', () => {
  const expired = refused('approval_expired', 'Nobody approved the payment in time.');

  it('expires at its time and not before', () => {
    given(walletDecider, ...waiting)
      .when(expire(AT + DAY - 1))
      .then();
    given(walletDecider, ...waiting)
      .when(expire(AT + DAY))
      .then(expired);
  });

  it('is over at its time, even while its timer has yet to say so', () => {
    given(walletDecider, ...waiting)
      .when(approve(null, AT + DAY - 1))
      .then(given5000(), approved('5000', AT + DAY - 1));
    given(walletDecider, ...waiting)
      .when(approve(null, AT + DAY))
      .thenRefused('invalid_state');
    given(walletDecider, ...waiting)
      .when(reject(null, AT + DAY))
      .thenRefused('invalid_state');
  });

  it('protocol rule 6: what comes after its end is nothing', () => {
    given(walletDecider, ...waiting, expired)
      .when(expire(AT + DAY))
      .then();
    given(walletDecider, ...waiting, given5000(), approved())
      .when(expire(AT + DAY))
      .then();
  });
});

describe('Cancel: a waiting approval closes with its payment', () => {
  const canceled: WalletEvent = { type: 'ApprovalCanceled', data: { ...first, approvalId } };

  it('a Void cancels it, and what comes later finds it closed', () => {
    given(walletDecider, ...waiting)
      .when(command('VoidReservation', first))
      .then(canceled);
    given(walletDecider, ...waiting, canceled)
      .when(command('VoidReservation', first))
      .then();
    given(walletDecider, ...waiting, canceled)
      .when(approve())
      .thenRefused('invalid_state');
    given(walletDecider, ...waiting, canceled)
      .when(expire(AT + DAY))
      .then();
  });
});
