import { SERVICES } from '@stablecoin/contracts';
import type { QueryMap, ServiceName } from '@stablecoin/contracts';
import { LeaseTerm, systemClock } from '@stablecoin/event-sourcing';
import { openDatabase } from '@stablecoin/stores';
import type { Generation } from '@stablecoin/stores';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import type { DeadLetters } from '@stablecoin/messaging';
import { join } from 'node:path';
import type { Configuration } from '../../configuration';
import { Health, PrometheusMeter, createLogger, silentMeter } from '../../observability';
import type { CollectedMetrics, Readiness } from '../../observability';
import { DirectQueries, RoutedQueries } from '@stablecoin/messaging';
import { assembleRuntime } from '../assemble-runtime';
import { Databases, openPostgresDatabase } from '../databases';
import type { Runtime } from '../runtime';
import { SecretBox } from '@stablecoin/security';
import { openTraces } from '../open-traces';
import { Shutdown } from '../shutdown';
import { RemoteBus, serveBus } from './remote-bus';
import { RemoteEventStore, serveEventStore } from './remote-event-store';
import { RemoteQueries, serveQueries } from './remote-queries';
import { remote, serve } from './remote-object';
import type { ThreadRpc } from './thread-rpc';

const DEAD_LETTER_CALLS = ['add', 'list', 'get', 'count', 'remove'] as const;

/** Settings of the runtime of a thread. */
export interface ThreadSettings {
  /** Includes the encryption key that both threads share. */
  readonly configuration: Configuration;
  /** Secret values to remove from log lines. */
  readonly secrets: readonly string[];
  /** See `Runtime.generation`. */
  readonly generation: Generation | null;
  /** See `Runtime.heldGrants`. */
  readonly heldGrants: ReadonlySet<string>;
  /** See `Runtime.term`. */
  readonly term?: Pick<LeaseTerm, 'lengthMs' | 'memory'>;
}

/** Serves the event store, the bus and the queries to another thread: only one thread can have them open. */
export function serveRuntime(rpc: ThreadRpc, runtime: Runtime): void {
  serveEventStore(rpc, runtime.store);
  serveBus(rpc, runtime.bus);
  serveQueries(rpc, runtime.queries);
  serve(rpc, 'dead letters', runtime.deadLetters, DEAD_LETTER_CALLS);
  rpc.answer('ready', () => runtime.health.ready());
  rpc.answer('look again', () => runtime.lookAgain());
  const { meter } = runtime;
  if (meter instanceof PrometheusMeter) meter.include(() => rpc.call<CollectedMetrics>('metrics', []));
}

/** The runtime of a second thread that uses the ports of the first. It has its own databases and closes them. */
export function openRemoteRuntime(
  rpc: ThreadRpc,
  { configuration, generation, heldGrants, secrets, term }: ThreadSettings,
): Runtime {
  const { logLevel, shutdownMs, metricsPort, secretsKey } = configuration;
  if (secretsKey === null) throw new TypeError('there is no secrets key');
  const log = createLogger({ level: logLevel, secrets });
  const shutdown = new Shutdown({ log, limitMs: shutdownMs });
  const meter = metricsPort === null ? silentMeter : openMeter(rpc);
  const health = new Health(meter, log);
  health.include(() => rpc.call<Readiness>('ready', []));
  const databases = new Databases((name) => openBeside(configuration, name), health, shutdown);
  const asked = new RemoteQueries<QueryMap>(rpc);
  const store = new RemoteEventStore(rpc);
  shutdown.register('event store', () => store.close());
  const ports = {
    configuration,
    clock: systemClock,
    log,
    meter,
    tracing: openTraces(configuration, [], { log, meter }, shutdown),
    store,
    generation,
    heldGrants,
    bus: new RemoteBus(rpc),
    deadLetters: remote<DeadLetters, (typeof DEAD_LETTER_CALLS)[number]>(rpc, 'dead letters', DEAD_LETTER_CALLS),
    queries: new RoutedQueries(
      new DirectQueries<QueryMap>(),
      new Map(SERVICES.map((service: ServiceName) => [service, asked])),
    ),
    health,
    secrets: SecretBox.fromKey(secretsKey),
    liveChains: undefined,
    lookAgain: () => rpc.call<undefined>('look again', []),
    term: term === undefined ? undefined : new LeaseTerm(term.lengthMs, term.memory),
  };
  return assembleRuntime(ports, databases, shutdown);
}

function openMeter(rpc: ThreadRpc): PrometheusMeter {
  const meter = new PrometheusMeter();
  rpc.answer('metrics', () => meter.collect());
  return meter;
}

/** The folder is locked by the thread that has the store. */
function openBeside(configuration: Configuration, name: string): OpenDatabase<unknown> {
  const { database, dataDir } = configuration;
  if (database === 'memory') return openDatabase('sqlite::memory:');
  if (database === 'sqlite') return openDatabase(`sqlite:${join(dataDir, `${name}.db`)}`);
  return openPostgresDatabase(database.url, configuration, name);
}
