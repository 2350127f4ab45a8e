import { sequenceOf } from './event-sequence';

describe('the number of an event within its object', () => {
  it('is its revision in a store that was never restored', () => {
    expect(sequenceOf({ position: 70, revision: 7 }, null)).toBe(7);
  });

  it('is above every number of the lost interval after a restore, and stays for what was inherited', () => {
    const restored = { boundaries: [60, 90] };
    const [inherited, lost] = [sequenceOf({ position: 60, revision: 6 }, restored), 7];
    expect(inherited).toBe(6);
    expect(sequenceOf({ position: 61, revision: 7 }, restored)).toBe(1_000_000_000_007);
    expect(sequenceOf({ position: 61, revision: 7 }, restored)).toBeGreaterThan(lost);
    expect(sequenceOf({ position: 91, revision: 9 }, restored)).toBe(2_000_000_000_009);
  });
});
