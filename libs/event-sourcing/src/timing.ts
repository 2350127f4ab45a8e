import { setMaxListeners } from 'node:events';
import type { Clock } from './ports';

/** How long to wait before trying again: doubles from `firstMs` up to `longestMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The wait after the given number of failures, from 1. */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/** A signal to stop that any number of waits may listen to; Node warns of more than ten otherwise. */
export function stopController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Resolves after so many milliseconds, or at once when the signal is aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const finish = (): void => {
      signal?.removeEventListener('abort', finish);
      cancel();
      resolve();
    };
    const cancel = clock.setTimer(clock.now() + ms, finish);
    signal?.addEventListener('abort', finish);
  });
}

/** Waits until the work has settled, at most so many milliseconds. Whether it failed is not asked. */
export async function settle(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const end = (): void => settled.abort();
  work.then(end, end);
  await pause(clock, ms, settled.signal);
}
