import type { NewEvent, RecordedEvent } from '@stablecoin/event-sourcing';

/** A list, as everything that goes from thread to thread in numbers: to copy an object costs two to three times as much. */
export type AppendRequest = readonly [
  kind: 'append',
  stream: string,
  /** Of its first event. */
  revision: number,
  /** Of its first event: higher than that of every event before. */
  position: number,
  /** As `eventText` writes them. */
  events: readonly string[],
];

export type SnapshotRequest = readonly [
  kind: 'snapshot',
  stream: string,
  revision: number,
  version: number,
  state: string,
];

export type WriteRequest = AppendRequest | SnapshotRequest;

/** An append with its events. */
export interface Append {
  readonly request: AppendRequest;
  readonly events: readonly NewEvent[];
}

export type GroupedWrite = Append | { readonly request: SnapshotRequest };

export function isAppend(write: GroupedWrite): write is Append {
  return write.request[0] === 'append';
}

/** The events of an append as subscribers get them. */
export function recordedEvents({ request, events }: Append): readonly RecordedEvent[] {
  const [, stream, revision, position] = request;
  return events.map(({ id, type, data, metadata }, index) => {
    return { id, type, data, metadata, stream, revision: revision + index, position: position + index };
  });
}

/** A transaction takes about so much and no more, so that in a flood the first need not wait for the last. */
const GROUP_CHARACTERS_MAX = 4_000_000;

/** How many of the requests that wait go into one transaction: at least one. */
export function groupSize(waiting: readonly WriteRequest[]): number {
  let characters = 0;
  const tooMany = waiting.findIndex((request) => (characters += charactersOf(request)) > GROUP_CHARACTERS_MAX);
  return tooMany === -1 ? waiting.length : Math.max(tooMany, 1);
}

function charactersOf(request: WriteRequest): number {
  const [kind, , , , content] = request;
  return kind === 'append' ? content.reduce((sum, { length }) => sum + length, 0) : content.length;
}
