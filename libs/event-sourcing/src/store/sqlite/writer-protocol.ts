/** What the writer's thread is started with. */
export interface WriterSettings {
  readonly file: string;
}

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

/** To the writer: requests, or the word to stop. */
export type ToWriter =
  { readonly kind: 'write'; readonly requests: readonly WriteRequest[] } | { readonly kind: 'close' };

/** From the writer, which writes requests in the order in which they came, a group at a time. */
export type FromWriter =
  | { readonly kind: 'ready'; readonly head: number }
  /** The file could not be opened. */
  | { readonly kind: 'unopened'; readonly error: string }
  /** A group of requests was flushed. */
  | { readonly kind: 'written'; readonly requests: number }
  /** A group could not be written. It is retried, and later requests wait. */
  | { readonly kind: 'stuck'; readonly error: string };
