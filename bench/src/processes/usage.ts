import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The kernel counts in ticks of 10 ms. */
const TICK_MS = 10;
const WINDOW_MS = 100;
const QUIET_WITHIN_MS = 20_000;

/** CPU time that a process has used in all its threads, in milliseconds; undefined where the system does not tell. */
export function cpuMsOf(pid: number): number | undefined {
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name of the process, in brackets, may hold blanks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory that a process holds, in bytes; undefined where the system does not tell. */
export function residentBytesOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(contentOf(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/** Waits until a process has done what it has left for later, so that it pays for it itself. */
export async function untilQuiet(pid: number): Promise<void> {
  const deadline = Date.now() + QUIET_WITHIN_MS;
  let before = cpuMsOf(pid);
  do {
    await pause(WINDOW_MS);
    const now = cpuMsOf(pid);
    if (now === before) return;
    before = now;
  } while (Date.now() < deadline);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
