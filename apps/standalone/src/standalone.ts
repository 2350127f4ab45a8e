import type { INestMicroservice } from '@nestjs/common';
import type { Worker } from 'node:worker_threads';
import type { Listening } from '@stablecoin/gateway';
import { isStored } from '@stablecoin/payment';
import {
  openRuntime,
  type Runtime,
  ServiceComponents,
  startMicroservice,
  type Service,
  admitNode,
  readConfiguration,
  createLogger,
} from '@stablecoin/host';
import { CONSUMERS, ALL_SERVICES } from './all-services';
import { GatewayThread } from './gateway-thread/gateway-thread';
import { withLocalChains } from './local-chains';
import { untilLeading } from './standby/until-leading';
import { withRestoredFrom } from './tools/backup/restored';

export interface Standalone extends Listening {
  readonly runtime: Runtime;
  /** Rejects new requests, waits for those in progress, stops every service and closes the stores. */
  stop(): Promise<void>;
}

export interface StandaloneOptions {
  readonly gatewayThread?: Worker | undefined;
  /** Default: that of this process. */
  readonly nodeVersion?: string;
}

/** The gateway, in this thread or its own. */
export interface Gateway {
  /** Serves HTTP; and makes the API keys of a first start. */
  listen(): Promise<Listening>;
}

/**
 * Starts every service in this process: one Nest context per service, as each would run in a process of its own. On an
 * event store on PostgreSQL it first waits until this instance leads.
 *
 * @param options.gatewayThread - a thread for the gateway, which only the built service can load; without one, or with
 * `GATEWAY_THREAD=off`, everything goes on in this thread
 * @throws Error naming the variable or the part, when a setting is wrong or a part cannot be opened
 */
export async function startStandalone(
  given: Readonly<Record<string, string | undefined>>,
  { gatewayThread, nodeVersion = process.versions.node }: StandaloneOptions = {},
): Promise<Standalone> {
  const environment = await withLocalChains(withRestoredFrom(given));
  const configuration = readConfiguration(environment);
  const warning = admitNode(configuration, nodeVersion, new Date());
  if (warning !== null) createLogger({ level: configuration.logLevel }).warn(warning);
  const leading = await untilLeading(configuration);
  let opened: Runtime | undefined;
  try {
    const runtime = await openRuntime(configuration, {
      consumers: CONSUMERS,
      usesChains: true,
      isStored,
      env: environment,
      ...leading.options,
    });
    opened = runtime;
    const gateway =
      gatewayThread !== undefined && configuration.gatewayThread
        ? await startThreads(gatewayThread, runtime, environment)
        : await startInOneThread(runtime);
    await leading.stopStandingBy();
    return { runtime, ...(await gateway.listen()), stop: () => runtime.close() };
  } catch (error) {
    await opened?.close();
    await leading.stopStandingBy();
    throw error;
  }
}

async function startInOneThread(runtime: Runtime): Promise<Gateway> {
  const { listen } = await loadGateway();
  const gateway = await startServices(runtime);
  return { listen: () => listen(gateway, runtime.configuration) };
}

/**
 * Starts every service on a runtime, which closes them, and the gateway in a thread of its own.
 *
 * @param worker - with the gateway's code loaded
 * @param env - what the runtime was opened with
 */
export async function startThreads(
  worker: Worker,
  runtime: Runtime,
  env: NodeJS.ProcessEnv,
  services = ALL_SERVICES,
): Promise<Gateway> {
  const thread = GatewayThread.open(worker, runtime, env);
  runtime.onStop('gateway thread', () => thread.end());
  // Side by side: it asks the others nothing before it listens, and the bus delivers nothing before all of them do.
  const starting = thread.start();
  // Reported after the services have started, so that nothing is closed during a start.
  starting.catch(() => undefined);
  const started = await startAll(runtime, services);
  runtime.onStop('gateway', () => thread.stop());
  await starting;
  stopInOrder(runtime, started, () => thread.drain());
  return { listen: () => thread.listen() };
}

/**
 * Starts every service on a runtime, which closes them. The gateway serves no HTTP before it is told to listen.
 *
 * @param runtime - opened with every service among its consumers
 */
export async function startServices(
  runtime: Runtime,
  services = ALL_SERVICES,
): ReturnType<typeof import('@stablecoin/gateway').createGateway> {
  const started = await startAll(runtime, services);
  const { createGateway, drainRequests } = await loadGateway();
  const gateway = await createGateway(runtime.forService('gateway'));
  runtime.onStop('gateway', () => gateway.close());
  await gateway.startAllMicroservices();
  await gateway.init();
  stopInOrder(runtime, started, () => drainRequests(gateway));
  return gateway;
}

/** Only where it runs: what serves HTTP is half of all that there is to load. */
function loadGateway(): Promise<typeof import('@stablecoin/gateway')> {
  return import('@stablecoin/gateway');
}

async function startAll(runtime: Runtime, services: readonly Service[]): Promise<readonly INestMicroservice[]> {
  const started: INestMicroservice[] = [];
  for (const service of services) started.push(await startMicroservice(runtime.forService(service.name), service));
  return started;
}

/**
 * When it stops: first the last requests are answered, then what the services have told each other arrives, and only
 * then the first of them closes.
 */
function stopInOrder(runtime: Runtime, services: readonly INestMicroservice[], drain: () => Promise<void>): void {
  runtime.onStop('relays', () => Promise.all(services.map((service) => service.get(ServiceComponents).drained())));
  runtime.onStop('requests', drain);
}
