import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { labelOf } from './badge';
import { Button } from './button';
import { Input, Select } from './field';

export interface Filters {
  readonly get: (name: string) => string;
  readonly set: (name: string, value: string) => void;
  readonly clear: () => void;
  readonly isFiltered: boolean;
}

/** Filters of a list. They are in the address of the page, so that a link shows the same list. */
export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
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
    isFiltered: params.size > 0,
  };
}

/** The span of time between two days, as lists of the API take it. Days are those of the viewer's zone. */
export function daysQuery({ get }: Filters): { created_after?: string; created_before?: string } {
  const [from, until] = [get('from'), get('until')];
  return {
    ...(from !== '' && { created_after: startOfDay(from, 0) }),
    ...(until !== '' && { created_before: startOfDay(until, 1) }),
  };
}

function startOfDay(date: string, daysLater: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}

/** The controls of a list's filters, in one row where there is room. */
export function FilterBar({ label, filters, children }: { label: string; filters: Filters; children: ReactNode }) {
  return (
    <div role="search" aria-label={label} className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      {children}
      {filters.isFiltered && (
        <Button kind="quiet" onClick={filters.clear}>
          <X aria-hidden className="size-4" /> Clear filters
        </Button>
      )}
    </div>
  );
}

interface FilterProps {
  readonly filters: Filters;
  /** In the address of the page. */
  readonly name: string;
  readonly label: string;
}

export function FilterChoice({
  filters,
  name,
  label,
  values,
  all,
  words = labelOf,
}: FilterProps & { values: readonly string[]; all: string; words?: (value: string) => string }) {
  return (
    <Select
      aria-label={label}
      className="col-span-2 md:w-auto md:max-w-52"
      value={filters.get(name)}
      onChange={(event) => filters.set(name, event.target.value)}
    >
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {words(value)}
        </option>
      ))}
    </Select>
  );
}

/** The first and the last day, as `from` and `until` in the address. */
export function FilterDays({ filters }: { filters: Filters }) {
  return (
    <div className="col-span-2 grid grid-cols-2 gap-2 md:contents">
      <Day filters={filters} name="from" label="From" />
      <Day filters={filters} name="until" label="Until" />
    </div>
  );
}

function Day({ filters, name, label }: FilterProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-muted md:flex-row md:items-center md:gap-2">
      <span className="text-xs md:text-sm">{label}</span>
      <Input
        type="date"
        className="min-w-0 md:w-auto"
        value={filters.get(name)}
        onChange={(event) => filters.set(name, event.target.value)}
      />
    </label>
  );
}

/** A text that is looked for once the person has stopped typing: one request for a word, not one for each letter. */
export function FilterText({ filters, name, label, placeholder }: FilterProps & { placeholder: string }) {
  const value = filters.get(name);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => filters.set(name, text.trim()), 300);
    return () => clearTimeout(timer);
  });
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      spellCheck={false}
      className="col-span-2 md:w-auto md:min-w-72 md:grow"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
