import type { WriteRequest } from '../group-commit/writes';

/** What the writer's thread is started with. */
export interface WriterSettings {
  readonly file: string;
}

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
