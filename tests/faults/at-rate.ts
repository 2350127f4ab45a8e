import { setTimeout as pause } from 'node:timers/promises';

const TICK_MS = 5;

/**
 * Sends at a rate until it is over. Falls behind rather than to send in bursts what is long due.
 *
 * @param perSecond - is asked before each one
 */
export async function atRate(perSecond: () => number, isOver: () => boolean, send: () => void): Promise<void> {
  let due = performance.now();
  while (!isOver()) {
    const now = performance.now();
    due = Math.max(due, now - 1_000);
    for (; due <= now; due += 1_000 / perSecond()) send();
    await pause(TICK_MS);
  }
}
