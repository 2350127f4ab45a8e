import { type EventData, jsonEvent, type Position } from '@eventstore/db-client';
import type { EventMetadata, Json, NewEvent, RecordedEvent } from '../event-store';

/** An event as the vendor's client reads it, as far as it matters here. */
export interface ReadEvent {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position?: Position | undefined;
}

/** What a server takes in one append unless it is told otherwise is 1 MiB; the rest is what it adds by itself. */
const APPEND_BYTES_MAX = 1_000_000;
const EVENT_OVERHEAD_BYTES = 100;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Streams of the server itself, and those that snapshots are in: what stands there is no event of the port. */
const FOREIGN_STREAM = /^(\$|snapshot_)/;

export function isForeign(stream: string): boolean {
  return FOREIGN_STREAM.test(stream);
}

export function snapshotStream(stream: string): string {
  return `snapshot_${stream}`;
}

/**
 * The port's position is the commit position, an offset in the server's log. As a number it is exact up to 2^53, which
 * is a log of nine petabytes.
 *
 * @throws RangeError beyond that, and where there is none: servers before 22.6 do not tell it with a stream's events
 */
export function positionOf(position: Position | undefined): number {
  const commit = Number(position?.commit ?? NaN);
  if (!Number.isSafeInteger(commit)) throw new RangeError(`the event store gave ${commit} as a position`);
  return commit;
}

/** The place of an event. Commit and prepare position are the same but in transactions, which servers no longer have. */
export function clientPosition(position: number): Position {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

export function toRecorded({ streamId, id, revision, type, data, metadata, position }: ReadEvent): RecordedEvent {
  return {
    id,
    type,
    data: data as Json,
    metadata: metadata as EventMetadata,
    stream: streamId,
    revision: Number(revision),
    position: positionOf(position),
  };
}

/**
 * Cuts an append into as many as the server has to take it in: between commands, so that the events of each are still
 * stored together or not at all.
 *
 * @throws TypeError for what JSON cannot carry and for an id that is no uuid: the client would only throw it where
 * nobody can catch it
 * @throws RangeError when the events of one command are more than a server takes
 */
export function appendsOf(stream: string, events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const appends: NewEvent[][] = [];
  let append: NewEvent[] = [];
  let bytes = 0;
  for (const command of byCommand(events)) {
    const more = command.reduce((sum, event) => sum + bytesOf(event), 0);
    if (more > APPEND_BYTES_MAX) {
      throw new RangeError(`the events of one command for ${stream} are ${more} bytes, more than the store takes`);
    }
    if (append.length === 0 || bytes + more > APPEND_BYTES_MAX) {
      appends.push((append = []));
      bytes = 0;
    }
    append.push(...command);
    bytes += more;
  }
  return appends;
}

export function toClient({ id, type, data, metadata }: NewEvent): EventData {
  return jsonEvent({ id, type, data: data as never, metadata: metadata as never });
}

function byCommand(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const commands: NewEvent[][] = [];
  let last: string | undefined;
  for (const event of events) {
    if (last !== event.metadata.commandId) commands.push([]);
    last = event.metadata.commandId;
    commands.at(-1)?.push(event);
  }
  return commands;
}

function bytesOf({ id, type, data, metadata }: NewEvent): number {
  if (!UUID.test(id)) throw new TypeError(`${id} is no id of an event: it is no uuid`);
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) throw new TypeError(`JSON cannot carry ${typeof data}`);
  const text = json + JSON.stringify(metadata) + type;
  return Buffer.byteLength(text) + EVENT_OVERHEAD_BYTES;
}
