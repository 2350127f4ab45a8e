import { existsSync } from 'node:fs';
import { DataFolderInUseError } from '@stablecoin/stores';
import { generateKey } from '@stablecoin/security';
import {
  EventStoreInUseError,
  openRuntime,
  type OpenRuntimeOptions,
  type Runtime,
  readConfiguration,
} from '@stablecoin/host';

/** A tool writes to its output. Of the log only warnings and errors are shown, separately. */
const LOG_LEVEL = 'warn';

/**
 * Opens the data of a service that is stopped, with the service's own configuration.
 *
 * @param options.consumers - the services that will be started on it
 * @throws Error saying so when the service is running, or there is no data
 */
export async function openData(
  environment: Readonly<Record<string, string | undefined>>,
  { consumers = [], usesChains = false }: Pick<OpenRuntimeOptions, 'consumers' | 'usesChains'> = {},
): Promise<Runtime> {
  const configuration = readConfiguration({ LOG_LEVEL, ...environment, METRICS_PORT: undefined });
  const { eventStore, dataDir } = configuration;
  if (eventStore === 'memory') throw new Error('EVENT_STORE_URL=memory: keeps nothing that a tool could open');
  // A tool never makes a folder: an empty one would look like a service that has lost everything.
  if (typeof eventStore !== 'object' && !existsSync(dataDir))
    throw new Error(`there is no data folder ${dataDir}: set DATA_DIR as the service has it`);
  try {
    return await openRuntime(configuration, {
      consumers,
      usesChains,
      env: { ...environment },
      logDestination: process.stderr,
    });
  } catch (error) {
    if (error instanceof EventStoreInUseError) {
      throw new Error('the service is running on the event store: stop every instance first, and run this again', {
        cause: error,
      });
    }
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new Error(`the service is running on the data folder ${dataDir}: stop it first, and run this again`, {
      cause: error,
    });
  }
}

/**
 * Opens the data wherever it is: a data folder or an event store on PostgreSQL as {@link openData} does, or servers, which
 * the services may use meanwhile.
 *
 * @throws Error saying so when the service is running on the data folder, or there is no data
 */
export async function openDataOrServers(
  environment: Readonly<Record<string, string | undefined>>,
  { usesChains = false }: Pick<OpenRuntimeOptions, 'usesChains'> = {},
): Promise<Runtime> {
  const configuration = readConfiguration({ LOG_LEVEL, ...environment, METRICS_PORT: undefined });
  const { eventStore, database } = configuration;
  if (
    eventStore === 'memory' ||
    eventStore === 'sqlite' ||
    typeof eventStore === 'object' ||
    typeof database === 'string'
  ) {
    return openData(environment, { usesChains });
  }
  // Without one, the data folder would be used for it alone.
  const secretsKey = configuration.secretsKey ?? generateKey();
  return openRuntime(
    { ...configuration, secretsKey },
    { usesChains, env: { ...environment }, logDestination: process.stderr },
  );
}
