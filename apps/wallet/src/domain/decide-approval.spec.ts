import type { PrincipalIds, PaymentPolicy, Units } from '@stablecoin/contracts';
import type { Json } from '@stablecoin/event-sourcing';
import { given } from '@stablecoin/event-sourcing/testing';
import type { GivenSignature } from './wallet-commands';
import { walletDecider } from './decide-wallet';
import { initialWallet } from './wallet';
import type { WalletEvent, WalletProfile } from './wallet-events';
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

const approve = (
  approver: string | null = null,
  at = AT,
  signature: GivenSignature | null = null,
  by: PrincipalIds = [],
) => command('ApprovePayment', { approvalId, approver, signature, by }, at);
const signedBy = (signer: string) => ({ signer, sealed: `sealed by ${signer}` });
const reject = (approver: string | null = null, at = AT, why: { readonly reason?: string } = {}) =>
  command('RejectPayment', { approvalId, approver, ...why }, at);
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
      .when(reject('0xb', AT, { reason: 'Paid already.' }))
      .then(refused('approval_rejected', 'The payment was rejected by 0xb: Paid already.'));
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

describe('Who stands in approved_by', () => {
  it('the key or person that approves, where nobody is listed and no name is given', () => {
    given(walletDecider, ...waiting)
      .when(approve(null, AT, null, ['key_1', 'key_0']))
      .then(given5000('key_1'), approved());
    given(walletDecider, ...waiting)
      .when(approve('0xa', AT, null, ['key_1']))
      .then(given5000('0xa'), approved());
  });
});

describe('separate_creator', () => {
  const creator = ['key_creator', 'usr_admin'];
  const events = asked({ creator });

  it.each<[string, PrincipalIds]>([
    ['the key that created the payment', ['key_creator', 'usr_admin']],
    ['a key that it has created', ['key_child', 'key_creator', 'usr_admin']],
    ['the person who created its key', ['usr_admin']],
    ['another key of that person', ['key_other', 'usr_admin']],
    ['somebody who is not known', []],
  ])('%s does not approve it, by whatever name', (_, by) => {
    for (const approver of [null, '0xa']) {
      givenEvents(...events)
        .when(approve(approver, AT, null, by))
        .thenRefused('insufficient_scope');
    }
  });

  it('the signature of an approver does not come from who created the payment', () => {
    givenEvents(...asked({ creator }, { approvers: ['0xa'] }))
      .when(approve('0xa', AT, signedBy('0xa'), creator))
      .thenRefused('insufficient_scope');
  });

  it('somebody else approves it, and who created it may reject it', () => {
    givenEvents(...events)
      .when(approve(null, AT, null, ['usr_2']))
      .then(given5000('usr_2'), approved());
    givenEvents(...events)
      .when(reject())
      .then(refused('approval_rejected', 'The payment was rejected.'));
  });

  it('a payment that was ordered without the policy is approved by who created it', () => {
    givenEvents(...waiting)
      .when(approve(null, AT, null, creator))
      .then(given5000('key_creator'), approved());
  });
});

