import type { Json, RecordedEvent } from '@stablecoin/event-sourcing';
import { T0, WALLET_ID } from '../testing/payments';
import { paymentResource } from './payment-resource';
import type { PaymentFacts } from './payment-facts';
import { upcastPaymentEvent } from './payment-upcast';

/** As version 0.1.0 has stored it, by the names of then. */
const STORED = {
  id: 'pay_1',
  status: 'settled',
  stage: 'done',
  txHash: '0xhash',
  to: '0xTo',
  from: WALLET_ID,
  amount: '12.50',
  currency: 'EURC',
  chain: 'base',
  memo: 'Invoice 7',
  compliance_ref: 'cpl_1',
  approval_id: 'apr_1',
  error_code: null,
  error_message: null,
  idempotency_key: 'order-7',
  livemode: true,
  explorer_url: 'https://explorer.example/tx/0xhash',
  created_at: new Date(T0).toISOString(),
  settled_at: new Date(T0 + 812).toISOString(),
  settlement_ms: 812,
  recovered: true,
  metadata: { order: '7' },
};

function stored(type: string, data: Json): RecordedEvent {
  const metadata = { commandId: 'c', at: T0, correlationId: 'req_1', account: 'acme', livemode: true };
  return { id: 'e', type, data, metadata, stream: 'payment-pay_1', revision: 3, position: 30 };
}

/** The rest of the data, and the facts, of an event that has this payment. */
function upcast(payment: Json): { readonly rest: unknown; readonly facts: PaymentFacts } {
  const { facts, ...rest } = upcastPaymentEvent(stored('PaymentFailed', { message: 'why', payment })).data as {
    readonly facts: PaymentFacts;
  };
  return { rest, facts };
}

describe('an event of a payment that version 0.1.0 has stored', () => {
  it.each([
    ['settled', {}],
    [
      'failed',
      { status: 'failed', settled_at: null, settlement_ms: null, error_code: 'canceled', error_message: 'It was.' },
    ],
    [
      'waiting',
      {
        ...{ status: 'pending', stage: 'held', chain: null, txHash: null, explorer_url: null, from: null, memo: null },
        ...{ settled_at: null, settlement_ms: null, approval_id: null, idempotency_key: null, recovered: false },
      },
    ],
  ])('has the facts of which the same resource is made: %s', (_, changes) => {
    const payment = { ...STORED, ...changes };
    const { rest, facts } = upcast(payment);
    expect(rest).toEqual({ message: 'why' });
    expect(JSON.stringify(paymentResource(facts))).toBe(JSON.stringify(payment));
  });

  it('has no metadata and was not recovered, where it was stored before there was either', () => {
    const { metadata: _metadata, recovered: _recovered, ...before } = STORED;
    expect(upcast(before).facts).toMatchObject({ metadata: {}, recovered: false });
  });

  it('keeps its id, its place and its metadata', () => {
    const event = stored('PaymentInReview', { ref: 'cpl_1', payment: STORED });
    expect(upcastPaymentEvent(event)).toEqual({ ...event, data: { ref: 'cpl_1', facts: upcast(STORED).facts } });
  });

  it('is read as it is where it has facts, or nothing of the payment', () => {
    const { facts } = upcast(STORED);
    for (const event of [
      stored('PaymentInReview', { ref: 'cpl_1', facts }),
      stored('PaymentContinued', null),
      stored('PaymentScreened', { ref: null, skipped: true }),
      stored('CommandRefused', { code: 'invalid_state' }),
    ]) {
      expect(upcastPaymentEvent(event)).toBe(event);
    }
  });
});
