import type { QueryMap } from '@stablecoin/contracts';
import { systemClock } from '@stablecoin/event-sourcing';
import type { Clock, Meter } from '@stablecoin/event-sourcing';
import type { DestinationStream } from 'pino';
import type { Configuration } from '../configuration';
import { Health } from '../health';
import { createLogger } from '../logging';
import type { Logger } from '../logging';
import { MetricsServer, PrometheusMeter, silentMeter } from '../metrics';
import { DirectQueries } from '../queries';
import { SecretBox } from '../secrets';
import { Shutdown } from '../shutdown';
import { Databases } from './databases';
import { openInProcessMessaging, openKafkaMessaging } from './messaging';
import type { Runtime } from './runtime';
import { openStorage } from './storage';

export interface OpenRuntimeOptions {
  /** The services that will consume from the bus: it delivers nothing before all of them listen. */
  readonly consumers?: readonly string[];
  readonly clock?: Clock;
  /** Where log lines go. Default: standard output. */
  readonly logDestination?: DestinationStream;
  /** Refuses queries whose parameters or results JSON cannot carry; for tests. */
  readonly strictQueries?: boolean;
}

/**
 * Opens every port with the adapter that the configuration chose.
 *
 * @throws Error that says which part cannot be opened, and why; what was open by then is closed
 */
export async function openRuntime(configuration: Configuration, options: OpenRuntimeOptions = {}): Promise<Runtime> {
  const { logLevel, secretsKey, shutdownMs } = configuration;
  const { logDestination } = options;
  const log = createLogger({
    level: logLevel,
    secrets: secretsKey === null ? [] : [secretsKey],
    ...(logDestination === undefined ? {} : { destination: logDestination }),
  });
  const shutdown = new Shutdown({ log, limitMs: shutdownMs });
  try {
    return await openPorts(configuration, options, log, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** What is opened later is closed earlier. */
async function openPorts(
  configuration: Configuration,
  { clock = systemClock, consumers = [], strictQueries = false }: OpenRuntimeOptions,
  log: Logger,
  shutdown: Shutdown,
): Promise<Runtime> {
  const health = new Health();
  const meter = await openMeter(configuration, shutdown);
  const storage = await openStorage(configuration, meter, shutdown);
  health.register('event store', () => storage.store.head());
  const databases = new Databases(storage, health, shutdown);
  const parts = { log, meter, now: () => clock.now(), health, shutdown, shutdownMs: configuration.shutdownMs };
  const { bus, deadLetters } =
    configuration.bus === 'memory'
      ? await openInProcessMessaging(databases, consumers, parts)
      : openKafkaMessaging(configuration.bus, parts);

  const runtime: Runtime = {
    configuration,
    clock,
    log,
    meter,
    store: storage.store,
    bus,
    deadLetters,
    queries: new DirectQueries<QueryMap>({ strict: strictQueries }),
    health,
    secrets: SecretBox.fromKey(configuration.secretsKey ?? (await storage.secretsKey())),
    database: <DB>(service: string) => databases.get<DB>(service),
    onStop: (name, hook) => shutdown.register(name, hook),
    forService: (service) => ({ ...runtime, log: log.child({ service }) }),
    close: () => {
      health.stopping();
      return shutdown.run();
    },
  };
  return runtime;
}

async function openMeter({ host, metricsPort }: Configuration, shutdown: Shutdown): Promise<Meter> {
  if (metricsPort === null) return silentMeter;
  const meter = new PrometheusMeter({ processMetrics: true });
  const server = await MetricsServer.listen(meter, { host, port: metricsPort });
  shutdown.register('metrics', () => server.close());
  return meter;
}
