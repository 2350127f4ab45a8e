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

/**
 * A page of a list.
 *
 * @param rows - one more than the page holds, where there are more
 */
export function pageFrom<Row, T extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  toResource: (row: Row) => T,
): Page<T> {
  const data = rows.slice(0, limit).map(toResource);
  const hasMore = rows.length > limit;
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}
