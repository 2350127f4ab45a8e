import { setTimeout as pause } from 'node:timers/promises';

const TICK_MS = 1;

export interface AtRate {
  /** Is asked before each one. */
  readonly perSecond: () => number;
  readonly isOver: () => boolean;
  /** What was due longer ago is not sent any more, rather than in a burst. Default: all of it is sent. */
  readonly behindMsMax?: number;
}

/**
 * Sends at a rate until it is over, whatever comes back.
 *
 * @param send - is given when it was due, by `performance.now()`
 */
export async function atRate(
  { perSecond, isOver, behindMsMax = Infinity }: AtRate,
  send: (dueAt: number) => void,
): Promise<void> {
  let due = performance.now();
  while (!isOver()) {
    const now = performance.now();
    due = Math.max(due, now - behindMsMax);
    for (; due <= now && !isOver(); due += 1_000 / perSecond()) send(due);
    await pause(TICK_MS);
  }
}
