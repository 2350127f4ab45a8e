import { given } from '@stablecoin/event-sourcing/testing';
import { PAYMENT_ID, RECIPIENT, T0, authorized, command, initiated, routed, screened } from '../testing/payments';
import { paymentDecider } from './decide-payment';
import { evolvePayment, newPayment } from './payment';
import type { FoundUse } from './payment-commands';
import type { PaymentEvent } from './payment-events';

const G1 = 'generation-1';
const G2 = 'generation-2';
const RESERVATION = { id: `${PAYMENT_ID}#1`, walletId: null };
const FOUND: FoundUse = {
  use: {
    ...{ state: 'final', chain: 'ethereum', hash: '0xfirst', block: 7, at: T0 + 60_000 },
    transfer: { from: '0xsource', to: RECIPIENT, currency: 'USDC', amount: '10000000' },
  },
  explorerUrl: null,
  payer: '0xsource',
};
const FUNDS = { paymentId: PAYMENT_ID, reservationId: RESERVATION.id, chain: 'base' } as const;

const inherited = (found: FoundUse | null, generation = G1) => command('RecordInherited', { generation, found });
const confirm = (generation = G1) => command('ConfirmPayment', { generation });
const cancel = () => command('CancelPayment', { paymentId: PAYMENT_ID });
const funds = () =>
  command('AuthorizeTransfer', {
    ...{ funds: FUNDS, health: { status: 'up' }, listed: 'not_listed', sender: 'sandbox', source: '0xsource' },
    ...{ authorizedAt: T0 + 5, validUntil: T0 + 5_005 },
  });

const held = (generation = G1): PaymentEvent => ({ type: 'PaymentHeld', data: { generation } });
const awaiting: PaymentEvent = {
  type: 'PaymentAwaitingApproval',
  data: { approvalId: 'apr_1', facts: facts({ stage: 'awaiting_approval', approvalId: 'apr_1' }) },
};
const waiting: PaymentEvent = {
  type: 'PaymentWaiting',
  data: { reason: 'held', funds: FUNDS, facts: facts({ stage: 'held' }) },
};
const review: PaymentEvent = { type: 'PaymentInReview', data: { ref: 'cpl_1', facts: facts({}) } };
const sent: PaymentEvent = { type: 'PaymentBroadcast', data: { hash: '0x1', explorerUrl: null, sentAt: T0 + 6 } };

const RESERVING = [initiated(), screened, routed()];
const UNSIGNED: [string, PaymentEvent[]][] = [
  ['screening', [initiated()]],
  ['in review', [initiated(), review]],
  ['reserving', RESERVING],
  ['awaiting approval', [...RESERVING, awaiting]],
];
const SIGNED: [string, PaymentEvent[]][] = [
  ['authorized', [...RESERVING, authorized()]],
  ['broadcast', [...RESERVING, authorized(), sent]],
];

describe('protocol rule 34: an open payment that a restored store has', () => {
  it.each([...UNSIGNED, ...SIGNED])('is settled when a chain has its transfer (%s)', (_, events) => {
    const [event, ...more] = paymentDecider.decide(inherited(FOUND), stateAfter(events));
    expect(event).toMatchObject({
      type: 'PaymentSettled',
      data: { found: true, reservation: RESERVATION, transfer: { chain: 'ethereum' }, facts: { txHash: '0xfirst' } },
    });
    expect(more).toEqual([]);
  });

  it.each(SIGNED)('has failed when it was signed and no chain has it (%s)', (_, events) => {
    const [event] = paymentDecider.decide(inherited(null), stateAfter(events));
    expect(event).toMatchObject({
      type: 'PaymentFailed',
      data: { code: 'transaction_expired', reservation: RESERVATION },
    });
  });

  it.each(UNSIGNED)('is held when it was not signed and no chain has it (%s)', (_, events) => {
    given(paymentDecider, ...events)
      .when(inherited(null))
      .then(held());
  });

  it('fails when a chain has another transfer with its on-chain id', () => {
    const use = { ...FOUND.use, transfer: { ...FOUND.use.transfer!, amount: '1' as const } };
    const [event] = paymentDecider.decide(inherited({ ...FOUND, use }), stateAfter(RESERVING));
    expect(event).toMatchObject({ type: 'PaymentFailed', data: { code: 'idempotency_conflict' } });
  });

  it('is recorded once, however often it is looked up', () => {
    given(paymentDecider, ...RESERVING, held())
      .when(inherited(null))
      .then();
  });
});

