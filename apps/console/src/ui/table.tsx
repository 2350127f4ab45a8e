import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from './button';
import { classes } from './classes';
import { ErrorState, Loading, Skeleton } from './states';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Width as a CSS grid track: `9rem`, `minmax(12rem, 1fr)`. */
  readonly width: string;
  readonly align?: 'right';
  /** Where it stands on a phone, in cards of two columns; `wide`: below both. Left out: nowhere. */
  readonly phone?: 'left' | 'right' | 'wide';
}

/** As `useList` answers. */
interface Source<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly error: unknown;
  readonly isStale?: boolean;
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly loadMore?: () => void;
  readonly retry?: () => void;
}

const ROW_HEIGHT = { wide: 45, phone: 77 };
/** Rows before the end at which the next page is asked for. */
const LOAD_AHEAD = 30;

/**
 * A list of objects: a table on a desktop, and cards where there is less room. Only the rows on the screen are in the page, so ten
 * thousand stay fluid, and the next page is loaded before the end is reached.
 *
 * @param label - what the table is, for screen readers
 * @param href - where a click on a row leads; its first cell is the link
 * @param empty - what is shown where there are no rows
 */
export function Table<Row>({
  label,
  columns,
  list,
  rowKey,
  href,
  empty,
}: {
  label: string;
  columns: readonly Column<Row>[];
  list: Source<Row>;
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  empty: ReactNode;
}) {
  const { rows, error } = list;
  if (rows === undefined) {
    if (error !== null && error !== undefined)
      return <ErrorState error={error} {...(list.retry ? { onRetry: list.retry } : {})} />;
    return <TableSkeleton columns={columns} />;
  }
  if (rows.length === 0) return empty;
  return (
    <div className={classes('transition-opacity', list.isStale === true && 'opacity-50')}>
      <VirtualRows label={label} columns={columns} rows={rows} rowKey={rowKey} href={href} list={list} />
    </div>
  );
}

function VirtualRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  href,
  list,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  href: ((row: Row) => string) | undefined;
  list: Source<Row>;
}) {
  const wide = useIsWide();
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (wide ? ROW_HEIGHT.wide : ROW_HEIGHT.phone),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 12,
    scrollMargin: top,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, wide]);
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const { hasMore = false, isLoadingMore = false, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - LOAD_AHEAD) loadMore?.();
  });
  return (
    <>
      <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1} style={tracksOf(columns)}>
        <div role="rowgroup">
          <HeaderRow columns={columns} />
        </div>
        <div role="rowgroup" ref={body} className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {visible.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                role="row"
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                aria-rowindex={item.index + 2}
                style={{ transform: `translateY(${item.start - top}px)` }}
                className={classes(
                  'absolute inset-x-0 top-0 grid grid-flow-row-dense grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-line px-5 py-3 xl:gap-x-4',
                  'xl:h-[45px] xl:grid-flow-col xl:grid-cols-(--tracks) xl:py-0',
                  href !== undefined && 'hover:bg-sunken/60',
                )}
              >
                <Cells columns={columns} row={row} href={href} />
              </div>
            );
          })}
        </div>
      </div>
      {hasMore && <LoadMore busy={isLoadingMore} onClick={() => loadMore?.()} />}
    </>
  );
}

function Cells<Row>({
  columns,
  row,
  href,
}: {
  columns: readonly Column<Row>[];
  row: Row;
  href: ((row: Row) => string) | undefined;
}) {
  return (
    <>
      {columns.map((column, index) => (
        <div role="cell" key={column.header} className={cellClass(column)}>
          {index === 0 && href !== undefined ? (
            <Link to={href(row)} className="rounded after:absolute after:inset-0">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
    </>
  );
}

function LoadMore({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="flex justify-center p-3">
      <Button kind="quiet" busy={busy} onClick={onClick}>
        Load more
      </Button>
    </div>
  );
}

function HeaderRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <div
      role="row"
      className="hidden h-10 grid-cols-(--tracks) items-center gap-x-4 border-b border-line px-5 text-xs font-medium text-muted xl:grid"
    >
      {columns.map((column) => (
        <div role="columnheader" key={column.header} className={column.align === 'right' ? 'text-right' : undefined}>
          {column.header}
        </div>
      ))}
    </div>
  );
}

function tracksOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  return { '--tracks': columns.map((column) => column.width).join(' ') } as CSSProperties;
}

function cellClass<Row>({ align, phone }: Column<Row>): string {
  return classes(
    'min-w-0 truncate',
    phone === undefined && 'hidden xl:block',
    phone === 'left' && 'col-start-1 xl:col-start-auto',
    phone === 'wide' && 'col-span-2 xl:col-span-1',
    phone === 'right' && 'col-start-2 text-right xl:col-start-auto xl:text-left',
    align === 'right' && 'xl:text-right',
  );
}

function TableSkeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <Loading>
      <div aria-hidden style={tracksOf(columns)}>
        <HeaderRow columns={columns} />
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex h-[77px] items-center border-b border-line px-5 xl:h-[45px]">
            <Skeleton className="h-3.5 w-full max-w-3xl" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

const WIDE = window.matchMedia('(min-width: 80rem)');

function useIsWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const follow = () => setWide(WIDE.matches);
    WIDE.addEventListener('change', follow);
    return () => WIDE.removeEventListener('change', follow);
  }, []);
  return wide;
}
