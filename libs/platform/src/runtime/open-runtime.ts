import type { QueryMap } from '@stablecoin/contracts';
import { PostgresLease, openDatabase, systemClock } from '@stablecoin/event-sourcing';
import type { Clock, Lease, Meter, OpenDatabase } from '@stablecoin/event-sourcing';
import type { DestinationStream } from 'pino';
import type { Configuration } from '../configuration';
import { Health } from '../health';
import { createLogger } from '../logging';
import type { Logger } from '../logging';
import { MetricsServer, PrometheusMeter, silentMeter } from '../metrics';
import { DirectQueries, HttpQueries, RoutedQueries } from '../queries';
import { SecretBox } from '../secrets';
import { Shutdown } from '../shutdown';
import { Databases } from './databases';
import { openInProcessMessaging, openKafkaMessaging } from './messaging';
import type { Runtime } from './runtime';
import { openStorage } from './storage';
import type { Storage } from './storage';

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
  const { logLevel, secretsKey, serviceToken, shutdownMs } = configuration;
  const { logDestination } = options;
  const log = createLogger({
    level: logLevel,
    secrets: [secretsKey, serviceToken].filter((secret) => secret !== null),
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
  const storage = await openStorage(configuration, log, meter, shutdown);
  health.register('event store', () => storage.store.head());
  const databases = new Databases((name) => openServiceDatabase(configuration, storage, name), health, shutdown);
  const queries = openQueries(configuration, strictQueries, shutdown);
  const parts = { log, meter, now: () => clock.now(), health, shutdown, shutdownMs: configuration.shutdownMs };
  const { bus, deadLetters } =
    configuration.bus === 'memory'
      ? await openInProcessMessaging(configuration, databases, consumers, parts)
      : openKafkaMessaging(configuration.bus, parts);

  const runtime: Runtime = {
    configuration,
    clock,
    log,
    meter,
    store: storage.store,
    bus,
    deadLetters,
    queries,
    health,
    secrets: SecretBox.fromKey(configuration.secretsKey ?? (await storage.secretsKey())),
    database: <DB>(service: string) => databases.get<DB>(service),
    lease: (service) => leaseOf(configuration, service),
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

/** A call for the services of this process; over HTTP for those that have a URL. */
function openQueries(
  { queryUrls, serviceToken }: Configuration,
  strict: boolean,
  shutdown: Shutdown,
): RoutedQueries<QueryMap> {
  const elsewhere = new Map<string, HttpQueries<QueryMap>>();
  for (const [service, url] of Object.entries(queryUrls)) {
    if (url !== null) elsewhere.set(service, new HttpQueries({ url, token: serviceToken ?? '' }));
  }
  shutdown.register('queries', () => elsewhere.forEach((queries) => queries.close()));
  return new RoutedQueries(new DirectQueries<QueryMap>({ strict }), elsewhere);
}

function openServiceDatabase(
  { database, databaseConnectionsMax: connectionsMax }: Configuration,
  storage: Storage,
  name: string,
): OpenDatabase<unknown> {
  if (typeof database === 'string') return storage.openDatabase(name);
  return openDatabase(database.url, { schema: name, connectionsMax });
}

/** The folder of the embedded stores is one process's anyway. */
function leaseOf({ database }: Configuration, service: string): Lease | null {
  return typeof database === 'string' ? null : new PostgresLease({ url: database.url, name: service });
}
