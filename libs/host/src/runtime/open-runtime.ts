import { secretsOf } from './secrets-of';
import { mayPass, openLiveChains } from '@stablecoin/chains';
import type { LiveChains } from '@stablecoin/chains';
import type { QueryMap } from '@stablecoin/contracts';
import { generationOf, heldGrants } from '@stablecoin/stores';
import { systemClock } from '@stablecoin/event-sourcing';
import type { Clock, Meter, OpenDatabase } from '@stablecoin/event-sourcing';
import type { HeldPostgresLease } from '@stablecoin/stores';
import type { DestinationStream } from 'pino';
import { ConfigurationError } from '../configuration';
import type { Configuration } from '../configuration';
import { Health, MetricsServer, PrometheusMeter, createLogger, silentMeter } from '../observability';
import type { Logger } from '../observability';
import { DirectQueries, HttpQueries, RoutedQueries } from '@stablecoin/messaging';
import { SecretBox } from '@stablecoin/security';
import { Shutdown } from './shutdown';
import { assembleRuntime } from './assemble-runtime';
import { Databases, openPostgresDatabase } from './databases';
import { openInProcessMessaging, openKafkaMessaging } from './messaging';
import type { Runtime } from './runtime';
import { checkOnchainIdKey } from './onchain-id-key';
import { openGeneration, requireNotAhead } from './generation';
import { requireSentStored } from './last-sent';
import type { IsStored } from './last-sent';
import { openLeadership } from './leadership';
import { requireSameGeneration } from './take-over';
import { openTraces } from './open-traces';
import { openStorage } from './storage';
import type { Storage } from './storage';
import { tracedBus } from './traced-bus';

export interface OpenRuntimeOptions {
  /** The services that will consume from the bus: it delivers nothing before all of them listen. */
  readonly consumers?: readonly string[];
  /** Opens the chains of live mode. Default: no. */
  readonly usesChains?: boolean;
  /** Compares the store with what was sent on these chains. Default: nothing is compared. */
  readonly isStored?: IsStored | undefined;
  readonly clock?: Clock;
  /** The lease of an event store on PostgreSQL. Default: it is taken, if no other process has it. Released with the runtime. */
  readonly lease?: HeldPostgresLease;
  /** Where the keys of live chains come from. Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Where log lines go. Default: standard output. */
  readonly logDestination?: DestinationStream;
  /** Refuses queries whose parameters or results JSON cannot carry; for tests. */
  readonly strictQueries?: boolean;
}

/** Services that make ids by the key of on-chain ids: of payments, and of wallets. */
const MAKERS_OF_IDS: ReadonlySet<string> = new Set(['payment', 'gateway']);

/**
 * Opens every port with its configured adapter.
 *
 * @throws Error that names the component and the reason; ports opened before are closed
 */
export async function openRuntime(configuration: Configuration, options: OpenRuntimeOptions = {}): Promise<Runtime> {
  const { logLevel, shutdownMs } = configuration;
  const { logDestination, env = process.env } = options;
  const log = createLogger({
    level: logLevel,
    secrets: secretsOf(configuration, env),
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

/** Ports are closed in reverse order. */
async function openPorts(
  given: Configuration,
  {
    clock = systemClock,
    consumers = [],
    env = process.env,
    isStored,
    lease,
    strictQueries = false,
    usesChains = false,
  }: OpenRuntimeOptions,
  log: Logger,
  shutdown: Shutdown,
): Promise<Runtime> {
  const meter = await openMeter(given, shutdown);
  const health = new Health(meter, log);
  const tracing = openTraces(given, consumers, { log, meter }, shutdown);
  const leadership = await openLeadership(given, lease, { log, meter, shutdown });
  const storage = await openStorage(given, log, meter, shutdown);
  const { store } = storage;
  const secretsKey = given.secretsKey ?? (await storage.secretsKey());
  // Tools open a store in any state; services do not.
  const generation = await (consumers.length > 0 ? openGeneration(given, store, clock.now()) : generationOf(store));
  const held = await heldGrants(store);
  const configuration = { ...given, secretsKey };
  const secrets = SecretBox.fromKey(secretsKey);
  const makesIds = consumers.some((name) => MAKERS_OF_IDS.has(name));
  if (makesIds) await checkOnchainIdKey({ configuration, secrets, store }, clock.now());
  const open = (name: string): OpenDatabase<unknown> => openServiceDatabase(configuration, storage, name);
  const requireRead = async (): Promise<void> => {
    if (consumers.length > 0) await requireNotAhead(given, { store, open }, consumers, clock.now());
  };
  await requireRead();
  health.register('event store', () => store.head());
  const databases = new Databases(open, health, shutdown);
  const queries = openQueries(configuration, strictQueries, shutdown);
  const parts = { log, meter, now: () => clock.now(), health, shutdown, shutdownMs: configuration.shutdownMs };
  const { bus, deadLetters } =
    configuration.bus === 'memory'
      ? await openInProcessMessaging(configuration, store, databases, consumers, parts)
      : openKafkaMessaging(configuration.bus, generation?.name, parts);
  const liveChains = usesChains ? await openChains(configuration, { env, log, meter, now: parts.now }) : undefined;
  const requireSent = async (): Promise<void> => {
    if (liveChains && isStored) await requireSentStored({ store, liveChains, isStored }, clock.now());
  };
  await requireSent();
  const ports = {
    configuration,
    clock,
    log,
    meter,
    tracing,
    store,
    generation,
    heldGrants: held,
    bus: given.otlpEndpoint === null ? bus : tracedBus(bus, tracing, configuration.bus === 'memory'),
    deadLetters,
    queries,
    health,
    secrets,
    term: leadership?.term,
    liveChains,
    lookAgain: async () => {
      if (consumers.length > 0) await requireSameGeneration(given, store, generation, clock.now());
      await requireRead();
      await requireSent();
    },
  };
  return assembleRuntime(ports, databases, shutdown);
}

/** A configuration error stops the start. A chain that does not answer may answer later. */
async function openChains(
  { liveChains }: Configuration,
  parts: Parameters<typeof openLiveChains>[1],
): Promise<LiveChains | undefined> {
  try {
    return await openLiveChains(liveChains, parts);
  } catch (error) {
    if (mayPass(error)) throw error;
    throw new ConfigurationError([error instanceof Error ? error.message : String(error)]);
  }
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

function openServiceDatabase(configuration: Configuration, storage: Storage, name: string): OpenDatabase<unknown> {
  const { database } = configuration;
  return typeof database === 'string'
    ? storage.openDatabase(name)
    : openPostgresDatabase(database.url, configuration, name);
}
