import type { Listed, PaymentErrorCode } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import {
  PAYMENT_ID,
  QUOTES,
  RECIPIENT,
  T0,
  WALLET_ID,
  authorized,
  command,
  initiated,
  order,
  factsAfterAll,
  quote,
  routed,
  screened,
} from '../testing/payments';
import { paymentDecider } from './decide-payment';
import type { Inclusion } from './payment-commands';
import type {
  PaymentAwaitingApproval,
  PaymentBroadcast,
  PaymentEvent,
  PaymentFailed,
  PaymentInReview,
  PaymentIncluded,
  PaymentSettled,
  Reservation,
} from './payment-events';
import { paymentResource } from './payment-resource';

const RESERVATION = { id: `${PAYMENT_ID}#1`, walletId: null };
const UP = { status: 'up' } as const;
const DOWN = { status: 'down', reason: 'no blocks' } as const;

const inReview: PaymentInReview = {
  type: 'PaymentInReview',
  data: { ref: 'cpl_1', facts: { ...factsAfterAll(initiated()), complianceRef: 'cpl_1' } },
};
const awaitingApproval: PaymentAwaitingApproval = {
  type: 'PaymentAwaitingApproval',
  data: {
    approvalId: 'apr_1',
    facts: {
      ...factsAfterAll(initiated({ from: WALLET_ID }), screened, routed(1, QUOTES, WALLET_ID)),
      stage: 'awaiting_approval',
      approvalId: 'apr_1',
    },
  },
};
const sent = (sentAt: number): PaymentBroadcast => ({
  type: 'PaymentBroadcast',
  data: { hash: '0xhash', explorerUrl: null, sentAt },
});
const broadcast = sent(T0 + 10);
const included = (block = 7, includedAt = T0 + 400): PaymentIncluded => ({
  type: 'PaymentIncluded',
  data: { txHash: '0xhash', explorerUrl: null, block, includedAt },
});

const REVIEWED: PaymentEvent[] = [initiated(), inReview];
const RESERVING: PaymentEvent[] = [initiated(), screened, routed()];
const AWAITING: PaymentEvent[] = [
  initiated({ from: WALLET_ID }),
  screened,
  routed(1, QUOTES, WALLET_ID),
  awaitingApproval,
];
const AUTHORIZED: PaymentEvent[] = [...RESERVING, authorized()];
const BROADCAST: PaymentEvent[] = [...AUTHORIZED, broadcast];
const CONFIRMING: PaymentEvent[] = [...BROADCAST, included()];
const SETTLED: PaymentEvent[] = [...BROADCAST, settledAfter(BROADCAST)];
const FAILED: PaymentEvent[] = [...RESERVING, failedAfter(RESERVING, 'insufficient_balance', 'too little', null)];
const CANCELED: PaymentEvent[] = [
  ...RESERVING,
  failedAfter(RESERVING, 'canceled', 'The payment was canceled.', RESERVATION),
];

function failedAfter(
  events: readonly PaymentEvent[],
  code: PaymentFailed['data']['code'],
  message: string,
  reservation: Reservation | null,
): PaymentFailed {
  const facts = { ...factsAfterAll(...events), stage: 'done', failure: { code, message } } as const;
  return { type: 'PaymentFailed', data: { code, message, reservation, facts } };
}

function settledAfter(events: readonly PaymentEvent[], ms = 800): PaymentSettled {
  const facts = { ...factsAfterAll(...events), stage: 'done', txHash: '0xhash', settledAt: T0 + ms } as const;
  const transfer = { chain: 'base', currency: 'USDC', amount: '10000000', from: '0xsource', to: RECIPIENT } as const;
  return { type: 'PaymentSettled', data: { txHash: '0xhash', block: 7, reservation: RESERVATION, transfer, facts } };
}

const screening = (status: 'cleared' | 'blocked' | 'review', quotes = status === 'cleared' ? QUOTES : null) =>
  command('RecordScreening', { status, ref: 'cpl_1', reason: status === 'blocked' ? 'sanctions match' : null, quotes });
const funds = (
  reservationId = RESERVATION.id,
  health: typeof UP | typeof DOWN = UP,
  chain: 'base' | 'ethereum' = 'base',
  listed: Listed = 'not_listed',
) =>
  command('AuthorizeTransfer', {
    listed,
    funds: { paymentId: PAYMENT_ID, reservationId, chain },
    health,
    sender: 'sandbox',
    source: '0xsource',
    authorizedAt: T0 + 5,
    validUntil: T0 + 5_005,
  });
