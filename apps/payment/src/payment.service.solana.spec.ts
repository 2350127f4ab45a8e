/** @slow 20 */
import { reportRun } from './testing/campaign-run';
import { KILL_POINTS } from './testing/solana-campaign';
import { runOnSolana } from './testing/solana-run';

/** Of the campaign; each is a run of its own. */
const RUNS = Number(process.env['SOLANA_RUNS'] ?? '3');
const FIRST = Number(process.env['SOLANA_FIRST_SEED'] ?? '1');
/** So many runs after each other have all points among them. */
const RUNS_FOR_ALL_POINTS = 3;
/** Points kill at once where there are few runs, so that each is surely met. A campaign draws when, however few it runs. */
const RUNS_MANY = 50;
const IS_CAMPAIGN = RUNS >= RUNS_MANY || process.env['CAMPAIGN_REPORT_FD'] !== undefined;
/** What only happens when looks come at the right moment, which no clock of ours decides: not in every few runs. */
const SELDOM = /PaymentIncluded|PaymentReincluded|PaymentReauthorized/;

const kills = new Set<string>();

describe('two payment services on one Solana', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + FIRST))(
    'pay each payment once, whatever goes wrong, killed between any two steps (seed %i)',
    async (seed) => {
      const run = await runOnSolana(seed, (plan, random) => {
        for (const [index, point] of KILL_POINTS.entries()) {
          if ((index + seed + 2) % RUNS_FOR_ALL_POINTS === 0) plan.add(point, IS_CAMPAIGN ? random.below(4) : 0);
        }
      });
      for (const misfortune of Object.keys(run.misfortunes)) kills.add(misfortune);
      reportRun(run);
      expect(run.problems).toEqual([]);
    },
    120_000,
  );

  const enough = RUNS >= RUNS_FOR_ALL_POINTS ? it : it.skip;
  enough('were killed at every point', () => {
    const missed = KILL_POINTS.filter((point) => !kills.has(`killed ${point}`));
    expect(RUNS < RUNS_MANY ? missed.filter((point) => !SELDOM.test(point)) : missed).toEqual([]);
  });
});
