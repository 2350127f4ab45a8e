/** @needs stack */
import { eventually } from '@stablecoin/event-sourcing/testing';
import { describeWherePossible } from '../support/missing';
import type { Composition } from './composition';
import { CONTAINER_FAULTS, strike, type FaultSeen } from './container-faults';
import { Engine, missingForCompose } from './engine';
import { figure, tableOf } from './figures';
import { prepared } from './prepared';
import { SteadyPayments } from './steady-payments';

const BUILD_WITHIN_MS = 1_500_000;
const WITHIN_MS = 900_000;
const PAYMENTS_PER_SECOND = Number(process.env['COMPOSE_PAYMENTS_PER_SECOND'] ?? 20);
const STACK = 'docker compose -f docker-compose.yml -f infra/docker/docker-compose.';

describeWherePossible('The topologies of Docker Compose', missingForCompose(), () => {
  let engine: Engine;
  let composition: Composition;
  const seen: FaultSeen[] = [];

  beforeAll(async () => {
    engine = await Engine.open();
    composition = await prepared(engine);
    await composition.follow('node infra/docker/make-env.mjs');
  }, BUILD_WITHIN_MS);

  afterEach(() => composition.compose('down', '--volumes'), WITHIN_MS);
  afterAll(async () => {
    process.stderr.write(tableOf(seen));
    await composition.remove();
    await engine.close();
  }, WITHIN_MS);

  const startsPaying = async (name: string): Promise<SteadyPayments> => {
    const load = new SteadyPayments(composition.url, composition.key, name);
    await load.start(PAYMENTS_PER_SECOND);
    expect(await load.flows(WITHIN_MS)).toBe(true);
    return load;
  };

  it(
    'scales: three payment services behind the proxy share the work, and one of them is killed',
    async () => {
      await figure('The scaled stack is up after', () =>
        composition.follow(`${STACK}scale.yml up`, '--scale payment=3'),
      );
      const payment = (await composition.containers()).filter(({ Service }) => Service === 'payment');
      expect(payment).toHaveLength(3);
      const load = await startsPaying('scaled');
      const container = payment[0]?.Name ?? '';
      seen.push(await strike(composition, { service: 'payment', container, fault: 'killed' }, load));
      await load.stop();
      await load.expectExact();
    },
    WITHIN_MS,
  );

  it(
    'runs every service behind the gateway in one process',
    async () => {
      await figure('The stack of two processes is up after', () => composition.follow(`${STACK}together.yml up`));
      const load = await startsPaying('together');
      await load.stop();
      await load.expectExact();
    },
    WITHIN_MS,
  );

  it(
    'runs a pair: its leader is killed, stands still and is cut off, and PostgreSQL is restarted',
    async () => {
      await figure('The pair is up after', () => composition.follow('docker compose -f docker-compose.pair.yml up'));
      const load = await startsPaying('pair');
      for (const fault of CONTAINER_FAULTS) {
        const container = await leaderOf(composition);
        seen.push({
          ...(await strike(composition, { service: 'instance', container, fault }, load)),
          what: 'leader of the pair',
        });
      }
      const from = performance.now();
      await composition.compose('restart', 'postgres');
      expect(await load.flows(WITHIN_MS)).toBe(true);
      seen.push({ what: 'postgres of the pair', fault: 'restarted', ...load.since(from) });
      await load.stop();
      await load.expectExact();
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
        const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
        const address = (await composition.docker('inspect', '--format', format, Name)).trim();
        const isReady = await fetch(`http://${address}:3000/health/ready`).then(
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
