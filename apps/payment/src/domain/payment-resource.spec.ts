import { T0, initiated } from '../testing/payments';
import type { PaymentFailed } from './payment-events';
import { failedPayment, initiatedPayment, paymentAfter } from './payment-resource';

const failed = (payment: PaymentFailed['data']['payment']): PaymentFailed => ({
  type: 'PaymentFailed',
  data: { code: 'canceled', message: 'The payment was canceled.', reservation: null, payment },
});

describe('the metadata of a payment', () => {
  it('is that of its order, to its end', () => {
    const begun = paymentAfter(undefined, initiated({ metadata: { order: '1042' } }));
    expect(begun).toMatchObject({ created_at: new Date(T0).toISOString(), metadata: { order: '1042' } });
    const ended = paymentAfter(begun, failed(failedPayment(begun, 'canceled', 'The payment was canceled.')));
    expect(ended.metadata).toEqual({ order: '1042' });
  });

  it('is empty where the order has none', () => {
    expect(initiatedPayment(initiated()).metadata).toEqual({});
  });

  it('is empty after an event from before there was metadata', () => {
    const { metadata: _, ...before } = initiatedPayment(initiated());
    const old = before as PaymentFailed['data']['payment'];
    expect(paymentAfter(undefined, failed(old))).toEqual({ ...before, metadata: {} });
  });

  it('is not recovered after an event of a version that did not say so', () => {
    const { recovered: _, ...before } = initiatedPayment(initiated({ metadata: { order: '1042' } }));
    const old = before as PaymentFailed['data']['payment'];
    expect(paymentAfter(undefined, failed(old))).toEqual({ ...before, recovered: false });
  });
});
