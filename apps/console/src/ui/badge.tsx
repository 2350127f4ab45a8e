import type { ReactNode } from 'react';
import { classes } from './classes';
import { labelOf } from './labels';

export { labelOf };

export type Tone = 'neutral' | 'positive' | 'warning' | 'critical' | 'info';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-muted',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  critical: 'bg-critical-soft text-critical',
  info: 'bg-info-soft text-info',
};

/** A short word with a colour. The word says it alone: the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  settled: 'positive',
  active: 'positive',
  approved: 'positive',
  cleared: 'positive',
  pass: 'positive',
  delivered: 'positive',
  enabled: 'positive',
  ok: 'positive',
  live: 'positive',
  chosen: 'positive',
  up: 'positive',
  pending: 'info',
  screening: 'info',
  reserving: 'info',
  waiting: 'info',
  queued: 'info',
  broadcast: 'info',
  confirming: 'info',
  review: 'warning',
  in_review: 'warning',
  awaiting_approval: 'warning',
  held: 'warning',
  not_covered: 'warning',
  degraded: 'warning',
  failed: 'critical',
  blocked: 'critical',
  rejected: 'critical',
  fail: 'critical',
  down: 'critical',
  unreachable: 'critical',
};

/** A status as the API names it, in words: `awaiting_approval` becomes `Awaiting approval`. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={STATUS_TONES[status] ?? 'neutral'}>{labelOf(status)}</Badge>;
}
