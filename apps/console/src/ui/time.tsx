import { formatTime, formatUtc } from './format-time';

/** A moment in the viewer's zone; hovering shows UTC. */
export function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatUtc(at)} className={className}>
      <span className="whitespace-nowrap">{formatTime(at)}</span>
    </time>
  );
}
