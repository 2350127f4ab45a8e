import { workCommandId } from '@stablecoin/event-sourcing';
import type { Command, RunResult, WorkRow } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/service-host';
import type { ScreeningProvider } from '../adapters/screening-provider';

import { runChecks } from './run-checks';
import type { ScreeningHandler } from './screening-handler';
import { CHECKS, REVIEW_EXPIRY } from './work';
import type { ChecksWork, ReviewExpiryWork } from './work';

/** The providers of a mode; none where none are configured: then nobody is cleared. */
export type ProvidersFor = (livemode: boolean) => readonly ScreeningProvider[];

/** Screenings whose providers are asked at the same time. */
const CHECKS_AT_ONCE = 256;
const EXPIRIES_AT_ONCE = 16;

/** Has the checks of new screenings run, and reports what they found. */
export function checksJob(
  { clock, log, meter }: Pick<ServicePorts, 'clock' | 'log' | 'meter'>,
  handler: ScreeningHandler,
  providersFor: ProvidersFor,
): JobDeclaration {
  const run = async (row: WorkRow, signal: AbortSignal): Promise<RunResult> => {
    const work = row.data as ChecksWork;
    const { ref } = work;
    const attempt = row.attempt + 1;
    const checks = await runChecks(providersFor(row.livemode), { ...work, account: row.account }, attempt, signal);
    meter.count('screening_attempts_total', { state: checks.state });
    if (checks.state === 'complete') {
      const { findings } = checks;
      return handler.handle(row.stream, report(row, 'CompleteScreening', { ref, findings }, clock.now()));
    }
    const { error } = checks;
    log.warn({ ref, attempt, error }, 'a provider did not answer');
    return handler.handle(row.stream, report(row, 'RecordFailedAttempt', { ref, attempt, error }, clock.now()));
  };
  return { kind: CHECKS, concurrency: CHECKS_AT_ONCE, run: oneByOne(run) };
}

/** Ends reviews that nobody has decided in time. */
export function reviewExpiryJob({ clock }: Pick<ServicePorts, 'clock'>, handler: ScreeningHandler): JobDeclaration {
  const run = (row: WorkRow): Promise<RunResult> => {
    const { ref } = row.data as ReviewExpiryWork;
    return handler.handle(row.stream, report(row, 'ExpireReview', { ref }, clock.now()));
  };
  return { kind: REVIEW_EXPIRY, concurrency: EXPIRIES_AT_ONCE, run: oneByOne(run) };
}

/** A job without a batch size hands over exactly one row. */
function oneByOne(run: (row: WorkRow, signal: AbortSignal) => Promise<RunResult>): JobDeclaration['run'] {
  return (rows, signal) => {
    const [row] = rows as readonly [WorkRow];
    return run(row, signal);
  };
}

function report<Type extends string, Data>(row: WorkRow, type: Type, data: Data, at: number): Command<Type, Data> {
  const { account, livemode, correlationId } = row;
  return { id: workCommandId(row, type), type, data, at, account, livemode, correlationId };
}