describe('protocol rule 35: a held payment', () => {
  const HELD = [...RESERVING, held()];

  it('is not authorized, also after an approval: it waits with its funds', () => {
    given(paymentDecider, ...HELD)
      .when(funds())
      .then(waiting);
    const [event] = paymentDecider.decide(funds(), stateAfter([...HELD, awaiting]));
    expect(event).toMatchObject({ type: 'PaymentWaiting', data: { reason: 'held' } });
  });

  it('continues when it is confirmed in its generation, with the funds that it waits with', () => {
    given(paymentDecider, ...HELD, waiting)
      .when(confirm())
      .then({ type: 'PaymentConfirmed', data: { generation: G1, funds: FUNDS } });
    const after = stateAfter([...HELD, waiting, { type: 'PaymentConfirmed', data: { generation: G1, funds: FUNDS } }]);
    expect(paymentDecider.decide(funds(), after).map(({ type }) => type)).toEqual([
      'PaymentContinued',
      'PaymentAuthorized',
    ]);
  });

  it('continues without a wait when it is confirmed before', () => {
    const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: { generation: G1, funds: null } };
    given(paymentDecider, ...HELD)
      .when(confirm())
      .then(confirmed);
    given(paymentDecider, ...HELD, confirmed)
      .when(funds())
      .then(authorized());
  });

  it('is not released by a confirmation of another generation, and is held again by a second restore', () => {
    given(paymentDecider, ...HELD)
      .when(confirm(G2))
      .then();
    const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: { generation: G1, funds: null } };
    given(paymentDecider, ...HELD, confirmed)
      .when(inherited(null, G2))
      .then(held(G2));
    given(paymentDecider, ...HELD, confirmed, held(G2))
      .when(confirm(G1))
      .then();
  });

  it('can be canceled, and gives its funds back', () => {
    const [, event] = paymentDecider.decide(cancel(), stateAfter([...HELD, waiting]));
    expect(event).toMatchObject({ type: 'PaymentFailed', data: { code: 'canceled', reservation: RESERVATION } });
  });
});

