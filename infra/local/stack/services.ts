import { join } from 'node:path';
import type { ServiceName } from '@stablecoin/contracts';
import { freePort } from '../ports';
import { Program } from './program';
import { RoundRobin } from './round-robin';

/** One service: its processes, behind one port. */
export interface RunningService {
  readonly port: number;
  readonly programs: readonly Program[];
  /** Resolves when each of its processes says that it is ready. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions {
  readonly service: ServiceName;
  readonly instances: number;
  /** Where it is reached. */
  readonly port: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the logs go. */
  readonly folder: string;
}

const APPS = join(__dirname, '..', '..', '..', 'apps');
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;

/** Starts the processes of a service, which need not be ready yet. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { service, instances, port, environment, folder } = options;
  const ports = instances === 1 ? [port] : await Promise.all(Array.from({ length: instances }, () => freePort()));
  // The gateway answers other services too, if only how it is.
  const asideOfApi = await Promise.all(ports.map(() => freePort()));
  const programs = ports.map((own, place) => {
    const name = instances === 1 ? service : `${service}-${place + 1}`;
    return new Program({
      name,
      command: process.execPath,
      args: [join(APPS, service, 'dist', 'main.js')],
      log: join(folder, `${name}.log`),
      environment: {
        ...environment,
        ...(service === 'gateway'
          ? { PORT: String(own), QUERY_PORT: String(asideOfApi[place]) }
          : { PORT: undefined, QUERY_PORT: String(own) }),
        HOST: '127.0.0.1',
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
  return { port, programs, ready, stop };
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
}
