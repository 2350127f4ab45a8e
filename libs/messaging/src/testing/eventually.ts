import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition instead of for a time. Fails after a minute, naming what it waited for. */
export async function eventually(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await pause(1);
  }
}
