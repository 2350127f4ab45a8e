import { workCommandId } from '@stablecoin/event-sourcing';
import type { Command, RunResult, WorkRow } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/service-host';
import { runChecks } from './run-checks';
import type { Screenings } from '../read-model/screenings';
import type { AttestationHandler } from './attestation-handler';
import type { ScreeningHandler } from './screening-handler';
import type { SourcesFor } from './screening-sources';
import { CHECKS, RESCREENING, REVIEW_EXPIRY } from './work';
import type { ChecksWork, RescreeningWork, ReviewExpiryWork } from './work';

/** Screenings whose providers are asked at the same time. */
const CHECKS_AT_ONCE = 256;
const EXPIRIES_AT_ONCE = 16;
/** Checks that began before an attestation have ended by then. */
const CHECKS_END_MS = 10_000;

/** Has the checks of new screenings run, and reports what they found. */
export function checksJob(
  { clock, log, meter }: Pick<ServicePorts, 'clock' | 'log' | 'meter'>,
  handler: ScreeningHandler,
  sourcesFor: SourcesFor,
): JobDeclaration {
  const run = async (row: WorkRow, signal: AbortSignal): Promise<RunResult> => {
    const work = row.data as ChecksWork;
    const { ref } = work;
    const attempt = row.attempt + 1;
    const checks = await runChecks(sourcesFor(row.livemode).providers, work, row.account, attempt, signal);
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

/**
 * Has reviews of a subject screened again, because an attestation is about it. Twice: checks that were under way when the
 * attestation came may have missed it.
 */
export function rescreeningJob(
  { clock }: Pick<ServicePorts, 'clock'>,
  { screenings, attestations }: { readonly screenings: ScreeningHandler; readonly attestations: AttestationHandler },
  reviews: Pick<Screenings, 'reviewsOf'>,
): JobDeclaration {
  const run = async (row: WorkRow): Promise<RunResult> => {
    const { attestationId, subject, createdAt } = row.data as RescreeningWork;
    const leftMs = createdAt + CHECKS_END_MS - clock.now();
    const pass = leftMs > 0 ? 'first' : 'last';
    for (const { stream, ref } of await reviews.reviewsOf(row, subject.value)) {
      const command = report(row, 'Rescreen', { ref }, clock.now());
      await screenings.handle(stream, { ...command, id: `${command.id}:${pass}` });
    }
    if (leftMs > 0) return { againInMs: leftMs };
    return attestations.handle(row.stream, report(row, 'ApplyAttestation', { attestationId }, clock.now()));
  };
  return { kind: RESCREENING, concurrency: EXPIRIES_AT_ONCE, run: oneByOne(run) };
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
