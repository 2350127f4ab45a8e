import { randomUUID } from 'node:crypto';
import { ANY, NO_STREAM } from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import type { Json, RecordedEvent, Snapshot } from '@stablecoin/event-sourcing';
import { snapshotStream } from './codec';
import type { Connection } from './connection';
import { failureType } from './failures';
import { readStream } from './reading';

const TYPE = 'SnapshotSaved';
/** Maximum parts of a snapshot. A snapshot above the append limit of the server is written in parts. */
const PARTS_MAX = 64;
const PART_LENGTH = 300_000;
/** Events that the server keeps per snapshot stream: one complete snapshot, and one being written after it. */
const EVENTS_KEPT = 2 * PARTS_MAX;
const KNOWN_MAX = 10_000;

/** A stored part of a snapshot. */
type Part = {
  readonly snapshot: string;
  readonly part: number;
  readonly parts: number;
  readonly revision: number;
  readonly version: number;
  /** A piece of the state's JSON. */
  readonly text: string;
};

/** Keeps the latest snapshot of each stream in a separate stream, whose old events the server deletes. */
export class Snapshots {
  /** Snapshot streams known to have the limit {@link EVENTS_KEPT}. */
  readonly #bounded = new LRUCache<string, true>({ max: KNOWN_MAX });

  constructor(private readonly connection: Connection) {}

  async save(stream: string, { revision, version, state }: Snapshot): Promise<void> {
    const name = snapshotStream(stream);
    const texts = piecesOf(stream, state);
    await this.#bound(name);
    const snapshot = randomUUID();
    for (const [part, text] of texts.entries()) {
      await this.#append(name, { snapshot, part, parts: texts.length, revision, version, text });
    }
  }

  async load(stream: string): Promise<Snapshot | undefined> {
    const name = snapshotStream(stream);
    const [last] = await readStream(this.connection, name, { direction: 'backwards', limit: 1 });
    if (last === undefined) return undefined;
    return latestOf([last]) ?? latestOf(await readStream(this.connection, name, { direction: 'backwards' }));
  }

  async #append(name: string, part: Part): Promise<void> {
    const event = {
      id: randomUUID(),
      type: TYPE,
      contentType: 'application/json' as const,
      data: part,
      metadata: undefined,
    };
    const { credentials, timeoutMs: deadline } = this.connection;
    const options = { expectedRevision: ANY, credentials, requiresLeader: true, deadline } as const;
    await this.connection.call((session) =>
      session.request(deadline, (client) => client.appendToStream(name, event as never, options)),
    );
  }

  /** Sets the limit after which the server deletes old snapshots. */
  async #bound(name: string): Promise<void> {
    if (this.#bounded.has(name)) return;
    const { credentials, timeoutMs: deadline } = this.connection;
    const options = { expectedRevision: NO_STREAM, credentials, requiresLeader: true, deadline } as const;
    try {
      await this.connection.call((session) =>
        session.request(deadline, (client) => client.setStreamMetadata(name, { maxCount: EVENTS_KEPT }, options)),
      );
    } catch (error) {
      // The limit was already set.
      if (failureType(error) !== 'wrong-expected-version') throw error;
    }
    this.#bounded.set(name, true);
  }
}

/** @throws RangeError when the state needs more than {@link PARTS_MAX} parts */
function piecesOf(stream: string, state: Json): readonly string[] {
  const json = JSON.stringify(state) as string | undefined;
  if (json === undefined) throw new TypeError(`JSON cannot carry ${typeof state}`);
  if (json.length > PARTS_MAX * PART_LENGTH) {
    throw new RangeError(`the snapshot of ${stream} has ${json.length} characters, more than the store takes`);
  }
  const pieces: string[] = [];
  for (let at = 0; at < json.length; at += PART_LENGTH) pieces.push(json.slice(at, at + PART_LENGTH));
  return pieces;
}

/** The latest complete snapshot. @param events - newest first */
function latestOf(events: readonly RecordedEvent[]): Snapshot | undefined {
  const found = new Map<string, Part[]>();
  for (const { data } of events) {
    const part = data as Part;
    const parts = found.get(part.snapshot) ?? [];
    parts[part.part] = part;
    found.set(part.snapshot, parts);
    if (Object.keys(parts).length < part.parts) continue;
    const state = JSON.parse(parts.map(({ text }) => text).join('')) as Json;
    return { revision: part.revision, version: part.version, state };
  }
  return undefined;
}