const refusal = (reservationId = RESERVATION.id) =>
  command('RefuseReservation', { reservationId, code: 'insufficient_balance', message: 'too little' });
const approval = (reservationId = RESERVATION.id) => command('AwaitApproval', { reservationId, approvalId: 'apr_1' });
const overdue = (reservationId = RESERVATION.id) => command('AnswerOverdue', { reservationId });
const cancel = () => command('CancelPayment', { paymentId: PAYMENT_ID });
const report = (inclusion: Inclusion | null = { block: 7, at: T0 + 800, confirmed: true }, at = T0 + 10) => ({
  ...command('ReportTransfer', { hash: '0xhash', explorerUrl: null, inclusion }),
  at,
});
const failure = (code: PaymentErrorCode = 'transaction_reverted', heardAt = T0) =>
  command('FailPayment', { paymentId: PAYMENT_ID, code, message: 'reverted', heardAt });
const deadline = () => command('ExpireScreening', null);

describe('protocol rule 30: an order that expired before its first step could go out', () => {
  const expire = (phase: 'screening' | 'reserving') => command('ExpireOrder', { phase });
  const message = 'The order could not be recorded in time, so nothing was paid: send it again.';

  it('fails while it waits for its screening', () => {
    given(paymentDecider, initiated())
      .when(expire('screening'))
      .then(failedAfter([initiated()], 'internal_error', message, null));
  });

  it('fails while it waits for its funds, and gives back what may have been reserved after all', () => {
    given(paymentDecider, ...RESERVING)
      .when(expire('reserving'))
      .then(failedAfter(RESERVING, 'internal_error', message, RESERVATION));
  });

  it.each([
    ['reviewed', REVIEWED, 'screening'],
    ['reserving after its screening', RESERVING, 'screening'],
    ['awaiting an approval', AWAITING, 'reserving'],
    ['authorized', AUTHORIZED, 'reserving'],
    ['settled', SETTLED, 'reserving'],
    ['failed', FAILED, 'reserving'],
  ] as const)('goes on once it had its first step: %s', (_, events, phase) => {
    given(paymentDecider, ...events)
      .when(expire(phase))
      .then();
  });
});

describe('a payment begins', () => {
  const ID = `0x${'ab'.repeat(32)}`;
  const begun = (changes: Parameters<typeof initiated>[0] = {}) => {
    const { type, data } = initiated(changes);
    return { type, data: { ...data, onchainId: ID } };
  };

  it('a new payment waits for its screening', () => {
    given(paymentDecider)
      .when(command('InitiatePayment', { order: order(), knownScreening: null, quotes: null, onchainId: ID }))
      .then(begun());
  });

  it('a new payment asks for the funds at once when a known result clears its recipient', () => {
    const { type, data } = begun();
    given(paymentDecider)
      .when(command('InitiatePayment', { order: order(), knownScreening: 'cpl_1', quotes: QUOTES, onchainId: ID }))
      .then({ type, data: { ...data, knownScreening: 'cpl_1' } }, screened, routed());
  });

  it('a new payment with compliance `skip` asks for the funds at once', () => {
    const skipped = order({ compliance: 'skip' });
    given(paymentDecider)
      .when(command('InitiatePayment', { order: skipped, knownScreening: null, quotes: QUOTES, onchainId: ID }))
      .then(begun({ compliance: 'skip' }), { type: 'PaymentScreened', data: { ref: null, skipped: true } }, routed());
  });

  it('once', () => {
    given(paymentDecider, initiated())
      .when(command('InitiatePayment', { order: order(), knownScreening: null, quotes: null, onchainId: ID }))
      .then();
  });
});

describe('screening', () => {
  it('that clears asks for the funds on the chains in order of preference', () => {
    given(paymentDecider, initiated()).when(screening('cleared')).then(screened, routed());
  });

  it('that blocks ends the payment, which names the result', () => {
    const message = 'The recipient failed screening, the payment was not executed: sanctions match';
    given(paymentDecider, initiated())
      .when(screening('blocked'))
      .then(failedAfter([initiated(), inReview], 'compliance_blocked', message, null));
  });

  it('that needs a person leaves the payment at `screening` and shows the reference', () => {
    given(paymentDecider, initiated()).when(screening('review')).then(inReview);
    const shown = paymentResource(inReview.data.facts);
    expect(shown).toMatchObject({ status: 'pending', stage: 'screening', compliance_ref: 'cpl_1' });
  });
});

