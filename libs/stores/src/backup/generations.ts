import { randomBytes, randomUUID } from 'node:crypto';
import type { EventStore, Json, NewEvent, RecordedEvent, StoreIdentity } from '@stablecoin/event-sourcing';
import { offsetAt } from './event-sequence';
import type { SequenceOffset } from './event-sequence';

/** Events of the store's own stream of generations. A store that was never restored has none. */
export const GENERATIONS = 'generation-all';

/**
 * Where a generation is on its way: no service runs on a `closed` one. An `accepted` one may lack records that clients still
 * repeat; an `ended` one does not.
 */
export type GenerationStage = 'closed' | 'accepted' | 'ended';

/** What a store has recorded since it was restored, promoted or copied (protocol rule 31). */
export interface Generation {
  /** Random: an acceptance is of one restore, not of a time. */
  readonly name: string;
  /** From 1: a store that was never restored is generation 0. */
  readonly number: number;
  /** Position of the last inherited event: what has a higher one was recorded in this generation. */
  readonly boundary: number;
  /** Records may be missing of what came after it: the boundary of the oldest generation that has not ended. */
  readonly lostAfter: number;
  /** Of all generations up to this one, which is the last. */
  readonly offsets: readonly SequenceOffset[];
  /** What happened from this time on may be missing, in milliseconds since the epoch. Shown, and never compared with events. */
  readonly since: number;
  /** The store found out itself that it is a copy, or was promoted: why. Missing after a restore. */
  readonly behind?: string;
  /**
   * What owners of wallets signed before it, or before one that has not ended, may be made until then, in milliseconds since the
   * epoch. Missing: nothing.
   */
  readonly approvalsUntil?: number;
  readonly stage: GenerationStage;
}

/** How a generation begins. */
export interface NewGeneration extends Pick<Generation, 'behind' | 'since'> {
  /** Default: a random name. */
  readonly name?: string;
  /** Default: the last event of the store. */
  readonly boundary?: number;
}

type GenerationBegan = {
  readonly type: 'GenerationBegan';
  readonly data: Omit<Generation, 'approvalsUntil' | 'lostAfter' | 'offsets' | 'stage'> &
    Pick<SequenceOffset, 'offset'>;
};
type GenerationAccepted = {
  readonly type: 'GenerationAccepted';
  readonly data: Pick<Generation, 'approvalsUntil' | 'name'> & { readonly by?: string };
};
type GenerationEnded = { readonly type: 'GenerationEnded'; readonly data: Pick<Generation, 'name'> };
/** Part of a list: one append takes a limited size. */
type GrantsHeld = {
  readonly type: 'GrantsHeld';
  readonly data: { readonly name: string; readonly ids: readonly string[]; readonly isFirst: boolean };
};
type GrantsConfirmed = { readonly type: 'GrantsConfirmed'; readonly data: { readonly ids: readonly string[] } };
/** Where the store lies: what was noted before a generation began is of another place. */
type StoreIdentified = { readonly type: 'StoreIdentified'; readonly data: { readonly identity: StoreIdentity } };
/** The last transaction of a sender on a chain that no stored submission has to account for; null: it had sent nothing. */
type SenderNoted = { readonly type: 'SenderNoted'; readonly data: { readonly sender: string; readonly sent: Json } };
type GenerationEvent =
  GenerationBegan | GenerationAccepted | GenerationEnded | GrantsHeld | GrantsConfirmed | StoreIdentified | SenderNoted;

/** Ids in one event. */
const IDS_MAX = 1_000;

type ReadableStore = Pick<EventStore, 'read'>;
type WritableStore = Pick<EventStore, 'append' | 'durable' | 'head' | 'read'>;

/** A name that no other generation has. */
export function newGenerationName(): string {
  return randomBytes(8).toString('hex');
}

/** Every generation of a store, the newest last. */
export async function generationsOf(store: ReadableStore): Promise<readonly Generation[]> {
  return fold(await store.read(GENERATIONS));
}

/** @returns the newest generation of a store; null for one that was never restored */
export async function generationOf(store: ReadableStore): Promise<Generation | null> {
  return (await generationsOf(store)).at(-1) ?? null;
}

