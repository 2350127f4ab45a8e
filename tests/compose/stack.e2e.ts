/** @needs stack */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { describeWherePossible } from '../support/missing';
import type { Composition } from './composition';
import { CONTAINER_FAULTS, strike, type FaultSeen } from './container-faults';
import { Engine, missingForCompose } from './engine';
import { figure, tableOf } from './figures';
import { prepared } from './prepared';
import { SteadyPayments } from './steady-payments';

const BUILD_WITHIN_MS = 1_500_000;
const WITHIN_MS = 900_000;
/** What a machine that does other work cannot keep up with says nothing about faults. */
const PAYMENTS_PER_SECOND = Number(process.env['COMPOSE_PAYMENTS_PER_SECOND'] ?? 20);
const SERVERS = ['kafka', 'eventstore', 'postgres', 'redis'];
/** As the services log them, and as a runtime prints what nobody has caught. */
const TROUBLE = /"level":"(?:error|fatal)"|"level":[56]0\b|^\S+ +\| +at .+:\d+:\d+\)?$|\b(?:ERROR|FATAL|PANIC)\b/m;

describeWherePossible('The stack of docker-compose.yml', missingForCompose(), () => {
  let engine: Engine;
  let composition: Composition;
  let load: SteadyPayments;
  const seen: FaultSeen[] = [];

  beforeAll(async () => {
    engine = await Engine.open();
    composition = await prepared(engine);
  }, BUILD_WITHIN_MS);

  afterAll(async () => {
    process.stderr.write(tableOf(seen));
    await composition.remove();
    await engine.close();
  }, WITHIN_MS);

  it('without .env says in one line what to run', async () => {
    const failure = await composition.follow('docker compose up').catch(String);
    expect(failure).toMatch(/:\n[^\n]+ run "node infra\/docker\/make-env\.mjs" once\n$/);
  });

  it(
    'comes up healthy by the commands of the document',
    async () => {
      await composition.follow('node infra/docker/make-env.mjs');
      await figure('The stack is up after', () => composition.follow('docker compose up'));
      const states = (await composition.containers()).map(({ Service, State, Health }) => [Service, State, Health]);
      const healthy = [...SERVICES, ...SERVERS].map((service) => [service, 'running', 'healthy']);
      expect(states.sort()).toEqual([...healthy, ['topics', 'exited', '']].sort());
    },
    WITHIN_MS,
  );

  it('logs nothing of an error at an ordinary start', async () => {
    const lines = (await composition.compose('logs', '--no-color')).split('\n');
    expect(lines.filter((line) => TROUBLE.test(line))).toEqual([]);
  });

  it('gets no second .env beside its volumes', async () => {
    const [env, kept] = ['.env', '.env.kept'].map((name) => join(composition.folder, name)) as [string, string];
    renameSync(env, kept);
    try {
      await expect(composition.follow('node infra/docker/make-env.mjs')).rejects.toThrow(
        `docker volume rm ${composition.project}_`,
      );
      expect(existsSync(env)).toBe(false);
    } finally {
      rmSync(env, { force: true });
      renameSync(kept, env);
    }
  });

  it(
    'pays, at a steady rate',
    async () => {
      load = new SteadyPayments(composition.url, composition.key, 'steady');
      await load.start(PAYMENTS_PER_SECOND);
      expect(await load.flows(WITHIN_MS)).toBe(true);
    },
    WITHIN_MS,
  );

  it.each([...SERVICES, ...SERVERS])(
    '%s is killed, stands still and is cut off: payments flow again',
    async (service) => {
      const container = (await composition.containers()).find(({ Service }) => Service === service)?.Name ?? '';
      for (const fault of CONTAINER_FAULTS) seen.push(await strike(composition, { service, container, fault }, load));
    },
    WITHIN_MS,
  );

  it(
    'has lost nothing and doubled nothing, and its treasury is exact',
    async () => {
      await load.stop();
      process.stderr.write(await composition.compose('stats', '--no-stream'));
      process.stderr.write(`${JSON.stringify(await load.expectExact())}\n`);
    },
    WITHIN_MS,
  );

  it.each([['restart'], ['down', 'up']])(
    'keeps everything over %s %s',
    async (...commands) => {
      for (const command of commands) {
        if (command === 'up') await composition.follow('docker compose up');
        else await composition.compose(command);
      }
      await load.start(PAYMENTS_PER_SECOND);
      expect(await load.flows(WITHIN_MS)).toBe(true);
      await load.stop();
      await load.expectExact();
    },
    WITHIN_MS,
  );
});
