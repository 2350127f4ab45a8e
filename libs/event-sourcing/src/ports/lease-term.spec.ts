import { LeaseTerm, currentInstant } from './lease-term';

describe('the term of a lease', () => {
  it('is certain between a renewal and its end, in every thread that shares its memory', () => {
    const term = new LeaseTerm(60_000);
    const elsewhere = new LeaseTerm(term.lengthMs, term.memory);
    expect([term.isCertain, elsewhere.isCertain]).toEqual([false, false]);
    term.renewed(currentInstant());
    expect([term.isCertain, elsewhere.isCertain]).toEqual([true, true]);
    term.end();
    expect([term.isCertain, elsewhere.isCertain]).toEqual([false, false]);
  });

  it.each(['monotonic', 'wall'] as const)(
    'ends when the %s clock alone says so: the other may stand still',
    (clock) => {
      const term = new LeaseTerm(60_000);
      const renewed = currentInstant();
      term.renewed({ ...renewed, [clock]: renewed[clock] - 59_000 });
      expect(term.isCertain).toBe(true);
      term.renewed({ ...renewed, [clock]: renewed[clock] - 60_000 });
      expect(term.isCertain).toBe(false);
    },
  );
});
