/** @needs stack */
import { CONTAINER_FAULTS, strike, type FaultSeen } from './container-faults';
import { tableOf } from './figures';
import { describeScenario, expectPaidExactly, resumePaying, startPaying, WITHIN_MS } from './scenario';
import type { SteadyPayments } from './steady-payments';

/** Two that do different work are struck together, to save time. */
const CONTAINERS = [
  ['gateway', 'redis'],
  ['payment'],
  ['wallet', 'webhook'],
  ['compliance', 'treasury'],
  ['kafka'],
  ['eventstore'],
  ['postgres'],
];

describeScenario('Faults of the containers of docker-compose.yml', (scenario) => {
  let load: SteadyPayments;
  const seen: FaultSeen[] = [];

  beforeAll(async () => {
    await scenario.composition.follow('node infra/docker/make-env.mjs');
    await scenario.composition.follow('docker compose up');
    load = await startPaying(scenario.composition, 'steady');
  }, WITHIN_MS);

  afterAll(() => process.stderr.write(tableOf(seen)));

  it.each(CONTAINERS.map((services) => ({ services })))(
    '$services: killed, frozen and cut off, and payments flow again',
    async ({ services }) => {
      const { composition } = scenario;
      const containers = await Promise.all(
        services.map(async (service) => ({ service, container: await composition.containerOf(service) })),
      );
      for (const fault of CONTAINER_FAULTS) seen.push(await strike(composition, containers, fault, load));
    },
    WITHIN_MS,
  );

  it('has lost nothing and doubled nothing, and its treasury is exact', () => expectPaidExactly(load), WITHIN_MS);

  it(
    'pays on after down and up',
    async () => {
      await scenario.composition.compose('down');
      await scenario.composition.follow('docker compose up');
      await resumePaying(load);
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );
});
