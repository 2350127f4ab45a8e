import { useEffect, useState } from 'react';
import { formatDuration, formatTime, formatUtc } from './format-time';

const LAST_HOUR_MS = 3_600_000;

/** How long something can still be decided. */
export function TimeLeft({ until }: { until: string }) {
  const left = useTimeLeft(until);
  return (
    <time dateTime={until} title={formatUtc(until)} className={left < LAST_HOUR_MS ? 'text-warning' : undefined}>
      {left <= 0 ? 'Expired' : formatDuration(left)}
      <span className="sr-only">, until {formatTime(until)}</span>
    </time>
  );
}

/** Milliseconds until then; it changes every second in the last minutes, and every half minute before. */
export function useTimeLeft(until: string): number {
  const [now, setNow] = useState(Date.now);
  const left = Date.parse(until) - now;
  const every = left < 10 * 60_000 ? 1_000 : 30_000;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every, left <= 0]);
  return left;
}
