import type { Page } from '@stablecoin/contracts';

/**
 * A page of a list.
 *
 * @param rows - one more than the page holds, where there are more
 */
export function pageOf<Row extends { readonly id: string }, T>(
  rows: readonly Row[],
  limit: number,
  toResource: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { data: shown.map(toResource), has_more: hasMore, next_cursor: hasMore ? (shown.at(-1)?.id ?? null) : null };
}
