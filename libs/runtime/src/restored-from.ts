import type { Configuration } from '@stablecoin/configuration';
import { ServiceError } from '@stablecoin/errors';
import { readRestoreMarker } from '@stablecoin/event-sourcing';
import type { EventStore } from '@stablecoin/event-sourcing';

/** The event store is being filled from a backup, or was not filled to the end. */
export class RestoreIncompleteError extends ServiceError {
  readonly code = 'restore_incomplete';
  readonly retry = 'bounded';
  override readonly docs = 'docs/backup.md#restore';

  constructor() {
    super('The event store is not restored completely: run npm run restore -- <folder> to the end.');
  }
}

/**
 * The time of the backup that the events are from, in milliseconds since the epoch; null when they were not restored.
 * `RESTORED_FROM` comes before what the store says.
 *
 * @throws {@link RestoreIncompleteError}
 */
export async function restoredFromOf(
  { restoredFrom }: Pick<Configuration, 'restoredFrom'>,
  store: EventStore,
): Promise<number | null> {
  const marker = await readRestoreMarker(store);
  if (marker?.isComplete === false) throw new RestoreIncompleteError();
  return restoredFrom ?? marker?.restoredFrom ?? null;
}
