import type { Message } from '@stablecoin/contracts';
import type { CommandRefused, EventMetadata, Steps, StoredEvent } from '@stablecoin/event-sourcing';
import type { PaymentEvent } from '../domain/payment-events';
import { failed, settled as settledBy } from '../domain/payment-facts';
import { paymentResource } from '../domain/payment-resource';
import type { PaymentServiceEvent } from '../domain/streams';
import { assembled, closed, final } from '../testing/submissions';
import {
  PAYMENT_ID,
  RECIPIENT,
  T0,
  WALLET_ID,
  authorized,
  initiated,
  factsAfterAll,
  quote,
  routed,
  screened,
} from '../testing/payments';
import { messagesFor } from './messages-for';

type AnyEvent = PaymentServiceEvent | CommandRefused;

const METADATA = { commandId: 'msg_0', at: T0, correlationId: 'req_1', account: 'acme', livemode: false };

function recorded(event: AnyEvent, metadata: Partial<EventMetadata> = {}): StoredEvent<PaymentServiceEvent> {
  return {
    ...event,
    id: '11111111-1111-5111-8111-111111111111',
    stream: `payment-${PAYMENT_ID}`,
    revision: 4,
    position: 40,
    metadata: { ...METADATA, ...metadata },
  };
}

/** A message without its envelope: what a table of this process shows. */
const bare = ({ type, key, data }: Message) => ({ type, key, data });
type Bare = ReturnType<typeof bare>;

/** What goes out side by side stands in a list of its own. */
const bareSteps = (steps: Steps<Message>): readonly (Bare | readonly Bare[])[] =>
  steps.map((step) => ('type' in step ? bare(step) : step.map(bare)));

const everyMessage = (event: StoredEvent<PaymentServiceEvent>): readonly Message[] => messagesFor(event).flat();

const RESERVATION = { id: `${PAYMENT_ID}#1`, walletId: null };
const WALLET_RESERVATION = { id: `${PAYMENT_ID}#1`, walletId: WALLET_ID };
const REF = { reservationId: `${PAYMENT_ID}#1`, paymentId: PAYMENT_ID };
const known = factsAfterAll(initiated());
const pending = paymentResource(known);
const settledFacts = settledBy(known, { txHash: '0xhash', explorerUrl: null, settledAt: T0 + 800 });
const settled = paymentResource(settledFacts);
const transfer = { chain: 'base', currency: 'USDC', amount: '10000000', from: '0xsource', to: RECIPIENT } as const;
const paymentSettled: PaymentEvent = {
  type: 'PaymentSettled',
  data: { txHash: '0xhash', block: 7, reservation: RESERVATION, transfer, facts: settledFacts },
};

function paymentFailed(
  code: 'canceled' | 'compliance_blocked',
  reservation: typeof RESERVATION | typeof WALLET_RESERVATION | null,
): PaymentEvent {
  return {
    type: 'PaymentFailed',
    data: { code, message: 'why', reservation, facts: failed(known, { code, message: 'why' }) },
  };
}

const RESERVE = { ...REF, amount: '10000000', currency: 'USDC' };
const INITIATED = { type: 'payment.initiated', key: PAYMENT_ID, data: pending };

