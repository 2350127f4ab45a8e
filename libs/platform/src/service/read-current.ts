import { NotReachedError } from '@stablecoin/event-sourcing';
import type { EventStore, Projector } from '@stablecoin/event-sourcing';

/**
 * Rows come within milliseconds. What stands last in the store may be another service's event, of which this read model
 * never hears: so this is also how long it takes to say that there is nothing.
 */
const WAIT_MS = 300;

/**
 * Asks a read model for something by its id, and once more before it says that there is none: a service's relay and its
 * projection go side by side, so a client may have the id from another service's answer before the row is written.
 */
export async function readCurrent<T>(
  store: Pick<EventStore, 'head'>,
  projector: Pick<Projector<never>, 'waitFor'>,
  read: () => Promise<T | null>,
): Promise<T | null> {
  const found = await read();
  if (found !== null) return found;
  try {
    await projector.waitFor(await store.head(), WAIT_MS);
  } catch (error) {
    if (!(error instanceof NotReachedError)) throw error;
  }
  return read();
}