describe('Routing', () => {
  it('does not ask for a chain that is down, and keeps why', () => {
    const quotes = [quote('base', { down: 'maintenance' }), quote('ethereum')];
    given(paymentDecider, initiated()).when(screening('cleared', quotes)).then(screened, routed(1, quotes));
  });

  it('ends a payment whose chain was asked for and is down as chain_unavailable', () => {
    const explicit = initiated({ chain: 'base', candidates: ['base'] });
    const message = 'The selected chain is temporarily unavailable: base (maintenance). Retry with chain "auto".';
    given(paymentDecider, explicit)
      .when(screening('cleared', [quote('base', { down: 'maintenance' })]))
      .then(screened, failedAfter([explicit, screened], 'chain_unavailable', message, null));
  });

  it('ends a payment of which every chain is down as chain_unavailable', () => {
    const down = [quote('base', { down: 'maintenance' }), quote('ethereum', { down: 'maintenance' })];
    const message =
      'Every chain for this payment is temporarily unavailable: base (maintenance), ethereum (maintenance). Retry after a short delay.';
    given(paymentDecider, initiated())
      .when(screening('cleared', down))
      .then(screened, failedAfter([initiated(), screened], 'chain_unavailable', message, null));
  });

  it('asks the wallet that `from` names', () => {
    given(paymentDecider, initiated({ from: WALLET_ID }))
      .when(screening('cleared'))
      .then(screened, routed(1, QUOTES, WALLET_ID));
  });
});

describe('protocol rule 3: what was read fresh is part of the event', () => {
  it('the validity begins when the transfer is authorized, not when the message was sent', () => {
    given(paymentDecider, ...RESERVING)
      .when(funds())
      .then(authorized());
    expect(authorized().data.authorization.authorizedAt).toBeGreaterThan(T0);
  });
});

describe('A recipient whom a sanctions list names since the screening', () => {
  it.each([
    ['reserving', RESERVING, RESERVATION],
    ['awaiting an approval', AWAITING, { ...RESERVATION, walletId: WALLET_ID }],
  ])('is not paid: the payment is blocked while it is %s, and its funds are given back', (_, history, reservation) => {
    const message = 'A sanctions list that came after the screening names the recipient, the payment was not executed.';
    given(paymentDecider, ...history)
      .when(funds(reservation.id, UP, 'base', 'listed'))
      .then(failedAfter([...history], 'compliance_blocked', message, reservation));
  });

  it('changes nothing of a payment that is authorized', () => {
    given(paymentDecider, ...AUTHORIZED)
      .when(funds(RESERVATION.id, UP, 'base', 'listed'))
      .then();
  });
});

describe('protocol rule 23: what was overtaken is decided by state, never skipped by its sequence', () => {
  it('funds that were reserved before the refusal that overtook them are given back', () => {
    given(paymentDecider, ...FAILED)
      .when(funds())
      .then({ type: 'VoidAnswered', data: { paymentId: PAYMENT_ID, reservation: RESERVATION } });
  });

  it('an approval that was asked for before the funds that overtook it changes nothing', () => {
    given(paymentDecider, ...AUTHORIZED)
      .when(approval())
      .then();
  });
});