describe('protocol rule 9: what follows from an event follows from this event alone', () => {
  const rows: [string, AnyEvent, (Bare | Bare[])[]][] = [
    [
      'a payment that is to be screened: compliance is asked, by address, and the payment exists',
      initiated({ countryCode: 'DE', complianceRef: 'cpl_9' }),
      [
        {
          type: 'compliance.ScreenPayment',
          key: RECIPIENT,
          data: {
            ...{ paymentId: PAYMENT_ID, address: RECIPIENT, countryCode: 'DE', complianceRef: 'cpl_9' },
            amount: { value: '10.00', currency: 'USDC' },
          },
        },
        INITIATED,
      ],
    ],
    ['a payment that is not screened: it exists', initiated({ compliance: 'skip' }), [INITIATED]],
    [
      'a payment whose recipient is known to be cleared: it exists',
      { type: 'PaymentInitiated', data: { ...initiated().data, knownScreening: 'cpl_1' } },
      [INITIATED],
    ],
    [
      'a review: a person is waited for',
      { type: 'PaymentInReview', data: { ref: 'cpl_1', facts: known } },
      [{ type: 'payment.waiting', key: PAYMENT_ID, data: pending }],
    ],
    [
      'a route: the treasury is asked, on the chains that are up, in order',
      routed(1, [quote('base', { down: 'maintenance' }), quote('ethereum'), quote('solana', { fee: '1' })]),
      [{ type: 'treasury.ReserveFunds', key: 'acme.test', data: { ...RESERVE, candidates: ['ethereum', 'solana'] } }],
    ],
    [
      'a route of a wallet: the wallet is asked',
      routed(1, [quote('base')], WALLET_ID),
      [
        {
          type: 'wallet.ReserveFunds',
          key: WALLET_ID,
          data: { ...RESERVE, walletId: WALLET_ID, to: RECIPIENT, candidates: ['base'] },
        },
      ],
    ],
    [
      'a second attempt: the first reservation is given back, then the next one is asked for (protocol rule 11)',
      routed(2, [quote('ethereum')]),
      [
        { type: 'treasury.VoidReservation', key: 'acme.test', data: REF },
        {
          type: 'treasury.ReserveFunds',
          key: 'acme.test',
          data: { ...RESERVE, reservationId: `${PAYMENT_ID}#2`, candidates: ['ethereum'] },
        },
      ],
    ],
    [
      'an approval: a person is waited for',
      { type: 'PaymentAwaitingApproval', data: { approvalId: 'apr_1', facts: known } },
      [{ type: 'payment.waiting', key: PAYMENT_ID, data: pending }],
    ],
    [
      'a settlement: the reservation is posted and the recipient credited before anybody is told',
      paymentSettled,
      [
        [
          { type: 'treasury.PostReservation', key: 'acme.test', data: REF },
          {
            type: 'wallet.RecordTransfer',
            key: RECIPIENT,
            data: { transferId: PAYMENT_ID, txHash: '0xhash', ...transfer },
          },
        ],
        { type: 'payment.settled', key: PAYMENT_ID, data: settled },
      ],
    ],
    [
      'a failure: the reservation is given back before anybody is told',
      paymentFailed('canceled', RESERVATION),
      [
        { type: 'treasury.VoidReservation', key: 'acme.test', data: REF },
        {
          type: 'payment.failed',
          key: PAYMENT_ID,
          data: paymentResource(failed(known, { code: 'canceled', message: 'why' })),
        },
      ],
    ],
    [
      'a failure of a payment from a wallet: the wallet closes the reservation, or the approval that waits for one',
      paymentFailed('canceled', WALLET_RESERVATION),
      [
        { type: 'wallet.VoidReservation', key: WALLET_ID, data: { ...REF, walletId: WALLET_ID } },
        {
          type: 'payment.failed',
          key: PAYMENT_ID,
          data: paymentResource(failed(known, { code: 'canceled', message: 'why' })),
        },
      ],
    ],
    [
      'a blocked recipient: only payment.compliance_blocked (API decisions, one terminal event)',
      paymentFailed('compliance_blocked', null),
      [
        {
          type: 'payment.compliance_blocked',
          key: PAYMENT_ID,
          data: paymentResource(failed(known, { code: 'compliance_blocked', message: 'why' })),
        },
      ],
    ],
    [
      'an answer Void',
      { type: 'VoidAnswered', data: { paymentId: PAYMENT_ID, reservation: RESERVATION } },
      [{ type: 'treasury.VoidReservation', key: 'acme.test', data: REF }],
    ],
    [
      'an answer Void to a wallet',
      { type: 'VoidAnswered', data: { paymentId: PAYMENT_ID, reservation: WALLET_RESERVATION } },
      [{ type: 'wallet.VoidReservation', key: WALLET_ID, data: { ...REF, walletId: WALLET_ID } }],
    ],
    [
      'an answer Post',
      { type: 'PostAnswered', data: { paymentId: PAYMENT_ID, reservation: RESERVATION } },
      [{ type: 'treasury.PostReservation', key: 'acme.test', data: REF }],
    ],
    [
      'a closed authorization: its payment fails (protocol rule 15)',
      closed('pay_a'),
      [
        {
          type: 'payment.FailPayment',
          key: 'pay_a',
          data: {
            paymentId: 'pay_a',
            code: 'insufficient_gas',
            message: 'The sender has too little gas on this chain; nothing was sent. Retry later, or on another chain.',
          },
        },
      ],
    ],
    [
      'the end of a submission: those payments fail whose transfers did not happen (protocol rule 15)',
      final('0x1', ['pay_a'], ['pay_b', 'pay_c']),
      ['pay_b', 'pay_c'].map((paymentId) => ({
        type: 'payment.FailPayment',
        key: paymentId,
        data: {
          paymentId,
          code: 'transaction_reverted',
          message: 'The transfer was reverted on chain; no money moved.',
        },
      })),
    ],
    ['a cleared screening: nothing', screened, []],
    ['an authorization: nothing, the sender’s worker finds it in its list', authorized(), []],
    ['a broadcast: nothing', { type: 'PaymentBroadcast', data: { hash: '0xhash', explorerUrl: null, sentAt: 1 } }, []],
    [
      'an inclusion: nothing',
      { type: 'PaymentIncluded', data: { txHash: '0xhash', explorerUrl: null, block: 7, includedAt: 1 } },
      [],
    ],
    [
      'another block after a reorg: nothing (API decisions, no second event)',
      { type: 'PaymentReincluded', data: { txHash: '0xhash', block: 8, explorerUrl: null } },
      [],
    ],
    [
      'a settled payment that waits: nothing (API decisions, one terminal event)',
      { type: 'PaymentAwaitingApproval', data: { approvalId: 'apr_2', facts: settledFacts } },
      [],
    ],
    [
      'undone: nothing',
      { type: 'PaymentUndone', data: { code: 'transaction_expired', message: 'x', notBefore: T0 } },
      [],
    ],
    [
      'not made: its wallet asks the owners again',
      {
        type: 'PaymentReapprovalRequested',
        data: {
          paymentId: PAYMENT_ID,
          attempt: 2,
          request: { id: `${PAYMENT_ID}#2`, walletId: WALLET_ID },
          amount: '10000000',
          currency: 'USDC',
          chain: 'base',
          to: RECIPIENT,
        },
      },
      [
        {
          type: 'wallet.ReserveFunds',
          key: WALLET_ID,
          data: {
            reservationId: `${PAYMENT_ID}#2`,
            paymentId: PAYMENT_ID,
            amount: '10000000',
            currency: 'USDC',
            candidates: ['base'],
            walletId: WALLET_ID,
            to: RECIPIENT,
            isPosted: true,
          },
        },
      ],
    ],
    [
      'a lost settlement without a proof: nothing',
      { type: 'PaymentSettlementLost', data: { code: 'transaction_expired', message: 'x' } },
      [],
    ],
    ...[
      { walletId: null, type: 'treasury.ReturnReservation', key: 'acme.test', of: {} },
      { walletId: WALLET_ID, type: 'wallet.ReturnReservation', key: WALLET_ID, of: { walletId: WALLET_ID } },
    ].map(({ walletId, type, key, of }): (typeof rows)[number] => {
      const reservationId = `${PAYMENT_ID}#1`;
      const money = { chain: 'base', currency: 'USDC', amount: '10000000' } as const;
      const returned = { reservation: { id: reservationId, walletId }, ...money };
      return [
        `a settlement that is provably lost: the money returns (${type})`,
        { type: 'PaymentSettlementLost', data: { code: 'transaction_expired', message: 'x', returned } },
        [{ type, key, data: { reservationId, paymentId: PAYMENT_ID, ...money, ...of } }],
      ];
    }),
    ['an assembled submission: nothing', assembled('0x1', 'a'), []],
    ['a refusal: nothing', { type: 'CommandRefused', data: { code: 'invalid_state', message: 'x', param: null } }, []],
  ];

  it.each(rows)('after %s', (_what, event, messages) => {
    expect(bareSteps(messagesFor(recorded(event)))).toEqual(messages);
  });

  it('a transfer in live mode is told to no wallet: the chain is watched there', () => {
    const types = everyMessage(recorded(paymentSettled, { livemode: true })).map(({ type }) => type);
    expect(types).toEqual(['treasury.PostReservation', 'payment.settled']);
  });

  it('a treasury is one per account and mode', () => {
    expect(everyMessage(recorded(routed(), { livemode: true })).map(({ key }) => key)).toEqual(['acme.live']);
  });
});

describe('messages', () => {
  it('carry the same ids when the relay maps an event again, and different ones among each other', () => {
    const event = recorded(final('0x1', [], ['pay_b', 'pay_c']));
    expect(messagesFor(event)).toEqual(messagesFor(event));
    expect(new Set(everyMessage(event).map(({ id }) => id)).size).toBe(2);
  });

  it('about a payment that a sender’s stream ended go out for the payment’s own account and request', () => {
    const event = recorded(closed('pay_a'), { account: '', correlationId: 'sender' });
    expect(messagesFor(event)[0]).toMatchObject({ account: 'acme', correlationId: 'req_pay_a' });
  });

  it('carry the sequence of their payment in public events', () => {
    expect(messagesFor(recorded(paymentSettled)).at(-1)).toMatchObject({
      sequence: 4,
      account: 'acme',
      livemode: false,
    });
  });
});
