import { setTimeout as pause } from 'node:timers/promises';

/** @throws the reason of the signal */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