describe('protocol rule 6: states take early and late messages', () => {
  it('a review that was decided before `review` arrived is taken in `screening`', () => {
    given(paymentDecider, initiated()).when(screening('cleared')).then(screened, routed());
  });

  it('a review that was decided is taken in review', () => {
    const review = { type: 'PaymentScreened', data: { ref: 'cpl_1', skipped: false } };
    given(paymentDecider, ...REVIEWED)
      .when(screening('cleared'))
      .then(review, routed());
  });

  it('`review` that arrives again, or after the decision, changes nothing', () => {
    given(paymentDecider, ...REVIEWED)
      .when(screening('review'))
      .then();
    given(paymentDecider, ...RESERVING)
      .when(screening('review'))
      .then();
    given(paymentDecider, ...FAILED)
      .when(screening('review'))
      .then();
  });

  it('reserved funds are taken in `reserving` and in `awaiting_approval`', () => {
    given(paymentDecider, ...RESERVING)
      .when(funds())
      .then(authorized());
    given(paymentDecider, ...AWAITING)
      .when(funds())
      .then(authorized('base', 1, WALLET_ID));
  });

  it('a refusal is taken in `reserving` and in `awaiting_approval`', () => {
    given(paymentDecider, ...RESERVING)
      .when(refusal())
      .then(failedAfter(RESERVING, 'insufficient_balance', 'too little', null));
    given(paymentDecider, ...AWAITING)
      .when(refusal())
      .then(failedAfter(AWAITING, 'insufficient_balance', 'too little', null));
  });

  it('an approval is waited for in `reserving` only', () => {
    given(paymentDecider, ...AWAITING.slice(0, 3))
      .when(approval())
      .then(awaitingApproval);
    given(paymentDecider, ...AWAITING)
      .when(approval())
      .then();
    given(paymentDecider, ...AUTHORIZED)
      .when(approval())
      .then();
    given(paymentDecider, ...FAILED)
      .when(approval())
      .then();
  });

  it.each([
    ['a cleared screening', () => screening('cleared')],
    ['a blocked screening', () => screening('blocked')],
    ['a refusal', () => refusal()],
    ['an approval that is asked for', () => approval()],
    ['a deadline', () => deadline()],
    ['a report', () => report()],
    ['a failure', () => failure()],
  ])('%s that is late on a failed payment yields nothing', (_what, late) => {
    given(paymentDecider, ...FAILED)
      .when(late())
      .then();
  });

  it.each([
    ['a cleared screening', () => screening('cleared')],
    ['a blocked screening', () => screening('blocked')],
    ['reserved funds', () => funds()],
    ['a refusal', () => refusal()],
    ['an approval that is asked for', () => approval()],
    ['a deadline', () => deadline()],
    ['a report', () => report()],
  ])('%s that is late on a settled payment yields nothing', (_what, late) => {
    given(paymentDecider, ...SETTLED)
      .when(late())
      .then();
  });
});

describe('protocol rule 8: an answer is an event that names the reservation and its owner', () => {
  const voided = (id: string, walletId: string | null = null) => ({
    type: 'VoidAnswered',
    data: { paymentId: PAYMENT_ID, reservation: { id, walletId } },
  });

  it('funds reserved for a payment that has failed are given back', () => {
    given(paymentDecider, ...CANCELED)
      .when(funds())
      .then(voided(RESERVATION.id));
  });

  it('funds reserved by a wallet are given back to that wallet', () => {
    const events = [...AWAITING, failedAfter(AWAITING, 'canceled', 'The payment was canceled.', RESERVATION)];
    given(paymentDecider, ...events)
      .when(funds())
      .then(voided(RESERVATION.id, WALLET_ID));
  });

  it('funds reserved for an attempt that another one has replaced are given back', () => {
    const again = [...RESERVING, routed(2, [quote('base', { down: 'no blocks' }), quote('ethereum')])];
    given(paymentDecider, ...again)
      .when(funds())
      .then(voided(RESERVATION.id));
  });
});

describe('protocol rule 9: terminal events name the reservation and its owner, or null', () => {
  it('PaymentSettled', () => {
    given(paymentDecider, ...BROADCAST)
      .when(report())
      .then(settledAfter(BROADCAST));
  });

  it('PaymentFailed after authorization', () => {
    given(paymentDecider, ...BROADCAST)
      .when(failure())
      .then(failedAfter(BROADCAST, 'transaction_reverted', 'reverted', RESERVATION));
  });

  it('PaymentFailed before anything was asked for', () => {
    given(paymentDecider, initiated())
      .when(cancel())
      .then(failedAfter([initiated()], 'canceled', 'The payment was canceled.', null));
  });
});

