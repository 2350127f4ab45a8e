import { type EventData, jsonEvent, type Position } from '@eventstore/db-client';
import type { EventMetadata, Json, NewEvent, RecordedEvent } from '../event-store';

/** The fields used of an event that the vendor's client has read. */
export interface ReadEvent {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position?: Position | undefined;
}

/** The default limit of the server is 1 MiB per append, including what it adds itself. */
const APPEND_BYTES_MAX = 1_000_000;
const EVENT_OVERHEAD_BYTES = 100;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** System streams and snapshot streams. Subscriptions skip their events. */
const FOREIGN_STREAM = /^(\$|snapshot_)/;

export function isForeign(stream: string): boolean {
  return FOREIGN_STREAM.test(stream);
}

export function snapshotStream(stream: string): string {
  return `snapshot_${stream}`;
}

/**
 * Converts a commit position, which is a byte offset in the server's log, to a position of the port.
 *
 * @throws RangeError for a position above 2^53 (a log of nine petabytes), and for none: servers before 22.6 do not send
 * positions with the events of a stream
 */
export function positionOf(position: Position | undefined): number {
  const commit = Number(position?.commit ?? NaN);
  if (!Number.isSafeInteger(commit)) throw new RangeError(`the event store gave ${commit} as a position`);
  return commit;
}

/** The position for the vendor's client. Commit and prepare position differ only in transactions, which are not used. */
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
 * Splits an append into appends that fit the limit of the server. It splits between commands only, so the events of one
 * command are stored together or not at all.
 *
 * @throws TypeError for a value that is not JSON, or an id that is not a UUID. The vendor's client would throw these
 * where they cannot be caught
 * @throws RangeError when the events of one command exceed the limit
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
