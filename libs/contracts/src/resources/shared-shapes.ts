import type { CurrencyKey } from '../money';

/*
 * The resources of the API, in its names and shapes: every key is present, an unknown value is `null`, amounts are decimal
 * strings, times ISO 8601 UTC.
 */

/** What a client has noted on an object, by key. Nothing is decided by it. */
export type Metadata = Readonly<Record<string, string>>;

export type CurrencyBalances = Readonly<Record<CurrencyKey, string>>;

/** A page of a list; `next_cursor` goes into `starting_after`. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