describe('protocol rule 11: a reservation is payment and attempt', () => {
  it('a chain that went down after the reservation begins another attempt on the rest, and ends the first', () => {
    const quotes = [quote('ethereum', { settlementMs: 12_000 }), quote('base', { down: 'no blocks' })];
    given(paymentDecider, ...RESERVING)
      .when(funds(RESERVATION.id, DOWN))
      .then(routed(2, quotes));
    expect(routed(2).data).toMatchObject({ previous: RESERVATION, reservation: { id: `${PAYMENT_ID}#2` } });
  });

  it('the second attempt is authorized by its own reservation only', () => {
    const again = [...RESERVING, routed(2)];
    given(paymentDecider, ...again)
      .when(funds(`${PAYMENT_ID}#2`, UP, 'ethereum'))
      .then(authorized('ethereum', 2));
    given(paymentDecider, ...again)
      .when(refusal(RESERVATION.id))
      .then();
    given(paymentDecider, ...again)
      .when(approval(RESERVATION.id))
      .then();
  });

  it('an attempt that follows an approved one needs no approval again, and keeps the other policies', () => {
    const policy = { treasuryApproval: true, twoApprovers: true } as const;
    const first = routed();
    const asked: PaymentEvent = { ...first, data: { ...first.data, policy } };
    given(paymentDecider, initiated({ policy })).when(screening('cleared')).then(screened, asked);
    const quotes = [quote('ethereum', { settlementMs: 12_000 }), quote('base', { down: 'no blocks' })];
    const again = routed(2, quotes);
    given(paymentDecider, initiated({ policy }), screened, asked)
      .when(funds(RESERVATION.id, DOWN))
      .then({ ...again, data: { ...again.data, policy: { twoApprovers: true } } });
  });

  it('fails and returns the funds when no candidate is left', () => {
    const quotes = [quote('base'), quote('ethereum', { down: 'maintenance' })];
    const events = [initiated(), screened, routed(1, quotes)];
    const message =
      'Every chain for this payment is temporarily unavailable: base (no blocks), ethereum (maintenance). Retry after a short delay.';
    given(paymentDecider, ...events)
      .when(funds(RESERVATION.id, DOWN))
      .then(failedAfter(events, 'chain_unavailable', message, RESERVATION));
  });
});

describe('protocol rule 12: the answer to an overdue reservation', () => {
  const answer = (type: string, id = RESERVATION.id) => ({
    type,
    data: { paymentId: PAYMENT_ID, reservation: { id, walletId: null } },
  });

  it('is Post when the payment is settled', () => {
    given(paymentDecider, ...SETTLED)
      .when(overdue())
      .then(answer('PostAnswered'));
  });

  it('is Void when the payment has failed', () => {
    given(paymentDecider, ...CANCELED)
      .when(overdue())
      .then(answer('VoidAnswered'));
  });

  it('is Void for the reservation of another attempt, also when the payment is settled', () => {
    given(paymentDecider, ...RESERVING, routed(2))
      .when(overdue())
      .then(answer('VoidAnswered'));
    given(paymentDecider, ...SETTLED)
      .when(overdue(`${PAYMENT_ID}#2`))
      .then(answer('VoidAnswered', `${PAYMENT_ID}#2`));
  });

  it.each([
    ['reserving', RESERVING],
    ['authorized', AUTHORIZED],
    ['broadcast', BROADCAST],
    ['confirming', CONFIRMING],
  ])('is silence while the payment is %s', (_phase, events) => {
    given(paymentDecider, ...events)
      .when(overdue())
      .then();
  });
});

describe('protocol rule 15: after PaymentAuthorized only the sender’s stream ends a payment', () => {
  it.each([
    ['authorized', AUTHORIZED],
    ['broadcast', BROADCAST],
    ['confirming', CONFIRMING],
  ])('no timer, screening or refusal fails a payment that is %s', (_phase, events) => {
    given(paymentDecider, ...events)
      .when(deadline())
      .then();
    given(paymentDecider, ...events)
      .when(screening('blocked'))
      .then();
    given(paymentDecider, ...events)
      .when(refusal())
      .then();
  });

  it.each([
    ['authorized', AUTHORIZED],
    ['broadcast', BROADCAST],
    ['confirming', CONFIRMING],
  ])('what the sender’s stream ended fails a payment that is %s and gives the funds back', (_phase, events) => {
    given(paymentDecider, ...events)
      .when(failure())
      .then(failedAfter(events, 'transaction_reverted', 'reverted', RESERVATION));
  });

  it('a failure before the authorization is out of order and changes nothing', () => {
    given(paymentDecider, ...RESERVING)
      .when(failure())
      .then();
  });
});

