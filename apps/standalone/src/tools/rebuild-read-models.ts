import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import type { Runtime } from '@stablecoin/host';
import { openData } from './open-data';
import { EXIT, type ExitCode, type ToolOptions } from './output';
import { Progress } from './progress';
import { readModels } from './read-models';

const USAGE = `Rebuilds the read model of a service from all events. The service has to be stopped.

  npm run rebuild -- <service>    one of ${SERVICES.join(', ')}
  npm run rebuild -- all          every one of them
`;

/**
 * `npm run rebuild`.
 *
 * @throws Error when the service is running, or an event cannot be applied: the next start goes on from there
 */
export async function rebuildReadModels({ args, environment, output, signal }: ToolOptions): Promise<ExitCode> {
  const services = args.length === 1 ? SERVICES.filter((service) => args[0] === 'all' || args[0] === service) : [];
  if (services.length === 0) {
    output.write(USAGE);
    return EXIT.wrongUse;
  }
  const runtime = await openData(environment);
  try {
    for (const service of services) {
      await rebuild(runtime, service, new Progress(output, service), signal);
      if (signal.aborted) return EXIT.interrupted;
    }
    return EXIT.done;
  } finally {
    await runtime.close();
  }
}

/** Makes the read models of one service anew, and says how long that took. */
export async function rebuild(
  runtime: Runtime,
  service: ServiceName,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const onProgress = ({ done, total }: { done: number; total: number }): void => progress.at(done, total);
  await readModels(runtime.configuration)[service].rebuild(runtime, { onProgress, signal });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  progress.end(signal.aborted ? 'interrupted; the next start of the service continues' : `rebuilt in ${seconds} s`);
}
