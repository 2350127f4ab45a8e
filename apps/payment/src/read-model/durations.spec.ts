import fc from 'fast-check';
import { addDurationsFromJson, countDuration, durationsToJson, percentile } from './durations';
import type { DurationCounts } from './durations';

const durations = fc.array(fc.integer({ min: 0, max: 40 * 86_400_000 }), { minLength: 1, maxLength: 200 });

function countsOf(all: readonly number[]): DurationCounts {
  const counts: DurationCounts = new Map();
  for (const ms of all) countDuration(counts, ms);
  return counts;
}

/** By nearest rank, from the durations themselves. */
function exact(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? NaN;
}

describe('counts of durations', () => {
  it('tell each percentile exactly up to 127 ms, and within 0.8 % above', () => {
    fc.assert(
      fc.property(durations, fc.constantFrom(0.01, 0.5, 0.9, 0.99, 1), (all, share) => {
        const expected = exact(all, share);
        const told = percentile(countsOf(all), share) ?? NaN;
        expect(Math.abs(told - expected)).toBeLessThanOrEqual(expected < 128 ? 0 : 0.008 * expected);
      }),
    );
  });

  it('of parts add up to those of the whole, whatever the parts are, also as they are kept', () => {
    fc.assert(
      fc.property(durations, durations, (some, others) => {
        const added = countsOf(others);
        addDurationsFromJson(added, durationsToJson(countsOf(some)));
        expect(durationsToJson(added)).toBe(durationsToJson(countsOf([...others, ...some])));
      }),
    );
  });

  it('tell nothing where nothing was counted', () => {
    expect(percentile(new Map(), 0.99)).toBeNull();
  });
});
