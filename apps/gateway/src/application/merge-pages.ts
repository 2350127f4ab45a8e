import type { Page } from '@stablecoin/contracts';

/** One page of the newest of several: each part gives its own newest, and the newest of all are it. Ids sort by time. */
export function mergePages<T extends { readonly id: string }>(pages: readonly Page<T>[], limit: number): Page<T> {
  const entries = pages.flatMap(({ data }) => data).sort((one, other) => (one.id < other.id ? 1 : -1));
  const data = entries.slice(0, limit);
  const hasMore = entries.length > data.length || pages.some(({ has_more }) => has_more);
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}
