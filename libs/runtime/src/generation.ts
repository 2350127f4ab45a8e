import type { Configuration } from '@stablecoin/configuration';
import { ServiceError } from '@stablecoin/errors';
import {
  acceptGeneration,
  beginGeneration,
  generationsOf,
  readRestoreMarker,
  WrongExpectedRevisionError,
} from '@stablecoin/event-sourcing';
import type { EventStore, Generation } from '@stablecoin/event-sourcing';

/** The event store is being filled from a backup, or was not filled to the end. */
export class RestoreIncompleteError extends ServiceError {
  readonly code = 'restore_incomplete';
  readonly retry = 'bounded';
  override readonly docs = 'docs/backup.md#restore';

  constructor() {
    super('The event store is not restored completely: run npm run restore -- <folder> to the end.');
  }
}

/** The service was restored, and nobody has compared its books with the chains yet. */
export class RestoreNotAcceptedError extends ServiceError {
  readonly code = 'restore_not_accepted';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#before-it-may-pay-again';

  constructor({ since }: Pick<Generation, 'since'>) {
    super(
      `The service was restored from a backup of ${new Date(since).toISOString()} and may not pay yet: what it paid after that is unknown to it. Run npm run restore -- review, then npm run restore -- accept.`,
    );
  }
}

type Restored = Pick<Configuration, 'restoredFrom'>;

/**
 * The generation that services may run on; null in a store that was never restored.
 *
 * @param now - in milliseconds since the epoch
 * @throws {@link RestoreIncompleteError}, {@link RestoreNotAcceptedError}
 */
export async function openGeneration(
  configuration: Restored,
  store: EventStore,
  now: number,
): Promise<Generation | null> {
  const generation = await restoredGeneration(configuration, store, now);
  if (generation?.stage === 'closed') throw new RestoreNotAcceptedError(generation);
  return generation;
}

/**
 * The newest generation. It begins here in a store that other tools have restored, as `RESTORED_FROM` says, or that an
 * earlier version has, as a marker says. A time that the store has recorded a generation of begins none: the variable may be
 * left as it was.
 *
 * @param now - in milliseconds since the epoch
 * @throws {@link RestoreIncompleteError}
 */
export async function restoredGeneration(
  configuration: Restored,
  store: EventStore,
  now: number,
): Promise<Generation | null> {
  const marker = await readRestoreMarker(store);
  if (marker?.isComplete === false) throw new RestoreIncompleteError();
  const since = configuration.restoredFrom ?? marker?.restoredFrom ?? null;
  const recorded = await generationsOf(store);
  if (since === null || recorded.some((each) => each.since >= since)) return recorded.at(-1) ?? null;
  try {
    return await beginUnrecorded(store, since, now);
  } catch (error) {
    // Another service of this restore was first.
    if (error instanceof WrongExpectedRevisionError) return (await generationsOf(store)).at(-1) ?? null;
    throw error;
  }
}

/** An earlier version recorded the acceptance of a restore alone, on a stream of its time. */
async function beginUnrecorded(store: EventStore, since: number, now: number): Promise<Generation> {
  const [accepted] = await store.read(`restore-${since}`, { limit: 1 });
  if (accepted === undefined) return beginGeneration(store, { since }, now);
  const { name } = await beginGeneration(store, { since, boundary: accepted.position }, now);
  return acceptGeneration(store, name, now);
}
