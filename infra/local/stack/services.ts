import { join } from 'node:path';
import type { ServiceName } from '@stablecoin/contracts';
import { freePort } from '../ports';
import { Program } from './program';
import { RoundRobin } from './round-robin';

/** One service, or several that share processes: its processes, behind one port. */
export interface RunningService {
  /** Of the service; of several: `payment+treasury`. */
  readonly name: string;
  readonly port: number;
  readonly programs: readonly Program[];
  /** Resolves when each of its processes says that it is ready. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions {
  /** Several share each process. */
  readonly services: readonly ServiceName[];
  readonly instances: number;
  /** Where it is reached. */
  readonly port: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the logs go. */
  readonly folder: string;
}

const APPS = join(__dirname, '..', '..', '..', 'apps');
const SEVERAL = join(APPS, 'standalone', 'dist', 'services.js');
/** As the image has it. */
export const YOUNG_GENERATION = '--max-semi-space-size=32';
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;

/** Starts the processes of a service, or of several, which need not be ready yet. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { services, instances, port, environment, folder } = options;
  const called = services.join('+');
  const ports = instances === 1 ? [port] : await Promise.all(Array.from({ length: instances }, () => freePort()));
  // The gateway answers other services too, if only how it is.
  const asideOfApi = await Promise.all(ports.map(() => freePort()));
  const programs = ports.map((own, place) => {
    const name = instances === 1 ? called : `${called}-${place + 1}`;
    return new Program({
      name,
      command: process.execPath,
      args: [YOUNG_GENERATION, services.length === 1 ? join(APPS, called, 'dist', 'main.js') : SEVERAL],
      log: join(folder, `${name}.log`),
      environment: {
        ...environment,
        SERVICES: services.length === 1 ? undefined : services.join(','),
        ...(called === 'gateway'
          ? { PORT: String(own), QUERY_PORT: String(asideOfApi[place]) }
          : { PORT: undefined, QUERY_PORT: String(own) }),
        HOST: '127.0.0.1',
        // What they ask of each other stays in the process.
        ...Object.fromEntries(services.map((service) => [`${service.toUpperCase()}_URL`, undefined])),
        // One port cannot be listened on by all of them.
        METRICS_PORT: undefined,
      },
    });
  });
  const balancer = instances === 1 ? null : await RoundRobin.listen(port, ports);
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop(STOP_WITHIN_MS)));
    await balancer?.close();
  };
  const ready = async (): Promise<void> => {
    await Promise.all(
      programs.map((program, place) => program.until(() => isReady(ports[place] ?? 0), READY_WITHIN_MS)),
    );
  };
  return { name: called, port, programs, ready, stop };
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
}
