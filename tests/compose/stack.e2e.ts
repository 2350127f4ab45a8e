/** @needs stack */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@stablecoin/contracts';
import { figure } from './figures';
import { describeScenario, expectPaidExactly, resumePaying, SERVERS, startPaying, WITHIN_MS } from './scenario';
import type { SteadyPayments } from './steady-payments';

/** As the services log them, and as a runtime prints what nobody has caught. */
const TROUBLE = /"level":"(?:error|fatal)"|"level":[56]0\b|^\S+ +\| +at .+:\d+:\d+\)?$|\b(?:ERROR|FATAL|PANIC)\b/m;

describeScenario('The stack of docker-compose.yml', (scenario) => {
  let load: SteadyPayments;

  it('without .env says in one line what to run', async () => {
    const failure = await scenario.composition.follow('docker compose up').catch(String);
    expect(failure).toMatch(/:\n[^\n]+ run "node infra\/docker\/make-env\.mjs" once\n$/);
  });

  it(
    'comes up healthy by the commands of the document',
    async () => {
      const { composition } = scenario;
      await composition.follow('node infra/docker/make-env.mjs');
      await figure('The stack is up after', () => composition.follow('docker compose up'));
      const states = (await composition.containers()).map(({ Service, State, Health }) => [Service, State, Health]);
      const healthy = [...SERVICES, ...SERVERS].map((service) => [service, 'running', 'healthy']);
      expect(states.sort()).toEqual([...healthy, ['topics', 'exited', '']].sort());
    },
    WITHIN_MS,
  );

  it('logs nothing of an error at an ordinary start', async () => {
    const lines = (await scenario.composition.compose('logs', '--no-color')).split('\n');
    expect(lines.filter((line) => TROUBLE.test(line))).toEqual([]);
  });

  it('gets no second .env beside its volumes', async () => {
    const { composition } = scenario;
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
    'pays, within its memory limits',
    async () => {
      load = await startPaying(scenario.composition, 'steady');
      process.stderr.write(await scenario.composition.compose('stats', '--no-stream'));
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );

  it.each([['restart'], ['down', 'up']])(
    'keeps everything over %s %s',
    async (...commands) => {
      for (const command of commands) {
        if (command === 'up') await figure('Up again after', () => scenario.composition.follow('docker compose up'));
        else await figure(`${command} takes`, () => scenario.composition.compose(command));
      }
      await resumePaying(load);
      await expectPaidExactly(load);
    },
    WITHIN_MS,
  );
});
