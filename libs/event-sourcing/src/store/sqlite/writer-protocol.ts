import type { ExpectedRevision } from '../event-store';

/** What the writer's thread is started with. */
export interface WriterSettings {
  readonly file: string;
}

/** A list, as everything that goes from thread to thread in numbers: to copy an object costs two to three times as much. */
export type AppendRequest = readonly [
  kind: 'append',
  stream: string,
  expected: ExpectedRevision,
  count: number,
  /** As they are stored. */
  events: string,
];

export type SnapshotRequest = readonly [
  kind: 'snapshot',
  stream: string,
  revision: number,
  version: number,
  state: string,
];

export type WriteRequest = AppendRequest | SnapshotRequest;

/** Of an append that is stored, now or before: revision and position are those of its last event. */
export type Stored = readonly [kind: 'appended' | 'repetition', revision: number, position: number];

/** A list, as {@link AppendRequest} is. */
export type WriteOutcome =
  | Stored
  /** `actual` is the revision of the stream's last event. */
  | readonly [kind: 'conflict', actual: number | 'none']
  | readonly [kind: 'saved'];

/** To the writer: requests, or the word to stop. */
export type ToWriter =
  { readonly kind: 'write'; readonly requests: readonly WriteRequest[] } | { readonly kind: 'close' };

/** From the writer, which answers requests in the order in which they came, a group at a time. */
export type FromWriter =
  | { readonly kind: 'ready'; readonly head: number }
  /** The file could not be opened. */
  | { readonly kind: 'unopened'; readonly error: string }
  /** One outcome per request of a group. All of it is on the disk. */
  | { readonly kind: 'written'; readonly outcomes: readonly WriteOutcome[] }
  /** The transaction was rolled back: nothing of a group of so many requests is stored. */
  | { readonly kind: 'failed'; readonly requests: number; readonly error: string };
