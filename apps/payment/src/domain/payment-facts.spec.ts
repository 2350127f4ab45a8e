import { T0, initiated } from '../testing/payments';
import { factsAfter, factsOf } from './evolve-facts';
import { failed } from './payment-facts';
import { paymentResource } from './payment-resource';

const CANCELED = { code: 'canceled', message: 'The payment was canceled.' } as const;

describe('the metadata of a payment', () => {
  it('is that of its order, to its end', () => {
    const begun = factsAfter(undefined, initiated({ metadata: { order: '1042' } }));
    const shown = paymentResource(begun);
    expect(shown).toMatchObject({ created_at: new Date(T0).toISOString(), metadata: { order: '1042' } });
    const facts = failed(begun, CANCELED);
    const ended = factsAfter(begun, { type: 'PaymentFailed', data: { ...CANCELED, reservation: null, facts } });
    expect(paymentResource(ended).metadata).toEqual({ order: '1042' });
  });

  it('is empty where the order has none', () => {
    expect(paymentResource(factsOf(initiated())).metadata).toEqual({});
  });
});
