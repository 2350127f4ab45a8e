import type { Position } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { EventMetadata, Json, NewEvent, RecordedEvent } from '@stablecoin/event-sourcing';
import { isOurs } from '@stablecoin/event-sourcing';

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

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** System streams and snapshot streams. Subscriptions skip their events. */
const FOREIGN_STREAM = /^(\$|snapshot_)/;
/** Types of the server itself. A tombstone, or a link, stands in the stream that it is about. */
const SYSTEM_TYPE = /^\$/;

/** Whether a place in the log is none of an application's stream. */
export function isForeign({ stream, type }: { readonly stream: string; readonly type: string }): boolean {
  return FOREIGN_STREAM.test(stream) || SYSTEM_TYPE.test(type);
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

/** A place in the log, and whose event is there. */
export interface LogPlace {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly isOurs: boolean;
  /** When the command of one of ours was given, in milliseconds since the epoch; null for others. */
  readonly at: number | null;
}

/** Position, stream, type and owner of an event as it comes over the wire. */
export function placeOf(event: ReadResp.ReadEvent.RecordedEvent | undefined): LogPlace | undefined {
  if (event === undefined) return undefined;
  const type = event.getMetadataMap().get('type') ?? '';
  const metadata = parsed(event.getCustomMetadata_asU8());
  const isOfOurs = isOurs({ type, metadata });
  return {
    type,
    isOurs: isOfOurs,
    at: isOfOurs ? (metadata as EventMetadata).at : null,
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    position: positionOf({ commit: BigInt(event.getCommitPosition()), prepare: BigInt(event.getPreparePosition()) }),
  };
}

/** Converts an event as it comes over the wire. */
export function recordedFrom(event: ReadResp.ReadEvent.RecordedEvent): RecordedEvent {
  return {
    id: event.getId()?.getString() ?? '',
    type: event.getMetadataMap().get('type') ?? '',
    data: parsed(event.getData_asU8()) as Json,
    metadata: parsed(event.getCustomMetadata_asU8()) as EventMetadata,
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()),
    revision: Number(event.getStreamRevision()),
    position: positionOf({ commit: BigInt(event.getCommitPosition()), prepare: BigInt(event.getPreparePosition()) }),
  };
}

/** An event as it goes over the wire. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly commandId: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/**
 * @throws TypeError for a value that is not JSON, an id that is not a UUID or the nil one, or an empty type. The server
 * would end the call of all appends for these
 */
export function encoded({ id, type, data, metadata, json }: NewEvent): EncodedEvent {
  if (!UUID.test(id)) throw new TypeError(`${id} is no id of an event: it is no uuid`);
  if (id === NIL_UUID) throw new TypeError(`${id} is no id of an event: it is the nil uuid`);
  if (type === '') throw new TypeError(`event ${id} has no type`);
  const { commandId } = metadata;
  return {
    id,
    type,
    commandId,
    data: Buffer.from(json ?? jsonOf(data)),
    metadata: Buffer.from(JSON.stringify(metadata)),
  };
}

/**
 * Splits an append into appends that fit the limit of the server. It splits between commands only, so the events of one
 * command are stored together or not at all.
 *
 * @throws TypeError for an event that cannot be encoded
 * @throws RangeError when the events of one command exceed the limit
 */
export function appendsOf(stream: string, events: readonly NewEvent[]): readonly (readonly EncodedEvent[])[] {
  const appends: EncodedEvent[][] = [];
  let append: EncodedEvent[] = [];
  let bytes = 0;
  for (const command of byCommand(events.map(encoded))) {
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

function byCommand(events: readonly EncodedEvent[]): readonly (readonly EncodedEvent[])[] {
  const commands: EncodedEvent[][] = [];
  for (const event of events) {
    const command = commands.at(-1);
    // One that is not ours, and that a restore brings back, has no command.
    if (command === undefined || command[0]?.commandId !== event.commandId) commands.push([event]);
    else command.push(event);
  }
  return commands;
}

function jsonOf(data: Json): string {
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw new TypeError(`JSON cannot carry ${typeof data}`);
  return text;
}

function bytesOf({ type, data, metadata }: EncodedEvent): number {
  return data.length + metadata.length + Buffer.byteLength(type) + EVENT_OVERHEAD_BYTES;
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(textOf(bytes)) as unknown;
  } catch {
    // Not ours: somebody else's bytes.
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
