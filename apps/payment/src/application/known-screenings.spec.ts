import { order, RECIPIENT, T0 } from '../testing/payments';
import { KnownScreenings } from './known-screenings';

const TENANT = { account: 'acme', livemode: false };
const CLEARED = { ref: 'cpl_1', answersUntil: T0 + 1_000 };

describe('KnownScreenings', () => {
  let known: KnownScreenings;

  beforeEach(() => {
    known = new KnownScreenings();
    known.keep(TENANT, order(), CLEARED);
  });

  it('finds what has cleared a recipient', () => {
    expect(known.find(TENANT, order({ paymentId: 'pay_2', amount: '1' }), T0)).toBe('cpl_1');
    expect(known.size).toBe(1);
  });

  it('finds it until it expires, as compliance does', () => {
    expect(known.find(TENANT, order(), T0 + 999)).toBe('cpl_1');
    expect(known.find(TENANT, order(), T0 + 1_000)).toBeNull();
  });

  it.each([
    ['another recipient', TENANT, { to: RECIPIENT.toLowerCase() }],
    ['another country', TENANT, { countryCode: 'DE' }],
    ['another account', { ...TENANT, account: 'other' }, {}],
    ['another mode', { ...TENANT, livemode: true }, {}],
    ['a client that names another result', TENANT, { complianceRef: 'cpl_2' }],
    ['a client that wants no screening', TENANT, { compliance: 'skip' }],
  ] as const)('finds nothing for %s', (_whom, tenant, changes) => {
    expect(known.find(tenant, order(changes), T0)).toBeNull();
  });

  it('finds the result that the client names', () => {
    expect(known.find(TENANT, order({ complianceRef: 'cpl_1' }), T0)).toBe('cpl_1');
  });

  it('keeps no result that a client has named: it may be one for another country', () => {
    const named = order({ to: '0xother', complianceRef: 'cpl_3' });
    known.keep(TENANT, named, { ...CLEARED, ref: 'cpl_3' });
    expect(known.find(TENANT, order({ to: '0xother' }), T0)).toBeNull();
  });
});
