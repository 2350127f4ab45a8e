import type { INestMicroservice } from '@nestjs/common';
import { admitNode } from '../configuration';
import type { Configuration } from '../configuration';
import { createLogger } from '../observability';
import type { Runtime } from '../runtime';
import { ServiceComponents } from '../service';
import type { Service, ServiceProfile } from '../service';
import { handleSignals } from '../runtime';
import { startMicroservice } from './microservice';
import { ServiceProcess } from './service-process';
import { readOwnConfiguration, readSharedConfiguration } from './single-service';

/**
 * Runs one service in this process, configured by environment variables. Call it from `main.ts`.
 *
 * @param start - starts the service on its runtime and registers its stop hooks
 */
export function runService(service: ServiceProfile, start: (runtime: Runtime) => Promise<unknown>): void {
  endOnError(() => run([service], readOwnConfiguration([service], process.env), start));
}

/** Runs a service behind the gateway in this process. */
export function runMicroservice(service: Service): void {
  runService(service, (runtime) => startMicroservices(runtime, [service]));
}

/**
 * Runs the services that `SERVICES` names in this process. They share its connections, and talk to each other over the bus
 * as services in processes of their own do.
 *
 * @param available - every service that can be named, in the order in which they start
 */
export function runMicroservices(available: readonly Service[]): void {
  endOnError(() => {
    const { services, configuration } = readSharedConfiguration(available, process.env);
    return run(services, configuration, (runtime) => startMicroservices(runtime, services));
  });
}

async function startMicroservices(runtime: Runtime, services: readonly Service[]): Promise<void> {
  const started: INestMicroservice[] = [];
  for (const service of services) started.push(await startMicroservice(runtime.forService(service.name), service));
  // On stop the relays first publish what was appended.
  runtime.onStop('relays', () => Promise.all(started.map((each) => each.get(ServiceComponents).drained())));
}

function endOnError(main: () => Promise<void>): void {
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    });
}

async function run(
  services: readonly ServiceProfile[],
  configuration: Configuration,
  start: (runtime: Runtime) => Promise<unknown>,
): Promise<void> {
  const log = createLogger({ level: configuration.logLevel });
  const warning = admitNode(configuration, process.versions.node, new Date());
  if (warning !== null) log.warn(warning);
  const running = new ServiceProcess({ services, configuration, start, log });
  // Signals also stop a service that still waits for its dependencies.
  handleSignals(() => running.stop(), log);
  await running.start();
}
