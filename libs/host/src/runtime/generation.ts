import type { Configuration } from '../configuration';
import { ServiceError } from '@stablecoin/contracts';
import {
  acceptGeneration,
  beginGeneration,
  generationsOf,
  identityOf,
  noteIdentity,
  readRestoreMarker,
} from '@stablecoin/stores';
import { furthestCheckpoint, WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import type { EventStore, OpenDatabase } from '@stablecoin/event-sourcing';
import type { Generation } from '@stablecoin/stores';

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

/** The event store is a copy, or was promoted, and nobody has said whether the one before has paid since. */
export class StoreBehindError extends ServiceError {
  readonly code = 'store_behind';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#a-store-that-finds-out-itself';

  constructor(reason: string) {
    super(
      `${reason}. It may be older than what was paid, and the service may pay that again. If the service was stopped while its data was moved, run npm run restore -- accept --nothing-lost. Otherwise run npm run restore -- review, then npm run restore -- accept.`,
    );
  }
}

type Restored = Pick<Configuration, 'liveChains' | 'replication' | 'restoredFrom'>;

/**
 * The generation that services may run on; null in a store that was never restored.
 *
 * @param now - in milliseconds since the epoch
 * @throws {@link RestoreIncompleteError}, {@link RestoreNotAcceptedError}, {@link StoreBehindError}
 */
export async function openGeneration(
  configuration: Restored,
  store: EventStore,
  now: number,
): Promise<Generation | null> {
  const generation = await restoredGeneration(configuration, store, now);
  if (generation?.stage !== 'closed') return generation;
  throw generation.behind === undefined
    ? new RestoreNotAcceptedError(generation)
    : new StoreBehindError(generation.behind);
}

/**
 * The newest generation. It begins here in a store that other tools have restored, as `RESTORED_FROM` says, or that an
 * earlier version has, as a marker says, or that is not where it was: a copy, or a promoted replica. A time that the store has recorded a generation of begins none: the variable may be
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
  const generation = await recordedGeneration(configuration, store, now);
  const { evm, solana } = configuration.liveChains;
  // Without chains there is nothing that could be paid twice.
  if (evm === null && solana === null) return generation;
  return (await beginWhereMoved(configuration, store, now)) ?? generation;
}

async function recordedGeneration(configuration: Restored, store: EventStore, now: number): Promise<Generation | null> {
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

/** What became of a store whose place is another one, by the fact that says so. */
const MOVED: Readonly<Record<string, string>> = {
  cluster: 'The event store is on another database server than it was',
  timeline: 'The database of the event store was promoted or recovered to a point in time',
  table: 'The tables of the event store were restored',
  created: 'The file of the event store is a copy',
  inode: 'The file of the event store is a copy',
};

/** @returns the generation that begins; undefined: the store is where it was */
async function beginWhereMoved(
  { replication }: Pick<Configuration, 'replication'>,
  store: EventStore,
  now: number,
): Promise<Generation | undefined> {
  const identity = await store.identity?.();
  if (identity === undefined) return undefined;
  const noted = await identityOf(store);
  const moved = Object.keys(identity).find((fact) => noted?.[fact] !== undefined && noted[fact] !== identity[fact]);
  // A promotion loses nothing then.
  const isBehind = moved !== undefined && !(moved === 'timeline' && replication === 'synchronous');
  const generation = isBehind
    ? await beginGeneration(store, { since: await lastEventAt(store, now), behind: MOVED[moved] ?? moved }, now)
    : undefined;
  const isNew = Object.entries(identity).some(([fact, value]) => noted?.[fact] !== value);
  if (isNew) await noteIdentity(store, identity, now);
  return generation;
}

/**
 * Closes a store that read models or relays have read further than it goes: its newest events are missing. Without chains nothing
 * could be paid twice, and what has read too far begins again.
 *
 * @throws {@link StoreBehindError}
 */
export async function requireNotAhead(
  { liveChains: { evm, solana }, bus }: Pick<Configuration, 'bus' | 'liveChains'>,
  { store, open }: { readonly store: EventStore; readonly open: (name: string) => OpenDatabase<unknown> },
  services: readonly string[],
  now: number,
): Promise<void> {
  if (evm === null && solana === null) return;
  for (const service of databasesWithCheckpoints(bus, services)) {
    const database = open(service);
    const furthest = await furthestCheckpoint(database.db).finally(() => database.close());
    // The store is asked after its readers: others may run beside this one, and read what is appended in the meantime.
    if (furthest === undefined || furthest.position <= (await store.head())) continue;
    await closeStore(
      store,
      `Checkpoint ${furthest.name} of the ${service} database is beyond the last event of the event store`,
      now,
    );
  }
}

/** Which databases have checkpoints: those of the services, and that of messages where no broker keeps them. */
export function databasesWithCheckpoints(bus: Configuration['bus'], services: readonly string[]): readonly string[] {
  return bus === 'memory' ? [...services, 'messaging'] : services;
}

/**
 * Closes a store that lacks something: a generation begins.
 *
 * @throws {@link StoreBehindError}
 */
export async function closeStore(store: EventStore, behind: string, now: number): Promise<never> {
  await beginGeneration(store, { since: await lastEventAt(store, now), behind }, now);
  throw new StoreBehindError(behind);
}

async function lastEventAt(store: EventStore, now: number): Promise<number> {
  if (store.lastEventAt !== undefined) return (await store.lastEventAt()) ?? now;
  const head = await store.head();
  const ending = new AbortController();
  try {
    for await (const { events, caughtUp } of store.subscribe({ after: Math.max(0, head - 1), signal: ending.signal })) {
      const last = events.at(-1);
      if (last !== undefined) return last.metadata.at;
      if (caughtUp) break;
    }
  } finally {
    ending.abort();
  }
  return now;
}
