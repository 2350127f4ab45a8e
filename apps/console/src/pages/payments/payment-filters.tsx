import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListParams } from '../../api/list';
import { labelOf } from '../../ui/badge';
import { Button } from '../../ui/button';
import { classes } from '../../ui/classes';
import { Input, Select } from '../../ui/field';
import { FilterDays } from '../../ui/filters';

type Query = NonNullable<ListParams<'/v1/payments'>['query']>;

const STATUSES = ['pending', 'settled', 'failed'];
const STAGES = ['screening', 'awaiting_approval', 'reserving', 'waiting', 'held', 'queued', 'broadcast', 'confirming'];
const CHAINS = ['base', 'ethereum', 'solana'];

export interface Filters {
  /** As the API takes them. */
  readonly query: Query;
  readonly isFiltered: boolean;
  readonly get: (name: string) => string;
  readonly set: (name: string, value: string) => void;
  readonly clear: () => void;
}

/** The filters are in the address of the page, so that a link shows the same list. */
export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? '';
  const [status, stage, chain, from, until] = [get('status'), get('stage'), get('chain'), get('from'), get('until')];
  const query = {
    ...searchQuery(get('q')),
    ...(status !== '' && { status }),
    ...(stage !== '' && { stage }),
    ...(chain !== '' && { chain }),
    ...(from !== '' && { created_after: startOfDay(from, 0) }),
    ...(until !== '' && { created_before: startOfDay(until, 1) }),
  } as Query;
  return {
    query,
    isFiltered: Object.keys(query).length > 0,
    get,
    set: (name, value) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    clear: () => setParams({}, { replace: true }),
  };
}

/** What a person types: `order=1042` is metadata with its key, a wallet's id is what it paid; everything else is searched for. */
function searchQuery(text: string): Partial<Query> {
  const search = text.trim();
  if (search === '') return {};
  const [, key, value] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,39})=(.+)$/.exec(search) ?? [];
  if (key !== undefined && value !== undefined) return { metadata: { [key]: value.trim() } };
  return search.startsWith('wal_') ? { wallet: search } : { search: search.slice(0, 255) };
}

/** The beginning of a day in the zone of the viewer. */
function startOfDay(date: string, daysLater: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}

export function PaymentFilters({ filters }: { filters: Filters }) {
  return (
    <div
      role="search"
      aria-label="Payments"
      className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center"
    >
      <SearchField value={filters.get('q')} onChange={(value) => filters.set('q', value)} />
      <Choice filters={filters} name="status" label="Status" values={STATUSES} all="All statuses" />
      <Choice filters={filters} name="stage" label="Stage" values={STAGES} all="All stages" />
      <Choice filters={filters} name="chain" label="Chain" values={CHAINS} all="All chains" className="col-span-2" />
      <FilterDays filters={filters} />
      {filters.isFiltered && (
        <Button kind="quiet" onClick={filters.clear}>
          <X aria-hidden className="size-4" /> Clear filters
        </Button>
      )}
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // One request for a word, not one for each letter.
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  });
  return (
    <div className="relative col-span-2 min-w-0 md:grow md:basis-full">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <Input
        type="search"
        aria-label="Search payments"
        placeholder="Search by id, idempotency key, hash, address, memo or metadata (order=1042)"
        className="pl-9"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

interface FilterProps {
  readonly filters: Filters;
  readonly name: string;
  readonly label: string;
}

function Choice({
  filters,
  name,
  label,
  values,
  all,
  className,
}: FilterProps & { values: readonly string[]; all: string; className?: string }) {
  return (
    <Select
      aria-label={label}
      className={classes('md:w-auto', className)}
      value={filters.get(name)}
      onChange={(event) => filters.set(name, event.target.value)}
    >
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {labelOf(value)}
        </option>
      ))}
    </Select>
  );
}
