import { useId } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes';

/** A titled part of a page. */
export function Card({
  title,
  action,
  children,
  className,
  flush = false,
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Without padding, for a table. */
  flush?: boolean;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classes('min-w-0 rounded-xl border border-line bg-surface shadow-raised', className)}
    >
      {title !== undefined && (
        <div className="flex min-h-13 flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-2">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {action}
        </div>
      )}
      <div className={flush ? undefined : 'p-5'}>{children}</div>
    </section>
  );
}
