import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from './client';
import type { paths } from './schema';

/** What every list answers with. */
interface Page {
  readonly data: readonly Identified[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

interface Identified {
  readonly id?: string;
  readonly ref?: string;
}

type AnswerTo<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** Paths of the API that answer with a list in pages. */
export type ListPath = { [Path in keyof paths]: AnswerTo<Path> extends Page ? Path : never }[keyof paths];

export type RowOf<Path extends ListPath> = AnswerTo<Path> extends { data: (infer Row)[] } ? Row : never;

export interface ListParams<Path extends ListPath> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: paths[Path] extends { get: { parameters: { query?: infer Query } } }
    ? Omit<NonNullable<Query>, 'limit' | 'starting_after'>
    : never;
}

export interface List<Row> {
  /** `undefined` until the first page has come. */
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  /** Whether rows of an earlier filter are shown until the first page has come. */
  readonly isStale: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

const PAGE_SIZE = 100;

/**
 * A list of the API, page by page, the newest first. Its first page is asked for again when something happens and every
 * 15 seconds; the pages below stay as they are, so that a long list costs one request.
 *
 * @param path - such as `/v1/wallets`
 * @param params - filters; their values are part of the cache key
 */
export function useList<Path extends ListPath>(
  path: Path,
  params: ListParams<Path> = {},
  { enabled = true }: { readonly enabled?: boolean } = {},
): List<RowOf<Path>> {
  const read = async (startingAfter: string | null, signal: AbortSignal): Promise<Page> => {
    const query = {
      ...params.query,
      limit: PAGE_SIZE,
      ...(startingAfter === null ? {} : { starting_after: startingAfter }),
    };
    const get = api.GET as unknown as (path: string, init: object) => Promise<{ data: Page }>;
    return (await get(path, { params: { path: params.path, query }, signal })).data;
  };
  const pages = useInfiniteQuery({
    queryKey: ['list', path, params],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    enabled,
  });
  const isStale = pages.isPlaceholderData;
  const newest = useQuery({
    queryKey: ['newest', path, params],
    queryFn: ({ signal }) => read(null, signal),
    refetchInterval: 15_000,
    enabled: enabled && pages.isSuccess && !isStale,
    initialData: () => pages.data?.pages[0],
  });
  const rows = useMemo(
    () => (pages.data === undefined ? undefined : merged(isStale ? undefined : newest.data, pages.data.pages)),
    [pages.data, newest.data, isStale],
  );
  return {
    rows: rows as readonly RowOf<Path>[] | undefined,
    error: pages.error,
    isStale,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
    retry: () => void pages.refetch(),
  };
}

/** The rows of the pages, with those of the newest page before or in place of them. */
function merged(newest: Page | undefined, pages: readonly Page[]): readonly Identified[] {
  const loaded = pages.flatMap((page) => page.data);
  if (newest === undefined) return loaded;
  const known = new Set(loaded.map(keyOf));
  const fresh = new Map(newest.data.map((row) => [keyOf(row), row]));
  // More has been added than a page holds: what is loaded no longer follows on.
  const added = newest.data.filter((row) => !known.has(keyOf(row)));
  if (added.length === newest.data.length && newest.has_more) return newest.data;
  return [...added, ...loaded.map((row) => fresh.get(keyOf(row)) ?? row)];
}

export function keyOf({ id, ref }: Identified): string {
  return id ?? ref ?? '';
}

/**
 * Puts newer versions of objects into the lists that show them.
 *
 * @param changed - objects by id
 */
export function updateRows(client: QueryClient, changed: ReadonlyMap<string, object>): void {
  client.setQueriesData<{ pages: Page[]; pageParams: unknown[] }>({ queryKey: ['list'] }, (list) => {
    if (list?.pages.some((page) => page.data.some((row) => changed.has(keyOf(row)))) !== true) return list;
    const update = (row: Identified) => changed.get(keyOf(row)) ?? row;
    return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(update) })) };
  });
}

/**
 * Has everything that was read below some paths asked for again, for example after a change.
 *
 * @returns `refresh('/v1/api_keys')` also refreshes `/v1/api_keys/{id}`
 */
export function useRefresh(): (...prefixes: string[]) => Promise<void> {
  const client = useQueryClient();
  return (...prefixes) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix)),
    });
}
