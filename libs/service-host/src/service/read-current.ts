import { NotReachedError } from '@stablecoin/event-sourcing';
import type { ReadModel } from './service-host';

/** Rows come within milliseconds, unless the machine is busy: then a client is rather kept waiting than told wrongly. */
const WAIT_MS = 5_000;

/**
 * Asks a read model for something by its id, and once more before it says that there is none: a service's relay and its
 * projection go side by side, so a client may have the id from another service's answer before the row is written.
 */
export async function readCurrent<T>(
  readModel: Pick<ReadModel, 'waitForAll'>,
  read: () => Promise<T | null>,
): Promise<T | null> {
  const found = await read();
  if (found !== null) return found;
  try {
    await readModel.waitForAll(WAIT_MS);
  } catch (error) {
    if (!(error instanceof NotReachedError)) throw error;
  }
  return read();
}
