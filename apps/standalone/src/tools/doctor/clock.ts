import { fail, ok, warn, type DoctorFinding } from './finding';

/** Deadlines, signatures and expiries are compared with other clocks. */
const SKEW_MS = { warn: 2_000, fail: 30_000 };

/**
 * Compares the clock of this machine with a server's.
 *
 * @param theirs - what the server said between `before` and `after`, in milliseconds since the epoch
 */
export function clockFinding(server: string, theirs: number, before: number, after: number): DoctorFinding {
  // As long as the answer took it may be off.
  const skew = theirs < before ? theirs - before : theirs > after ? theirs - after : 0;
  const seconds = (Math.abs(skew) / 1_000).toFixed(1);
  const message = `this machine is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} ${server}`;
  const advice = 'Synchronize both with NTP.';
  if (Math.abs(skew) >= SKEW_MS.fail) return fail('clock', message, advice);
  if (Math.abs(skew) >= SKEW_MS.warn) return warn('clock', message, advice);
  return ok('clock', `as that of ${server}`);
}
