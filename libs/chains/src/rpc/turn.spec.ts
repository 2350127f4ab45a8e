import fc from 'fast-check';
import { findTurn } from './turn';

describe('findTurn', () => {
  it('finds where a statement becomes true, in some 2 log2(distance) questions', async () => {
    const property = fc.asyncProperty(
      fc.nat(2 ** 40),
      fc.nat(2 ** 40),
      fc.nat(1_000),
      fc.integer({ min: 1, max: 5_000 }),
      async (one, other, lowest, within) => {
        const [first, high] = [Math.min(one, other) + lowest, Math.max(one, other) + lowest];
        let questions = 0;
        const turn = await findTurn({ high, lowest, within }, async (number) => {
          questions += 1;
          expect(number).toBeGreaterThanOrEqual(lowest);
          expect(number).toBeLessThan(high);
          return number >= first;
        });
        expect(turn.isExact).toBe(true);
        expect(turn.low).toBeLessThan(first);
        expect(turn.high).toBeGreaterThanOrEqual(first);
        expect(turn.high - turn.low).toBeLessThanOrEqual(within);
        expect(questions).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(high - first + 2)) + 2);
      },
    );
    await fc.assert(property, { seed: 1 });
  });

  it('says where nothing is known', async () => {
    const unknownBelow = (number: number) => Promise.resolve(number < 500 ? undefined : number >= 100);
    expect(await findTurn({ high: 10_000, lowest: 0 }, unknownBelow)).toEqual({ low: 499, high: 500, isExact: false });
    const known = (number: number) => Promise.resolve(number < 500 ? undefined : number >= 700);
    expect(await findTurn({ high: 10_000, lowest: 0 }, known)).toEqual({ low: 699, high: 700, isExact: true });
    expect(await findTurn({ high: 7, lowest: 7 }, known)).toEqual({ low: 6, high: 7, isExact: true });
  });

  it('ends where answers contradict each other', async () => {
    const property = fc.asyncProperty(fc.infiniteStream(fc.boolean()), async (answers) => {
      let questions = 0;
      await findTurn({ high: 2 ** 40, lowest: 0 }, async () => {
        questions += 1;
        return answers.next().value === true;
      });
      expect(questions).toBeLessThan(200);
    });
    await fc.assert(property, { seed: 1 });
  });
});
