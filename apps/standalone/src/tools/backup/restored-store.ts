import { generationsOf, type Generation } from '@stablecoin/stores';
import { restoredGeneration, type Runtime } from '@stablecoin/host';
import { withLocalChains } from '../../local-chains';
import { openDataOrServers } from '../open-data';
import type { ToolOptions } from '../output';
import { updateReadModels } from '../read-models';
import { withRestoredFrom } from './restored';

const NOT_RESTORED =
  'Nothing was restored here, or the restore has ended. After a restore with other tools, set RESTORED_FROM to the time of the backup.';

/** The data of a stopped service that was restored, with its chains. */
export interface RestoredStore {
  readonly runtime: Runtime;
  /** The newest one. */
  readonly generation: Generation;
  /** Records may be missing since then, in milliseconds since the epoch: the oldest generation began there that has not ended. */
  readonly since: number;
}

/**
 * Opens a restored store for the work, and closes it. Before the acceptance its read models are brought up to date, after it the
 * service does so.
 *
 * @throws Error when nothing was restored, or not completely, or the service is running
 */
export async function withRestoredStore<T>(
  environment: ToolOptions['environment'],
  work: (store: RestoredStore) => Promise<T>,
): Promise<T> {
  const given = await withLocalChains(withRestoredFrom(environment));
  const runtime = await openDataOrServers(given, { usesChains: true });
  try {
    const { clock, configuration, store } = runtime;
    const generation = await restoredGeneration(configuration, store, clock.now());
    const open = (await generationsOf(store)).filter(({ stage }) => stage !== 'ended');
    if (generation === null || open.length === 0) throw new Error(NOT_RESTORED);
    if (generation.stage === 'closed') await updateReadModels(runtime);
    return await work({ runtime, generation, since: Math.min(...open.map(({ since }) => since)) });
  } finally {
    await runtime.close();
  }
}
