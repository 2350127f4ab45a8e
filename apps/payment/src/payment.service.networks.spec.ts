/** @slow 60 */
import { LocalEvm, describeWithAnvil } from '@stablecoin/chains/testing';
import { reportRun } from './testing/campaign-run';
import { EvmCampaign } from './testing/evm/evm-campaign';
import { KILL_POINTS } from './testing/solana-campaign';
import { runOnSolana } from './testing/solana-run';

/** Of the campaign, from the first seed on; each is a run on every chain. */
const RUNS = Number(process.env['NETWORKS_RUNS'] ?? '2');
/** Ten times the pace, ranges of five. */
const FIRST_SEED = Number(process.env['NETWORKS_FIRST_SEED'] ?? '6');
const EPOCH = 4;
/** Then a chain makes room for a new one: it grows slow with age. */
const RUNS_OF_A_CHAIN = 10;

const SEEDS = Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run);

/** A run on Solana has so many of the points at which processes are killed. */
const POINTS_SHARE = 1 / 3;
/** How often such a point is passed unharmed, at most. */
const PASSES_MAX = 4;

describeWithAnvil('the payment service on networks that are not as expected', () => {
  describe.each(['base', 'ethereum'] as const)('%s', (name) => {
    let chain: LocalEvm | undefined;
    let runs = 0;
    afterAll(() => chain?.stop());

    async function nextChain(): Promise<LocalEvm> {
      if (chain === undefined || runs === RUNS_OF_A_CHAIN) {
        await chain?.stop();
        chain = await LocalEvm.start(name, { epoch: EPOCH });
        runs = 0;
      }
      runs++;
      return chain;
    }

    it.each(SEEDS)(
      'pays each payment once, whatever goes wrong (seed %i)',
      async (seed) => {
        const run = await EvmCampaign.run(await nextChain(), seed, { onNetworks: true });
        reportRun(run);
        expect(run.problems).toEqual([]);
      },
      600_000,
    );
  });
});

describe('solana: two payment services on a network that is not as expected', () => {
  it.each(SEEDS)(
    'pay each payment once, whatever goes wrong (seed %i)',
    async (seed) => {
      const run = await runOnSolana(
        seed,
        (plan, random) => {
          for (const point of KILL_POINTS) {
            if (random.chance(POINTS_SHARE)) plan.add(point, random.below(PASSES_MAX));
          }
        },
        { onNetworks: true },
      );
      reportRun(run);
      expect(run.problems).toEqual([]);
    },
    600_000,
  );
});
