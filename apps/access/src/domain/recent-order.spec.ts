import { given } from '@stablecoin/event-sourcing/testing';
import { DISTINCT_FROM_ANY, recentOrderDecider, type OrderRemembered, type RememberOrder } from './recent-order';

const HOUR = 3_600_000;
const remember = (data: Partial<RememberOrder['data']> = {}, at = 1_000): RememberOrder => ({
  id: 'req_2',
  type: 'RememberOrder',
  data: { paymentId: 'pay_2', holder: 'request-2', isKeyed: true, windowMs: HOUR, distinctFrom: null, ...data },
  at,
  correlationId: 'req_2',
  account: 'acme',
  livemode: true,
});
const remembered = (n: number, orderedAt = 1_000): OrderRemembered => ({
  type: 'OrderRemembered',
  data: { paymentId: `pay_${String(n)}`, holder: `request-${String(n)}`, isKeyed: true, orderedAt },
});

describe('recent orders', () => {
  it('remember the first order of a kind', () => {
    given(recentOrderDecider).when(remember()).then(remembered(2));
  });

  it('keep the earlier one within the window, and not from its end on', () => {
    given(recentOrderDecider, remembered(1, 0))
      .when(remember({}, HOUR - 1))
      .then();
    given(recentOrderDecider, remembered(1, 0)).when(remember({}, HOUR)).then(remembered(2, HOUR));
  });

  it('keep the earlier one when the clock went back', () => {
    given(recentOrderDecider, remembered(1, 5_000)).when(remember({}, 1_000)).then();
  });

  it('take one that is known to differ from the payment that they hold, and only from that', () => {
    given(recentOrderDecider, remembered(1))
      .when(remember({ distinctFrom: 'pay_1' }))
      .then(remembered(2));
    given(recentOrderDecider, remembered(1))
      .when(remember({ distinctFrom: 'pay_0' }))
      .then();
  });

  it('take one that the client confirms', () => {
    given(recentOrderDecider, remembered(1))
      .when(remember({ distinctFrom: DISTINCT_FROM_ANY }))
      .then(remembered(2));
  });

  it('give a request that is sent again the payment that it was given first, confirmed or not', () => {
    const again = { paymentId: 'pay_3', holder: 'request-1', isKeyed: true };
    given(recentOrderDecider, remembered(1)).when(remember(again)).then();
    given(recentOrderDecider, remembered(1))
      .when(remember({ ...again, distinctFrom: DISTINCT_FROM_ANY }))
      .then();
  });
});