describe('protocol rule 33: a payment that the owners of its wallet may have made with what they signed', () => {
  const UNTIL = T0 + 86_400_000;
  const doubted = (found: FoundUse | null, generation = G1) =>
    command('RecordInherited', { generation, found, notBefore: UNTIL });
  const end = (found: FoundUse | null) => command('EndDoubt', { found });
  const heldUntil: PaymentEvent = { type: 'PaymentHeld', data: { generation: G1, notBefore: UNTIL } };
  const ended: PaymentEvent = { type: 'PaymentDoubtEnded', data: null };
  const IN_DOUBT = [...RESERVING, heldUntil];
  const refused = () =>
    command('RefuseReservation', { reservationId: RESERVATION.id, code: 'approval_expired', message: 'too late' });
  const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

  it.each(UNSIGNED)('is held until that is known (%s)', (_, events) => {
    given(paymentDecider, ...events)
      .when(doubted(null))
      .then(heldUntil);
  });

  it.each(SIGNED)('waits although it was signed and no chain has it (%s)', (_, events) => {
    const [first, waits] = paymentDecider.decide(doubted(null), stateAfter(events));
    expect(first).toEqual(heldUntil);
    const reason = { reason: 'in_doubt', funds: null, facts: { settledAt: null, failure: null, stage: 'waiting' } };
    const ending = { code: 'transaction_expired', reservation: RESERVATION };
    expect(waits).toMatchObject({ type: 'PaymentWaiting', data: { ...reason, ending } });
    const after = stateAfter([...events, heldUntil, waits as PaymentEvent]);
    // Its sender, and a repetition of the acceptance, change nothing.
    const code = 'transaction_expired' as const;
    const failed = command('FailPayment', { paymentId: PAYMENT_ID, code, message: '', heardAt: T0 });
    for (const late of [failed, doubted(null), funds()]) expect(paymentDecider.decide(late, after)).toEqual([]);
    expect(typesOf(paymentDecider.decide(end(null), after))).toEqual([
      'PaymentContinued',
      'PaymentDoubtEnded',
      'PaymentFailed',
    ]);
    expect(typesOf(paymentDecider.decide(end(FOUND), after))).toEqual([
      'PaymentContinued',
      'PaymentDoubtEnded',
      'PaymentSettled',
    ]);
  });

  it('is canceled by nobody, and released by nobody', () => {
    const [event] = paymentDecider.decide(cancel(), stateAfter(IN_DOUBT));
    expect(event).toMatchObject({ type: 'CommandRefused', data: { code: 'invalid_state' } });
    const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: { generation: G1, funds: null } };
    const [waits] = paymentDecider.decide(funds(), stateAfter([...IN_DOUBT, confirmed]));
    expect(waits).toMatchObject({ type: 'PaymentWaiting', data: { reason: 'earlier_use' } });
  });

  it('fails by a timer or a refusal only when the chains say that it was not made', () => {
    const late = command('ExpireScreening', null);
    for (const [command, events] of [
      [refused(), IN_DOUBT],
      [late, [initiated(), heldUntil]],
    ] as const) {
      const [waits, ...more] = paymentDecider.decide(command, stateAfter(events));
      expect(waits).toMatchObject({ type: 'PaymentWaiting', data: { reason: 'in_doubt' } });
      expect(more).toEqual([]);
      const after = stateAfter([...events, waits as PaymentEvent]);
      // The first reason counts.
      expect(paymentDecider.decide(refused(), after)).toEqual([]);
      expect(paymentDecider.decide(end(null), after).at(-1)?.type).toBe('PaymentFailed');
      expect(paymentDecider.decide(end(FOUND), after).at(-1)?.type).toBe('PaymentSettled');
    }
    const waits = paymentDecider.decide(refused(), stateAfter(IN_DOUBT)) as PaymentEvent[];
    const failed = paymentDecider.decide(end(null), stateAfter([...IN_DOUBT, ...waits])).at(-1);
    expect(failed).toMatchObject({ data: { code: 'approval_expired', message: 'too late', reservation: null } });
  });

  it('is settled as soon as a look finds it, and is in no doubt then', () => {
    const found = { ...funds(), data: { ...funds().data, earlier: FOUND } } as ReturnType<typeof funds>;
    expect(typesOf(paymentDecider.decide(found, stateAfter(IN_DOUBT)))).toEqual([
      'PaymentDoubtEnded',
      'PaymentSettled',
    ]);
  });

  it('is held as any other when the chains say that it was not made', () => {
    given(paymentDecider, ...IN_DOUBT)
      .when(end(null))
      .then(ended);
    given(paymentDecider, ...IN_DOUBT, ended)
      .when(funds())
      .then(waiting);
    expect(paymentDecider.decide(cancel(), stateAfter([...IN_DOUBT, ended])).map(({ type }) => type)).toEqual([
      'PaymentFailed',
    ]);
    given(paymentDecider, ...IN_DOUBT, ended)
      .when(end(FOUND))
      .then();
  });

  it('is in doubt again after a second restore', () => {
    given(paymentDecider, ...IN_DOUBT, ended)
      .when(doubted(null, G2))
      .then({ type: 'PaymentHeld', data: { generation: G2, notBefore: UNTIL } });
  });
});

describe('protocol rule 36: a payment of which the chains do not say yet whether it was made', () => {
  const unknown: PaymentEvent = {
    type: 'PaymentWaiting',
    data: { reason: 'earlier_use', funds: null, facts: facts({ stage: 'waiting' }) },
  };
  const events = [initiated(), unknown];

  it('is not canceled while records may be missing: it may have been paid', () => {
    const data = { paymentId: PAYMENT_ID, areRecordsMissing: true };
    const [event] = paymentDecider.decide(command('CancelPayment', data), stateAfter(events));
    expect(event).toMatchObject({ type: 'CommandRefused', data: { code: 'invalid_state' } });
  });

  it('is canceled where none is missing', () => {
    expect(paymentDecider.decide(cancel(), stateAfter(events)).at(-1)?.type).toBe('PaymentFailed');
  });
});

function facts(changes: object) {
  const state = [initiated(), screened, routed()].reduce<ReturnType<typeof evolvePayment>>(evolvePayment, newPayment);
  if (state.phase === 'new') throw new Error('no event');
  return { ...state.facts, ...changes };
}

function stateAfter(events: readonly PaymentEvent[]) {
  return events.reduce(evolvePayment, newPayment);
}
