import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, explain } from '../api/errors';
import { Button } from './button';
import { classes } from './classes';

/** What stands where nothing is yet: why, and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-md text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Why something could not be loaded, in place of it. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <CircleAlert aria-hidden className="size-6 text-critical" />
      <p className="max-w-md">{explain(error)}</p>
      <RequestId error={error} />
      {onRetry !== undefined && (
        <Button className="mt-2" onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" /> Try again
        </Button>
      )}
    </div>
  );
}

/** Why a form or an act was refused, beside it. */
export function ErrorMessage({ error }: { error: unknown }) {
  return (
    <div role="alert" className="rounded-lg bg-critical-soft px-4 py-3 text-critical">
      <p>{explain(error)}</p>
      <RequestId error={error} />
    </div>
  );
}

function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.requestId === undefined) return null;
  return <p className="font-mono text-xs break-all opacity-80">{error.requestId}</p>;
}

/** A note that stands out. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warning' | 'positive' | 'critical';
  children: ReactNode;
}) {
  const look = {
    info: 'bg-info-soft text-info',
    warning: 'bg-warning-soft text-warning',
    positive: 'bg-positive-soft text-positive',
    critical: 'bg-critical-soft text-critical',
  };
  return <div className={classes('rounded-lg px-4 py-3', look[tone])}>{children}</div>;
}

/** A grey bar in the place of text that is loaded. Give it the size of what comes, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('block animate-pulse rounded bg-sunken', className ?? 'h-4 w-full')} />;
}

/** Tells screen readers that something is loaded. */
export function Loading({ label = 'Loading', children }: { label?: string; children?: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
