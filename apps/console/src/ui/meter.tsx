import { classes } from './classes';

export type MeterTone = 'accent' | 'warning' | 'critical';

const FILLS: Readonly<Record<MeterTone, string>> = {
  accent: 'bg-accent',
  warning: 'bg-warning',
  critical: 'bg-critical-fill',
};

/**
 * How much of a whole is used, as a bar.
 *
 * @param percent - from 0 to 100
 * @param text - the same in words, for screen readers
 * @param more - percent that would come on top, drawn lighter
 */
export function Meter({
  label,
  percent,
  text,
  tone = 'accent',
  more = 0,
}: {
  label: string;
  percent: number;
  text: string;
  tone?: MeterTone;
  more?: number;
}) {
  const used = Math.min(Math.max(percent, 0), 100);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={used}
      aria-valuetext={text}
      className="flex h-2 overflow-hidden rounded-full bg-sunken"
    >
      <span className={classes('h-full', FILLS[tone])} style={{ width: `${used}%` }} />
      {more > 0 && (
        <span
          className={classes('h-full opacity-35', FILLS[tone])}
          style={{ width: `${Math.min(more, 100 - used)}%` }}
        />
      )}
    </div>
  );
}
