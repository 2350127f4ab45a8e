import { setMaxListeners } from 'node:events';
import type { Clock } from './ports';

/** Exponential back-off: doubles from `firstMs` to `longestMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The back-off in milliseconds after a number of failures, from 1. */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

/** An abort controller with any number of listeners; Node warns of more than ten otherwise. */
export function stopController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Resolves after a number of milliseconds, or when the signal is aborted. */
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

/** Waits until a promise has settled, at most a number of milliseconds. Ignores its failure. */
export async function settle(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const end = (): void => settled.abort();
  work.then(end, end);
  await pause(clock, ms, settled.signal);
}