/**
 * Begins a generation: everything in the store is inherited from now on. Repeating it under the same name changes nothing.
 *
 * @param now - in milliseconds since the epoch
 * @throws WrongExpectedRevisionError when another process begins one at the same time
 */
export function beginGeneration(
  store: WritableStore,
  { since, behind, name = newGenerationName(), boundary }: NewGeneration,
  now: number,
): Promise<Generation> {
  return change(store, now, async (last) => {
    if (last?.name === name) return [];
    const offset = offsetAt(now, last?.offsets.at(-1)?.offset ?? 0);
    const data = { name, number: (last?.number ?? 0) + 1, boundary: boundary ?? (await store.head()), since, offset };
    return [{ type: 'GenerationBegan', data: behind === undefined ? data : { ...data, behind } }];
  });
}

/**
 * Lets the service start on the newest generation. Repeating it changes nothing.
 *
 * @param approvalsUntil - as of {@link Generation}
 * @param by - who accepts it
 * @throws Error when the newest generation has another name
 */
export function acceptGeneration(
  store: WritableStore,
  name: string,
  now: number,
  approvalsUntil?: number,
  by?: string,
): Promise<Generation> {
  const data = {
    name,
    ...(approvalsUntil === undefined ? {} : { approvalsUntil }),
    ...(by === undefined ? {} : { by }),
  };
  return change(store, now, (last) => {
    if (last?.name !== name) throw new Error(`Generation ${name} is not the newest one of the event store`);
    return last.stage === 'closed' ? [{ type: 'GenerationAccepted', data }] : [];
  });
}

/**
 * Holds inherited grants: API keys, sessions, members and attestations that give nothing until they are confirmed. A repetition
 * replaces the list of this generation. Those that an earlier generation holds stay held.
 *
 * @param ids - of all that are held
 */
export function holdGrants(
  store: WritableStore,
  name: string,
  ids: readonly string[],
  now: number,
): Promise<Generation> {
  const parts = Array.from({ length: Math.max(1, Math.ceil(ids.length / IDS_MAX)) }, (_, part) =>
    ids.slice(part * IDS_MAX, (part + 1) * IDS_MAX),
  );
  return parts.reduce<Promise<Generation>>(
    (before, part, index) =>
      before.then(() =>
        change(store, now, () => [{ type: 'GrantsHeld', data: { name, ids: part, isFirst: index === 0 } }]),
      ),
    requireGeneration(store),
  );
}

/** Gives held grants back what they allow. */
export function confirmGrants(store: WritableStore, ids: readonly string[], now: number): Promise<Generation> {
  return change(store, now, () => [{ type: 'GrantsConfirmed', data: { ids } }]);
}

/** Ids of the inherited grants that give nothing, of every generation. */
export async function heldGrants(store: ReadableStore): Promise<ReadonlySet<string>> {
  const held = new Map<string, Set<string>>();
  for (const { type, data } of await store.read(GENERATIONS)) {
    if (type !== 'GrantsHeld' && type !== 'GrantsConfirmed') continue;
    const { name, ids, isFirst } = data as Partial<GrantsHeld['data']>;
    for (const id of type === 'GrantsConfirmed' ? (ids ?? []) : []) for (const each of held.values()) each.delete(id);
    if (type === 'GrantsConfirmed' || name === undefined) continue;
    const list = isFirst === true ? new Set<string>() : (held.get(name) ?? new Set<string>());
    for (const id of ids ?? []) list.add(id);
    held.set(name, list);
  }
  return new Set([...held.values()].flatMap((ids) => [...ids]));
}

/** Where the store was when it was last asked; null: not since its generation began. */
export async function identityOf(store: ReadableStore): Promise<StoreIdentity | null> {
  let identity: StoreIdentity | null = null;
  for (const { type, data } of await store.read(GENERATIONS)) {
    if (type === 'GenerationBegan') identity = null;
    if (type === 'StoreIdentified') ({ identity } = data as StoreIdentified['data']);
  }
  return identity;
}

/** Notes where the store is. */
export async function noteIdentity(store: WritableStore, identity: StoreIdentity, now: number): Promise<void> {
  await append(store, await store.read(GENERATIONS), [{ type: 'StoreIdentified', data: { identity } }], now);
}

