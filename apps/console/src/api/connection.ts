import { useSyncExternalStore } from 'react';

/** What a proxy answers while the service behind it is down. */
const DOWN = new Set([502, 503, 504]);

let reachable = true;
const listeners = new Set<() => void>();

/**
 * Notes whether the service has answered.
 *
 * @param status - of the answer; 0: none came
 */
export function noteAnswer(status: number): void {
  const next = status !== 0 && !DOWN.has(status);
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/** Whether the service answered when it was last asked. */
export function useReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
  );
}