describe('two_approvers_above', () => {
  interface Act {
    readonly as: string;
    readonly by: PrincipalIds;
    readonly approver?: string;
    readonly signature?: GivenSignature;
  }
  const act = (as: string, by: PrincipalIds, more: Omit<Act, 'as' | 'by'> = {}): Act => ({ as, by, ...more });
  const A = { approver: '0xa', signature: signedBy('0xa') };
  const B = { approver: '0xb', signature: signedBy('0xb') };
  const ROOT = ['key_root'];
  const CHILD = ['key_child', 'key_root'];
  const SIBLING = ['key_sibling', 'key_root'];
  const OTHER = ['key_other'];
  const ADMIN = ['usr_admin'];
  const MADE = ['key_made', 'usr_admin'];

  /** What two acts after one another come to: whether the payment goes on. */
  const passes = (events: readonly WalletEvent[], acts: readonly Act[]): boolean => {
    let state = events.reduce((folded, event) => walletDecider.evolve(folded, event), initialWallet());
    let isPaid = false;
    for (const { approver = null, signature = null, by } of acts) {
      for (const event of walletDecider.decide(approve(approver, AT, signature, by), state)) {
        if (event.type === 'CommandRefused') continue;
        isPaid ||= event.type === 'FundsReserved';
        state = walletDecider.evolve(state, event);
      }
    }
    return isPaid;
  };

  const unlisted = asked({ twoApprovers: true });
  const both = { approvers: ['0xa', '0xb'], approvalThreshold: 2 };
  const listed = asked({ twoApprovers: true }, both);
  const single = asked({ twoApprovers: true }, { approvers: ['0xa'], approvalThreshold: 1 });

  // Every combination of these, in either order and each with itself.
  const PEOPLE = { ROOT, CHILD, SIBLING, OTHER, ADMIN, MADE };
  const APART = new Set(
    ['ROOT', 'CHILD', 'SIBLING'].flatMap((one) => ['OTHER', 'ADMIN', 'MADE'].map((two) => `${one} ${two}`)),
  )
    .add('OTHER ADMIN')
    .add('OTHER MADE');
  const pairs = Object.entries(PEOPLE).flatMap((one) => Object.entries(PEOPLE).map((two) => [...one, ...two] as const));
  const areApart = (one: string, two: string): boolean => APART.has(`${one} ${two}`) || APART.has(`${two} ${one}`);

  it.each(pairs)('%s %j and %s %j pass a 2-of-2 only if they are two people', (one, first, two, second) => {
    const expected = areApart(one, two);
    expect(passes(unlisted, [act(one, first), act(two, second)])).toBe(expected);
    // A name that anybody may give is no second person.
    expect(passes(unlisted, [act(one, first, { approver: '0xa' }), act(two, second, { approver: '0xb' })])).toBe(
      expected,
    );
    expect(passes(listed, [act(one, first, { approver: '0xa' }), act(two, second, { approver: '0xb' })])).toBe(
      expected,
    );
    expect(passes(listed, [act(one, first, A), act(two, second, { approver: '0xb' })])).toBe(expected);
    expect(passes(listed, [act(one, first, { approver: '0xa' }), act(two, second, B)])).toBe(expected);
    // Two people who name one approver are not two approvers.
    expect(passes(listed, [act(one, first, { approver: '0xa' }), act(two, second, { approver: '0xa' })])).toBe(false);
    expect(passes(listed, [act(one, first, A), act(two, second, A)])).toBe(false);
    // Two listed approvers have signed, whoever sends their signatures.
    expect(passes(listed, [act(one, first, A), act(two, second, B)])).toBe(true);
    // The one listed approver, and a second person.
    expect(passes(single, [act(one, first, { approver: '0xa' }), act(two, second)])).toBe(expected);
    expect(passes(single, [act(one, first), act(two, second, A)])).toBe(expected);
    expect(passes(single, [act(one, first, { approver: '0xa' }), act(two, second, { approver: '0xa' })])).toBe(false);
    expect(passes(single, [act(one, first), act(two, second)])).toBe(false);
  });

  it('nobody passes alone, however often and by whatever names and signatures', () => {
    for (const by of Object.values(PEOPLE)) {
      const acts = [act('', by), act('', by, { approver: '0xa' }), act('', by, { approver: '0xb' }), act('', by, A)];
      for (const events of [unlisted, listed, single]) {
        for (const order of [acts, acts.toReversed()]) expect(passes(events, [...order, ...order])).toBe(false);
      }
    }
  });

  it('a signature that the service makes for the operator is not a second person', () => {
    const operated = { contract: { ...onchain, owners: ['0xoperator'], threshold: 1 } };
    const events = asked({ twoApprovers: true }, operated);
    const signature: GivenSignature = { ...signedBy('0xoperator'), isOperator: true };
    expect(passes(events, [act('', ROOT, { signature }), act('', CHILD, { signature })])).toBe(false);
    expect(passes(events, [act('', ROOT, { signature }), act('', OTHER, { signature })])).toBe(true);
  });

  it('tells who has approved, and asks for two', () => {
    const wanted = { twoApprovers: true } as const;
    givenEvents(created(), credited('10000'))
      .when({ ...reserve('5000'), data: { ...reserve('5000').data, policy: wanted } } as ReturnType<typeof reserve>)
      .then(...unlisted.slice(2));
    givenEvents(...unlisted)
      .when(approve('0xa', AT, null, ROOT))
      .then({ type: 'ApprovalGiven', data: { approvalId, approvedBy: ['key_root'], voice: { by: ROOT } } });
  });

  it('the same approval again is no second one, and no error', () => {
    const voice: WalletEvent = {
      type: 'ApprovalGiven',
      data: { approvalId, approvedBy: ['key_root'], voice: { by: ROOT } },
    };
    givenEvents(...unlisted, voice)
      .when(approve(null, AT, null, ROOT))
      .then(given5000('key_root'));
    givenEvents(...unlisted, voice)
      .when(approve(null, AT, null, CHILD))
      .thenRefused('insufficient_scope');
  });

  it("takes as many as the wallet's threshold, if that is more", () => {
    const rules = { approvers: ['0xa', '0xb', '0xc'], approvalThreshold: 3 };
    const acts = [
      act('', ROOT, { approver: '0xa' }),
      act('', OTHER, { approver: '0xb' }),
      act('', ADMIN, { approver: '0xc' }),
    ];
    expect(passes(asked({ twoApprovers: true }, rules), acts.slice(0, 2))).toBe(false);
    expect(passes(asked({ twoApprovers: true }, rules), acts)).toBe(true);
  });

  it('a snapshot keeps who has approved', () => {
    const voice: WalletEvent = {
      type: 'ApprovalGiven',
      data: { approvalId, approvedBy: ['key_root'], voice: { by: ROOT } },
    };
    const state = [...unlisted, voice].reduce((folded, event) => walletDecider.evolve(folded, event), initialWallet());
    const json = JSON.parse(JSON.stringify(walletDecider.snapshot?.toJson(state))) as Json;
    const restored = walletDecider.snapshot?.fromJson(json);
    expect(restored?.approvals).toEqual(state.approvals);
  });
});

/** A payment of 5,000 that waits for its approval, ordered under a policy. */
function asked(policy: PaymentPolicy, rules: Partial<WalletProfile> = {}): WalletEvent[] {
  const threshold = Math.max(rules.approvalThreshold ?? 1, policy.twoApprovers === true ? 2 : 1);
  const request = approvalRequested('5000', { ...wallet, ...rules });
  return [created(rules), credited('10000'), { ...request, data: { ...request.data, threshold, policy } }];
}

function givenEvents(...events: readonly WalletEvent[]) {
  return given(walletDecider, ...events);
}
