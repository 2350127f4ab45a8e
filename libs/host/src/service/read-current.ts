import { NotReachedError } from '@stablecoin/event-sourcing';
import type { ReadModel } from './service-declaration';

/** Rows usually appear within milliseconds. On a busy machine a late answer is better than a wrong one. */
const WAIT_MS = 5_000;

/**
 * Reads an object by its id, and waits for the read model before it answers that there is none: a client may have the id
 * from another service before the row is written.
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