/** What was noted of senders, by their names; the latest of each. */
export async function notedSenders(store: ReadableStore): Promise<ReadonlyMap<string, Json>> {
  const noted = new Map<string, Json>();
  for (const { type, data } of await store.read(GENERATIONS)) {
    if (type !== 'SenderNoted') continue;
    const { sender, sent } = data as SenderNoted['data'];
    noted.set(sender, sent);
  }
  return noted;
}

/** Notes what senders have sent that no stored submission has to account for: see {@link notedSenders}. */
export async function noteSenders(store: WritableStore, sent: ReadonlyMap<string, Json>, now: number): Promise<void> {
  if (sent.size === 0) return;
  const events = [...sent].map(([sender, each]): SenderNoted => ({
    type: 'SenderNoted',
    data: { sender, sent: each },
  }));
  // Several instances may start at the same time.
  await append(store, 'any', events, now);
}

/** Ends every generation: clients have repeated what they had ordered, and no record is missing. */
export function endGenerations(store: WritableStore, now: number): Promise<Generation> {
  return change(store, now, (_, generations) =>
    generations
      .filter(({ stage }) => stage !== 'ended')
      .map(({ name }) => ({ type: 'GenerationEnded', data: { name } })),
  );
}

/** @returns the newest generation after the change */
async function change(
  store: WritableStore,
  now: number,
  decide: (
    last: Generation | undefined,
    all: readonly Generation[],
  ) => readonly GenerationEvent[] | Promise<readonly GenerationEvent[]>,
): Promise<Generation> {
  const recorded = await store.read(GENERATIONS);
  const generations = fold(recorded);
  const events = await decide(generations.at(-1), generations);
  if (events.length > 0) await append(store, recorded, events, now);
  return requireGeneration(store);
}

async function append(
  store: WritableStore,
  recorded: readonly RecordedEvent[] | 'any',
  events: readonly GenerationEvent[],
  now: number,
): Promise<void> {
  const commandId = randomUUID();
  const metadata = { commandId, at: now, correlationId: commandId, account: '', livemode: true };
  const added = events.map((event): NewEvent => ({ id: randomUUID(), ...event, metadata }));
  await store.append(GENERATIONS, recorded === 'any' ? recorded : (recorded.at(-1)?.revision ?? 'none'), added);
  await store.durable();
}

async function requireGeneration(store: ReadableStore): Promise<Generation> {
  const last = await generationOf(store);
  if (last === null) throw new Error('The event store was never restored');
  return last;
}

/** What is missing in a generation is missing in those that follow, until all of them end. */
function fold(events: readonly RecordedEvent[]): readonly Generation[] {
  const all = recorded(events);
  const open = all.filter(({ stage }) => stage !== 'ended');
  const signed = open.flatMap(({ approvalsUntil }) => approvalsUntil ?? []);
  const missing = signed.length === 0 ? {} : { approvalsUntil: Math.max(...signed) };
  return all.map((generation) => ({ ...generation, ...missing, lostAfter: (open[0] ?? generation).boundary }));
}

function recorded(events: readonly RecordedEvent[]): readonly Omit<Generation, 'lostAfter'>[] {
  const generations = new Map<string, Omit<Generation, 'lostAfter'>>();
  for (const { type, data } of events) {
    const fields = data as Readonly<Record<string, Json>>;
    const name = fields['name'] as string;
    if (type === 'GenerationBegan') {
      const numberOf = (field: string): number => fields[field] as number;
      const boundary = numberOf('boundary');
      const before = [...generations.values()].at(-1)?.offsets ?? [];
      const offsets = [...before, { boundary, offset: numberOf('offset') }];
      const begun = { name, number: numberOf('number'), boundary, offsets, since: numberOf('since') };
      const behind = fields['behind'] as string | undefined;
      generations.set(name, { ...begun, ...(behind === undefined ? {} : { behind }), stage: 'closed' });
    }
    const generation = generations.get(name);
    if (generation === undefined) continue;
    if (type === 'GenerationAccepted') {
      const { approvalsUntil } = data as GenerationAccepted['data'];
      const signed = approvalsUntil === undefined ? {} : { approvalsUntil };
      generations.set(name, { ...generation, ...signed, stage: 'accepted' });
    }
    if (type === 'GenerationEnded') generations.set(name, { ...generation, stage: 'ended' });
  }
  return [...generations.values()];
}
