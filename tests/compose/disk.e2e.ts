/** @needs stack */
import type { FaultSeen } from './container-faults';
import { figure, tableOf } from './figures';
import { fillDisk, SERVERS_WITH_DISKS, useSmallDisks } from './full-disk';
import { describeScenario, expectPaidExactly, expectToFlow, startPaying, WITHIN_MS } from './scenario';
import type { SteadyPayments } from './steady-payments';

describeScenario('Full disks of docker-compose.yml', (scenario) => {
  let load: SteadyPayments;
  const seen: FaultSeen[] = [];

  beforeAll(async () => {
    const { composition } = scenario;
    await composition.follow('node infra/docker/make-env.mjs');
    useSmallDisks(composition);
    await figure('The stack with small disks is up after', () => composition.follow('docker compose up'));
    load = await startPaying(composition, 'full');
  }, WITHIN_MS);

  afterAll(() => process.stderr.write(tableOf(seen)));

  it.each(SERVERS_WITH_DISKS)(
    'the disk of %s is full, and then it is not: payments flow again',
    async (server) => {
      const from = performance.now();
      await fillDisk(scenario.composition, server);
      await expectToFlow(load);
      seen.push({ what: server, fault: 'disk full', ...load.since(from) });
    },
    WITHIN_MS,
  );

  it('has lost nothing and doubled nothing, and its treasury is exact', () => expectPaidExactly(load), WITHIN_MS);
});
