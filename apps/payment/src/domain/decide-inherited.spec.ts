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
  data: { approvalId: 'apr_1', payment: payment({ stage: 'awaiting_approval', approval_id: 'apr_1' }) },
};
const waiting: PaymentEvent = {
  type: 'PaymentWaiting',
  data: { reason: 'held', funds: FUNDS, payment: payment({ stage: 'held' }) },
};
const review: PaymentEvent = { type: 'PaymentInReview', data: { ref: 'cpl_1', payment: payment({}) } };
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
      data: { found: true, reservation: RESERVATION, transfer: { chain: 'ethereum' }, payment: { txHash: '0xfirst' } },
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

function payment(changes: object) {
  const state = [initiated(), screened, routed()].reduce<ReturnType<typeof evolvePayment>>(evolvePayment, newPayment);
  if (state.phase === 'new') throw new Error('no event');
  return { ...state.payment, ...changes };
}

function stateAfter(events: readonly PaymentEvent[]) {
  return events.reduce(evolvePayment, newPayment);
}
