import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { lists } from './client';
import { withChanged, withNewest } from './pages';
import type { Page } from './pages';
import type { paths } from './schema';

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

export interface ListOptions<Row> {
  readonly enabled?: boolean;
  /** Whether a row is about to change. While there is one, the first page is asked for again every 2 seconds. */
  readonly isUnsettled?: (row: Row) => boolean;
}

/** As the cache keeps a list. */
interface Loaded {
  readonly pages: readonly Page[];
  readonly pageParams: readonly (string | null)[];
}

const PAGE_SIZE = 100;
/** Above, a list may begin anew under the eyes of the person. */
const NEAR_TOP_PX = 400;

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
  { enabled = true, isUnsettled = () => false }: ListOptions<RowOf<Path>> = {},
): List<RowOf<Path>> {
  const read = async (startingAfter: string | null, signal: AbortSignal): Promise<Page> => {
    const query = {
      ...params.query,
      limit: PAGE_SIZE,
      ...(startingAfter === null ? {} : { starting_after: startingAfter }),
    };
    const { data } = await lists.GET(path, { params: { path: params.path, query }, signal });
    if (data === undefined) throw new Error(`${path} answered without a page`);
    return data;
  };
  const client = useQueryClient();
  const queryKey = ['list', path, params];
  const pages = useInfiniteQuery({
    queryKey,
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
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => isUnsettled(row as RowOf<Path>)) === true ? 2_000 : 15_000,
    enabled: enabled && pages.isSuccess && !isStale,
    initialData: () => (isStale ? undefined : pages.data?.pages[0]),
  }).data;
  useEffect(() => {
    if (newest === undefined) return;
    client.setQueryData<Loaded>(queryKey, (loaded) => {
      if (loaded === undefined) return undefined;
      const next = withNewest(loaded.pages, newest);
      if (next !== undefined) return { pages: next, pageParams: loaded.pageParams.slice(0, next.length) };
      // Begins anew, unless the person reads further down.
      return window.scrollY > NEAR_TOP_PX ? loaded : { pages: [newest], pageParams: [null] };
    });
    // The key changes with the filters, and `newest` with it.
  }, [client, newest]);
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.data), [pages.data]);
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

/**
 * Puts newer versions of objects into the lists that show them.
 *
 * @param changed - objects by id
 */
export function updateRows(client: QueryClient, changed: ReadonlyMap<string, object>): void {
  client.setQueriesData<Loaded>({ queryKey: ['list'] }, (loaded) =>
    loaded === undefined ? loaded : { ...loaded, pages: withChanged(loaded.pages, changed) },
  );
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
