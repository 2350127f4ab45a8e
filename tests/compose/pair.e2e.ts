/** @needs stack */
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Composition } from './composition';
import { CONTAINER_FAULTS, strike, type FaultSeen } from './container-faults';
import { figure, tableOf } from './figures';
import { describeScenario, expectPaidExactly, expectToFlow, startPaying, WITHIN_MS } from './scenario';

describeScenario('The pair of docker-compose.pair.yml', (scenario) => {
  const seen: FaultSeen[] = [];

  afterAll(() => process.stderr.write(tableOf(seen)));

  it(
    'pays on while its leader is killed, stands still and is cut off, and PostgreSQL is restarted',
    async () => {
      const { composition } = scenario;
      await composition.follow('node infra/docker/make-env.mjs');
      await figure('The pair is up after', () => composition.follow('docker compose -f docker-compose.pair.yml up'));
      const load = await startPaying(composition, 'pair');
      for (const fault of CONTAINER_FAULTS) {
        const container = await leaderOf(composition);
        const struck = await strike(composition, [{ service: 'instance', container }], fault, load);
        seen.push({ ...struck, what: 'leader of the pair' });
      }
      const from = performance.now();
      await composition.compose('restart', 'postgres');
      await expectToFlow(load);
      seen.push({ what: 'postgres of the pair', fault: 'restarted', ...load.since(from) });
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );
});

/** The container of the instance that leads: it alone is ready. */
async function leaderOf(composition: Composition): Promise<string> {
  return eventually(
    async () => {
      const instances = (await composition.containers()).filter(
        ({ Service, State }) => Service === 'instance' && State === 'running',
      );
      for (const { Name } of instances) {
        const isReady = await fetch(`http://${await composition.addressOf(Name)}:3000/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return Name;
      }
      return false as const;
    },
    { withinMs: 120_000 },
  );
}