describe('protocol rule 18: settled is said when the transfer is confirmed', () => {
  it('a transfer that was sent and is not included yet is shown as broadcast', () => {
    expect(factsAfterAll(...BROADCAST).stage).toBe('broadcast');
    given(paymentDecider, ...AUTHORIZED)
      .when(report(null))
      .then(broadcast);
    given(paymentDecider, ...BROADCAST)
      .when(report(null))
      .then();
  });

  it('a transfer that is confirmed at the first look is broadcast and settled in one append', () => {
    given(paymentDecider, ...AUTHORIZED)
      .when(report())
      .then(broadcast, settledAfter(BROADCAST));
  });

  it('a transfer that is included and not confirmed yet is shown as confirming, with its hash', () => {
    const seen = report({ block: 7, at: T0 + 400, confirmed: false });
    given(paymentDecider, ...AUTHORIZED)
      .when(seen)
      .then(broadcast, included());
    given(paymentDecider, ...BROADCAST)
      .when(seen)
      .then(included());
    given(paymentDecider, ...CONFIRMING)
      .when(seen)
      .then();
    expect(paymentResource(factsAfterAll(...CONFIRMING))).toMatchObject({
      status: 'pending',
      stage: 'confirming',
      txHash: '0xhash',
    });
  });

  it('a transfer settles its payment when it is confirmed, in whichever block it is by then', () => {
    given(paymentDecider, ...CONFIRMING)
      .when(report())
      .then(settledAfter(BROADCAST));
    given(paymentDecider, ...CONFIRMING)
      .when(report({ block: 8, at: T0 + 600, confirmed: false }))
      .then(included(8, T0 + 600));
    given(paymentDecider, ...CONFIRMING)
      .when(report(null))
      .then();
  });

  it('an inclusion of a payment that was never authorized is impossible', () => {
    given(paymentDecider, ...RESERVING)
      .when(report())
      .thenThrows('before it was authorized');
  });
});

describe('a chain has a clock of its own', () => {
  it('what stands in a block was sent before it, and after it was authorized', () => {
    given(paymentDecider, ...AUTHORIZED)
      .when(report({ block: 7, at: T0 + 7, confirmed: true }))
      .then(sent(T0 + 7), settledAfter(BROADCAST, 7));
    given(paymentDecider, ...AUTHORIZED)
      .when(report({ block: 7, at: T0 - 50, confirmed: true }))
      .then(sent(T0 + 5), settledAfter(BROADCAST, 5));
  });

  it('no inclusion is before the broadcast, and no settlement before the inclusion', () => {
    given(paymentDecider, ...BROADCAST)
      .when(report({ block: 7, at: T0, confirmed: false }))
      .then(included(7, T0 + 10));
    given(paymentDecider, ...CONFIRMING)
      .when(report({ block: 7, at: T0 + 399, confirmed: true }))
      .then(settledAfter(BROADCAST, 400));
  });

  it('settlement_ms counts from the payment’s creation, and settled_at is never before that', () => {
    const early = authorized();
    const authorization = { ...early.data.authorization, authorizedAt: T0 - 50 };
    const before = [...RESERVING, { ...early, data: { ...early.data, authorization } }];
    given(paymentDecider, ...before)
      .when(report({ block: 7, at: T0 - 50, confirmed: true }))
      .then(sent(T0), settledAfter([...before, sent(T0)], 0));
  });
});

function undoneBy(code: PaymentErrorCode, notBefore = authorized().data.authorization.validUntil): PaymentEvent {
  return { type: 'PaymentUndone', data: { code, message: 'reverted', notBefore } };
}

describe('A reorg after settled', () => {
  it('moves the transfer and nothing else', () => {
    given(paymentDecider, ...SETTLED)
      .when(report({ block: 8, at: T0 + 1_500, confirmed: true }))
      .then({ type: 'PaymentReincluded', data: { txHash: '0xhash', block: 8, explorerUrl: null } });
  });

  it('never changes the status, and is recorded once when the transfer is gone for good (protocol rule 19)', () => {
    const lost = {
      type: 'PaymentSettlementLost',
      data: { code: 'transaction_reverted', message: 'reverted' },
    } as const;
    for (const known of [undoneBy('transaction_reverted'), lost]) {
      given(paymentDecider, ...SETTLED, known)
        .when(failure())
        .then();
    }
    expect(paymentResource(factsAfterAll(...SETTLED, lost)).status).toBe('settled');
  });
});

