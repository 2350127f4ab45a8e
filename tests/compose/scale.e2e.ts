/** @needs stack */
import { strike, type FaultSeen } from './container-faults';
import { figure, tableOf } from './figures';
import { describeScenario, expectPaidExactly, startPaying, WITHIN_MS } from './scenario';

const STACK = 'docker compose -f docker-compose.yml -f infra/docker/docker-compose.';

describeScenario('Other numbers of containers', (scenario) => {
  const seen: FaultSeen[] = [];

  beforeAll(() => scenario.composition.follow('node infra/docker/make-env.mjs'));
  afterEach(() => scenario.composition.compose('down', '--volumes'), WITHIN_MS);
  afterAll(() => process.stderr.write(tableOf(seen)));

  it(
    'scales: three payment services behind the proxy share the work, and one of them is killed',
    async () => {
      const { composition } = scenario;
      await figure('The scaled stack is up after', () =>
        composition.follow(`${STACK}scale.yml up`, '--scale payment=3'),
      );
      const payment = (await composition.containers()).filter(({ Service }) => Service === 'payment');
      expect(payment).toHaveLength(3);
      const load = await startPaying(composition, 'scaled');
      const container = payment[0]?.Name ?? '';
      seen.push(await strike(composition, [{ service: 'payment', container }], 'killed', load));
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );

  it(
    'runs every service behind the gateway in one process',
    async () => {
      const { composition } = scenario;
      await figure('The stack of two processes is up after', () => composition.follow(`${STACK}together.yml up`));
      await expectPaidExactly(await startPaying(composition, 'together'));
    },
    WITHIN_MS,
  );
});
