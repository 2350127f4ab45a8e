import { describeWherePossible } from '../support/missing';
import type { Composition } from './composition';
import { Engine, missingForCompose } from './engine';
import { prepared } from './prepared';
import { SteadyPayments } from './steady-payments';

/** Images have to be made at the first time. */
const PREPARED_WITHIN_MS = 1_500_000;
export const WITHIN_MS = 900_000;
const FLOWS_WITHIN_MS = 300_000;
/** Of docker-compose.yml, beside the services. */
export const SERVERS = ['kafka', 'eventstore', 'postgres', 'redis'];
/** A machine that cannot keep up says nothing about faults: take less there. */
const PAYMENTS_PER_SECOND = Number(process.env['COMPOSE_PAYMENTS_PER_SECOND'] ?? 20);

/** What the tests of a scenario use, from their `beforeAll` on. */
export interface Scenario {
  readonly engine: Engine;
  /** A fresh copy of the repository, for this scenario alone. */
  readonly composition: Composition;
}

/** Describes tests on a Docker engine. Each file is one scenario: it needs no other, and leaves nothing on the engine but images. */
export function describeScenario(name: string, tests: (scenario: Scenario) => void): void {
  describeWherePossible(name, missingForCompose(), () => {
    const scenario = {} as { engine: Engine; composition: Composition };

    beforeAll(async () => {
      scenario.engine = await Engine.open();
      scenario.composition = await prepared(scenario.engine);
    }, PREPARED_WITHIN_MS);

    afterAll(async () => {
      await scenario.composition.remove();
      await scenario.engine.close();
    }, WITHIN_MS);

    tests(scenario);
  });
}

/** Pays at the steady rate, and waits until payments flow. */
export async function startPaying({ url, key }: Composition, name: string): Promise<SteadyPayments> {
  const load = new SteadyPayments(url, key, name);
  await resumePaying(load);
  return load;
}

export async function resumePaying(load: SteadyPayments): Promise<void> {
  await load.start(PAYMENTS_PER_SECOND);
  await expectToFlow(load);
}

export async function expectToFlow(load: SteadyPayments): Promise<void> {
  expect(await load.flows(FLOWS_WITHIN_MS)).toBe(true);
}

/** Stops it, and checks that each order was paid once and the treasury is exact. */
export async function expectPaidExactly(load: SteadyPayments): Promise<void> {
  await load.stop();
  process.stderr.write(`${JSON.stringify(await load.expectExact())}\n`);
}
