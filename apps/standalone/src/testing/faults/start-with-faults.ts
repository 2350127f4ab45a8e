import { isStored } from '@stablecoin/payment';
import { systemClock } from '@stablecoin/event-sourcing';
import { openRuntime, type Runtime, readConfiguration } from '@stablecoin/host';
import { CONSUMERS } from '../../all-services';
import { loadGatewayThread } from '../../gateway-thread/load';
import { withLocalChains } from '../../local-chains';
import { untilLeading } from '../../standby/until-leading';
import { startServices, startThreads } from '../../standalone';
import { TEST_SWITCHES } from '../../test-switches';
import { CrashSwitch, parseCrashAt } from './crash-switch';
import { crashingRuntime } from './crashing-runtime';
import { crashAtAnswers, crashingServices } from './crashing-services';
import { fullDisk } from './full-disk';
import { jumpingClock } from './jumping-clock';

/** The gateway's own answers and database: no other thread can reach them. */
const OF_THE_GATEWAY = /^(before|after) (answer|commit gateway|checkpoint)/;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts every service as `startStandalone` does, with the faults that the test switches ask for.
 *
 * @returns the runtime, which closes the services
 * @throws Error when this could be anything but a test: `NODE_ENV` is not `test`, or there is a live key for chains that
 * are not local ones
 */
export async function startWithFaults(given: Environment): Promise<Runtime> {
  if (given['NODE_ENV'] !== 'test') throw new Error('NODE_ENV: has to be "test", for this start makes faults');
  const environment = await withLocalChains(given);
  const configuration = readConfiguration(environment);
  if (configuration.chains === null && configuration.bootstrapApiKeys.some(({ livemode }) => livemode)) {
    throw new Error('BOOTSTRAP_API_KEYS: has a live key, and this start makes faults: it takes test keys only');
  }
  const { crash, clock, fullWhile, inGateway } = readFaults(environment);
  const leading = await untilLeading(configuration);
  const options = { consumers: CONSUMERS, usesChains: true, isStored, clock, env: environment };
  const runtime = await openRuntime(configuration, { ...options, ...leading.options });
  try {
    const store = fullWhile === null ? runtime.store : fullDisk(runtime.store, fullWhile);
    const faulty = crashingRuntime({ ...runtime, store }, crash);
    const services = crashingServices(crash);
    if (configuration.gatewayThread && !inGateway) {
      const threads = await startThreads(loadGatewayThread(), faulty, environment, services);
      await leading.stopStandingBy();
      await threads.listen();
      return runtime;
    }
    const gateway = await startServices(faulty, services);
    crashAtAnswers(gateway.getHttpServer(), crash);
    await leading.stopStandingBy();
    await gateway.listen(configuration.port, configuration.host);
    return runtime;
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

function readFaults(environment: Environment) {
  const given = (name: keyof typeof TEST_SWITCHES): string | null => environment[TEST_SWITCHES[name]] ?? null;
  const crashAt = given('crashAt');
  const jumps = given('clockJumps')?.split(',').map(Number) ?? [];
  return {
    crash: new CrashSwitch(crashAt === null ? null : parseCrashAt(crashAt), given('crashTrace')),
    clock: jumps.length === 0 ? systemClock : jumpingClock(systemClock, jumps),
    fullWhile: given('fullWhile'),
    inGateway: jumps.length > 0 || given('crashTrace') !== null || (crashAt !== null && OF_THE_GATEWAY.test(crashAt)),
  };
}
