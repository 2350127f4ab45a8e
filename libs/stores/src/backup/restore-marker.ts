import type { EventStore } from '@stablecoin/event-sourcing';

/** Says of a store that it is being filled from a backup. */
export type RestoreMarker = {
  /** Time of the backup, in milliseconds since the epoch. */
  readonly restoredFrom: number;
  /** True only in a store that an earlier version has filled: now the store has a generation then, and no marker. */
  readonly isComplete: boolean;
  /** Name of the generation that begins when the store is filled. */
  readonly generation?: string;
};

type SnapshotStore = Pick<EventStore, 'loadSnapshot' | 'saveSnapshot'>;

/** A snapshot takes no position, so that the events keep those that they had. */
const STREAM = 'restored_store';
const VERSION = 1;

/** @returns null for a store that is not being filled */
export async function readRestoreMarker(store: SnapshotStore): Promise<RestoreMarker | null> {
  const snapshot = await store.loadSnapshot(STREAM);
  if (snapshot === undefined) return null;
  if (snapshot.version !== VERSION) {
    throw new Error(
      `the event store was restored by another version of this program, and says so in a way unknown here`,
    );
  }
  return snapshot.state as RestoreMarker | null;
}

/** @param marker - null: the store is filled */
export function writeRestoreMarker(store: SnapshotStore, marker: RestoreMarker | null): Promise<void> {
  const state = marker === null ? null : { ...marker };
  return store.saveSnapshot(STREAM, { revision: 0, version: VERSION, state });
}
