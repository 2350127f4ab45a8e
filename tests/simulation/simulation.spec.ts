/** @slow 40 */
import { RULES, strainOf } from './rules';
import { Simulator } from './simulator';
import type { RunResult } from './simulator';

/** Some seconds' worth; `npm run simulate` runs as many as one likes. */
const RUNS = 100;
/** A run that shows what a rule is for is looked for from its seed on: any change of the code makes it another one. */
const LOOKED_AT_MAX = 200;
const TIMEOUT_MS = 300_000;

describe('the simulation', () => {
  const simulator = new Simulator();
  afterAll(() => simulator.close());

  it(
    'finds nothing wrong',
    async () => {
      const found: string[] = [];
      for (let seed = 1; seed <= RUNS; seed++) {
        const { violation } = await simulator.run(seed);
        if (violation !== null) found.push(`npm run simulate -- --seed ${seed} --runs 1 --trace: ${violation}`);
      }
      expect(found).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('is the same run again for the same seed', async () => {
    const once = await simulator.run(7, { trace: true });
    await simulator.run(8);
    const again = await simulator.run(7, { trace: true });
    expect(once.notes.length).toBeGreaterThan(20);
    expect(again).toEqual(once);
  });

  describe.each(RULES)('protocol rule $name', ({ name, without, seed, finds }) => {
    const strain = strainOf([name]);

    it(
      `is needed: when ${without}, it is found that ${finds}`,
      async () => {
        let run: RunResult | undefined;
        for (let next = seed; next < seed + LOOKED_AT_MAX && run?.violation?.includes(finds) !== true; next++) {
          run = await simulator.run(next, { off: [name], strain });
        }
        expect(run?.violation).toContain(finds);
        const kept = await simulator.run(run?.seed ?? seed, { strain });
        expect(kept.violation).toBeNull();
      },
      TIMEOUT_MS,
    );
  });
});
