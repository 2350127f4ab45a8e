import type { Units } from '@stablecoin/money';
import { given } from '@stablecoin/event-sourcing/testing';
import type { GivenSignature } from './decide-approval';
import { walletDecider } from './decide-wallet';
import { initialWallet } from './wallet';
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
  onchain,
  reserve,
  reserved,
  second,
  snapshot,
} from '../testing/wallet-fixture';

const approve = (approver: string | null = null, at = AT, signature: GivenSignature | null = null) =>
  command('ApprovePayment', { approvalId, approver, signature }, at);
const signedBy = (signer: string) => ({ signer, sealed: `sealed by ${signer}` });
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
  it('one approval decides when no approvers are listed', () => {
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

describe('POST /approvals/:id/approve with a signature', () => {
  const rules = { approvers: ['0xa', '0xb', '0xc'], approvalThreshold: 2 };
  const inSandbox = [created(rules), credited('10000'), approvalRequested('5000', { ...wallet, ...rules })];
  const owners = { ...rules, contract: { ...onchain, owners: rules.approvers, threshold: 2 } };
  const transfer = { to: '0xto', validUntil: AT + 2 * DAY };
  const asked = approvalRequested('5000', { ...wallet, ...owners });
  const onChain: WalletEvent[] = [created(owners), credited('10000'), { ...asked, data: { ...asked.data, transfer } }];
  const signed = (approvedBy: string[], signer: string): WalletEvent => {
    const { sealed } = signedBy(signer);
    return { type: 'ApprovalGiven', data: { approvalId, approvedBy, signature: { owner: signer, sealed } } };
  };
  const paidBy = (...signers: string[]): WalletEvent => {
    const signatures = signers.map((owner) => ({ owner, sealed: signedBy(owner).sealed }));
    const payer = { wallet: owners.contract, approval: { validUntil: transfer.validUntil, signatures } };
    return reserved('5000', first, AT, { approvalId, payer });
  };

  it('the sandbox takes one, and keeps none', () => {
    givenEvents(...inSandbox)
      .when(approve('0xa', AT, signedBy('0xa')))
      .then(given5000('0xa'));
    givenEvents(...inSandbox)
      .when(approve('0xa'))
      .then(given5000('0xa'));
  });

  it.each([
    ["somebody else's", signedBy('0xb'), 'The signature is of 0xb, and not of 0xa.'],
    ['one that is none', { problem: 'signature is not one.' }, 'signature is not one.'],
  ])('refuses %s, and says whose it is', (_, signature, message) => {
    for (const events of [inSandbox, onChain]) {
      givenEvents(...events)
        .when(approve('0xa', AT, signature))
        .then({ type: 'CommandRefused', data: { code: 'invalid_request', message, param: 'signature' } });
    }
  });

  it('a wallet on chain takes the signature of an owner only, and names whose it needs', () => {
    const message = 'The wallet needs the signature of 0xa: sign typed_data of the approval.';
    givenEvents(...onChain)
      .when(approve('0xa'))
      .then({ type: 'CommandRefused', data: { code: 'invalid_request', message, param: 'signature' } });
    givenEvents(...onChain)
      .when(approve('0xd', AT, signedBy('0xd')))
      .thenRefused('invalid_request', 'approver');
    givenEvents(...onChain)
      .when(approve(null, AT, signedBy('0xa')))
      .thenRefused('invalid_request', 'approver');
  });

  it('a payment at the threshold has one signature of each owner', () => {
    givenEvents(...onChain)
      .when(approve('0xa', AT, signedBy('0xa')))
      .then(signed(['0xa'], '0xa'));
    givenEvents(...onChain, signed(['0xa'], '0xa'))
      .when(approve('0xa', AT, { signer: '0xa', sealed: 'sealed anew' }))
      .then(given5000('0xa'));
    givenEvents(...onChain, signed(['0xa'], '0xa'), given5000('0xa'))
      .when(approve('0xc', AT, signedBy('0xc')))
      .then(signed(['0xa', '0xc'], '0xc'), paidBy('0xa', '0xc'));
  });

  it('what comes after the threshold, a rejection, a cancellation or the expiry is too late', () => {
    const canceled: WalletEvent = { type: 'ApprovalCanceled', data: { ...first, approvalId } };
    const enough = [signed(['0xa'], '0xa'), signed(['0xa', '0xc'], '0xc'), paidBy('0xa', '0xc')];
    for (const end of [
      enough,
      [refused('approval_rejected', 'The payment was rejected.')],
      [refused('approval_expired', 'Nobody approved the payment in time.')],
      [canceled],
    ]) {
      givenEvents(...onChain, ...end)
        .when(approve('0xb', AT, signedBy('0xb')))
        .thenRefused('invalid_state');
    }
    givenEvents(...onChain)
      .when(approve('0xb', AT + DAY, signedBy('0xb')))
      .thenRefused('invalid_state');
  });

  it.each([
    ['a rejection', refused('approval_rejected', 'The payment was rejected.')],
    ['the expiry', refused('approval_expired', 'Nobody approved the payment in time.')],
    ['a cancellation', { type: 'ApprovalCanceled', data: { ...first, approvalId } } satisfies WalletEvent],
  ])('%s drops the signatures from the state and its snapshot', (_, end) => {
    const state = [...onChain, signed(['0xa'], '0xa')].reduce(
      (folded, event) => walletDecider.evolve(folded, event),
      initialWallet(),
    );
    const kept = (): string => JSON.stringify(walletDecider.snapshot?.toJson(state));
    expect(kept()).toContain('sealed by 0xa');
    walletDecider.evolve(state, end);
    expect(kept()).not.toContain('sealed by');
  });

  it('the operator signs for any key of the account when no approvers are listed', () => {
    const operated = { contract: { ...onchain, owners: ['0xoperator'], threshold: 1 } };
    const request = approvalRequested('5000', { ...wallet, ...operated });
    const events: WalletEvent[] = [
      created(operated),
      credited('10000'),
      { ...request, data: { ...request.data, transfer } },
    ];
    const { sealed } = signedBy('0xoperator');
    const signatures = [{ owner: '0xoperator', sealed }];
    const payer = { wallet: operated.contract, approval: { validUntil: transfer.validUntil, signatures } };
    givenEvents(...events)
      .when(approve(null, AT, signedBy('0xoperator')))
      .then(signed(['0xoperator'], '0xoperator'), reserved('5000', first, AT, { approvalId, payer }));
    givenEvents(...events)
      .when(approve())
      .thenRefused('invalid_request', 'signature');
  });

  it('within the limit a wallet on chain pays on its own', () => {
    givenEvents(created(owners), credited('10000'))
      .when(reserve('900'))
      .then(reserved('900', first, AT, { payer: { wallet: owners.contract, approval: null } }));
  });
});

function givenEvents(...events: readonly WalletEvent[]) {
  return given(walletDecider, ...events);
}
