import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '@stablecoin/contracts';

/** What one check has found. Nothing in it is secret. */
export interface DoctorFinding {
  readonly check: string;
  /** `fail`: something does not work. `warn`: it works, and an operator should look at it. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do; null when nothing is to be done. */
  readonly advice: string | null;
}

/** How long a part may take to answer, in milliseconds. */
const DEADLINE_MS = 15_000;

export function ok(check: string, message: string): DoctorFinding {
  return { check, status: 'ok', message, advice: null };
}

export function warn(check: string, message: string, advice: string): DoctorFinding {
  return { check, status: 'warn', message, advice };
}

export function fail(check: string, message: string, advice: string): DoctorFinding {
  return { check, status: 'fail', message, advice };
}

/** Makes a check; an error of it, or no answer in time, is a failure with this advice. */
export async function attempt(
  check: string,
  advice: string,
  work: () => Promise<readonly DoctorFinding[]>,
  deadlineMs = DEADLINE_MS,
): Promise<readonly DoctorFinding[]> {
  const answered = new AbortController();
  const late = pause(deadlineMs, [fail(check, `no answer within ${deadlineMs / 1_000} s`, advice)], {
    signal: answered.signal,
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return [fail(check, describeError(error), advice)];
  } finally {
    answered.abort();
  }
}
