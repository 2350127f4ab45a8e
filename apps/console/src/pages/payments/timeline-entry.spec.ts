import { deliveryOf, isTelling, replacedBy, routesOf } from './timeline-entry';

describe('an entry of a timeline', () => {
  const entry = { type: 'authorized', at: '2026-01-31T12:00:00.000Z', text: '' };

  it('says what became of each route, or what was known of it before', () => {
    const route = { chain: 'base', reason: 'available' };
    const candidates = [{ ...route, verdict: 'ok', fee: '0.01', settlement_ms: 400 }];
    const known = { chain: 'base', reason: 'available' };
    expect(routesOf({ ...entry, candidates })).toEqual([{ ...known, verdict: 'ok', fee: '0.01', settlementMs: 400 }]);
    expect(routesOf({ ...entry, candidates, routes: [{ ...route, outcome: 'chosen' }] })).toEqual([
      { ...known, verdict: 'chosen', fee: undefined, settlementMs: undefined },
    ]);
  });

  it('has no routes, delivery or replaced hashes of which it says nothing', () => {
    expect([routesOf(entry), deliveryOf(entry), replacedBy(entry)]).toEqual([[], undefined, []]);
  });

  it('is asked for often while a webhook is on its way', () => {
    const scheduled = { ...entry, type: 'delivery_scheduled' };
    expect(isTelling([entry, { ...scheduled, status: 'delivered' }])).toBe(false);
    expect(isTelling([entry, { ...scheduled, status: 'pending' }])).toBe(true);
  });

  it('tells an attempt that got no answer from one that did', () => {
    const attempt = { ...entry, delivery_id: 'whd_1', event_type: 'payment.settled', duration_ms: 3 };
    const made = { deliveryId: 'whd_1', eventType: 'payment.settled', durationMs: 3 };
    expect(deliveryOf({ ...attempt, status_code: 204, error: null })).toEqual({
      ...made,
      statusCode: 204,
      error: undefined,
    });
    expect(deliveryOf({ ...attempt, status_code: null, error: 'refused' })).toEqual({
      ...made,
      statusCode: undefined,
      error: 'refused',
    });
  });
});
