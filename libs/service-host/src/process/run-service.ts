import { createLogger } from '@stablecoin/observability';
import type { Runtime } from '@stablecoin/runtime';
import { ServiceComponents } from '../service';
import type { Service, ServiceProfile } from '../service';
import { handleSignals } from '@stablecoin/runtime';
import { startMicroservice } from './microservice';
import { ServiceProcess } from './service-process';
import { readOwnConfiguration } from './standing-alone';

/**
 * Runs one service in this process, configured by environment variables. Call it from `main.ts`.
 *
 * @param start - starts the service on its runtime and registers its stop hooks
 */
export function runService(service: ServiceProfile, start: (runtime: Runtime) => Promise<unknown>): void {
  main(service, start).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}

/** Runs a service behind the gateway in this process. */
export function runMicroservice(service: Service): void {
  runService(service, async (runtime) => {
    const started = await startMicroservice(runtime, service);
    // On stop the relay first publishes what was appended.
    runtime.onStop('relay', () => started.get(ServiceComponents).drained());
  });
}

async function main(service: ServiceProfile, start: (runtime: Runtime) => Promise<unknown>): Promise<void> {
  const configuration = readOwnConfiguration(service, process.env);
  const log = createLogger({ level: configuration.logLevel });
  const running = new ServiceProcess({ service, configuration, start, log });
  // Signals also stop a service that still waits for its dependencies.
  handleSignals(() => running.stop(), log);
  await running.start();
}
