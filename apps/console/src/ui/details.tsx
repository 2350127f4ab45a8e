import type { ReactNode } from 'react';
import { classes } from './classes';

/**
 * Names and values of one object. Rows without a value show a dash.
 *
 * @param stacked - each value below its name, for narrow columns with ids and addresses
 */
export function Details({ children, stacked = false }: { children: ReactNode; stacked?: boolean }) {
  return (
    <dl
      className={classes(
        'grid gap-x-6 gap-y-3',
        stacked ? '[&_dt]:mb-[-0.6rem]!' : 'md:grid-cols-[minmax(8rem,auto)_1fr]',
      )}
    >
      {children}
    </dl>
  );
}

export function Detail({ label, children }: { label: string; children?: ReactNode }) {
  const isMissing = children === undefined || children === null || children === false || children === '';
  return (
    <div className="contents">
      <dt className="-mb-2 text-muted md:mb-0">{label}</dt>
      <dd className="min-w-0 break-words">{isMissing ? <span className="text-muted">–</span> : children}</dd>
    </div>
  );
}

/** Any value as JSON, as it came. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    // Scrolls, so the keyboard has to reach it.
    <pre
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap"
    >
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