describe('protocol rule 19: settled, reorganised away, and the validity over', () => {
  const HEARD = T0 + 900_000;
  const { authorization } = authorized().data;
  const validFor = authorization.validUntil - authorization.authorizedAt;
  const reauthorizedAt = (at: number): PaymentEvent => ({
    type: 'PaymentReauthorized',
    data: { authorization: { ...authorization, authorizedAt: at, validUntil: at + validFor } },
  });

  it('is authorized anew: the same transfer by the same sender, valid as long as before from now on', () => {
    given(paymentDecider, ...SETTLED)
      .when(failure('transaction_expired', HEARD))
      .then(reauthorizedAt(HEARD));
    expect(factsAfterAll(...SETTLED, reauthorizedAt(HEARD))).toEqual(factsAfterAll(...SETTLED));
  });

  it('renews an authorization that the limit of the wallet rejected', () => {
    given(paymentDecider, ...SETTLED)
      .when(failure('spend_limit_onchain', authorization.validUntil))
      .then(reauthorizedAt(authorization.validUntil));
  });

  it('a transfer that a block included too late, and reverted, is authorized again too', () => {
    given(paymentDecider, ...SETTLED)
      .when(failure('transaction_reverted', authorization.validUntil))
      .then(reauthorizedAt(authorization.validUntil));
    given(paymentDecider, ...SETTLED)
      .when(failure('transaction_reverted', authorization.validUntil - 1))
      .then(undoneBy('transaction_reverted'));
  });

  it('is back on chain elsewhere, and no second event is told', () => {
    given(paymentDecider, ...SETTLED, reauthorizedAt(HEARD))
      .when(report({ block: 99, at: HEARD + 2_000, confirmed: true }))
      .then({ type: 'PaymentReincluded', data: { txHash: '0xhash', block: 99, explorerUrl: null } });
  });

  it('is so again and again, and in the end a person is called', () => {
    const often = Array.from({ length: 19 }, (_, time) => reauthorizedAt(T0 + time));
    given(paymentDecider, ...SETTLED, ...often)
      .when(failure('transaction_expired', HEARD))
      .then(reauthorizedAt(HEARD));
    given(paymentDecider, ...SETTLED, ...often, reauthorizedAt(HEARD))
      .when(failure('transaction_expired', HEARD))
      .then(undoneBy('transaction_expired', HEARD + validFor));
  });

  it('whatever else keeps it from being made leaves it undone: anybody may send it while it is valid', () => {
    given(paymentDecider, ...SETTLED, reauthorizedAt(HEARD))
      .when(failure('recipient_blocklisted', HEARD))
      .then(undoneBy('recipient_blocklisted', HEARD + validFor));
  });

  it('a payment that is not settled fails: nothing is authorized anew for it', () => {
    given(paymentDecider, ...BROADCAST)
      .when(failure('transaction_expired', HEARD))
      .then(failedAfter(BROADCAST, 'transaction_expired', 'reverted', RESERVATION));
  });
});

describe('protocol rule 25: the screening deadline', () => {
  it('fails a payment that is still in screening', () => {
    given(paymentDecider, initiated())
      .when(deadline())
      .then(
        failedAfter(
          [initiated()],
          'internal_error',
          'Screening did not finish in time. Retry after a short delay.',
          null,
        ),
      );
  });

  it.each([
    ['in review', REVIEWED],
    ['reserving', RESERVING],
    ['awaiting approval', AWAITING],
    ['authorized', AUTHORIZED],
  ])('does not touch a payment that is %s', (_phase, events) => {
    given(paymentDecider, ...events)
      .when(deadline())
      .then();
  });
});

describe('protocol rule 26: cancel is decided on the payment’s stream', () => {
  it.each([
    ['in screening', [initiated()], null],
    ['in review', REVIEWED, null],
    ['reserving', RESERVING, RESERVATION],
    ['awaiting approval', AWAITING, { ...RESERVATION, walletId: WALLET_ID }],
  ])('a payment %s fails as canceled, and what was asked for is given back', (_phase, events, reservation) => {
    given(paymentDecider, ...events)
      .when(cancel())
      .then(failedAfter(events, 'canceled', 'The payment was canceled.', reservation));
  });

  it('canceling again changes nothing', () => {
    given(paymentDecider, ...CANCELED)
      .when(cancel())
      .then();
  });

  it.each([
    ['authorized', AUTHORIZED],
    ['broadcast', BROADCAST],
    ['confirming', CONFIRMING],
    ['settled', SETTLED],
    ['failed for another reason', FAILED],
  ])('is refused when the payment is %s', (_phase, events) => {
    given(paymentDecider, ...events)
      .when(cancel())
      .thenRefused('invalid_state');
  });
});
