import { paymentIdOf, traceFields } from '@stablecoin/contracts';
import type { Tenant } from '@stablecoin/contracts';
import { commandOf } from '@stablecoin/event-sourcing';
import type { Job, RunResult, Tracer } from '@stablecoin/event-sourcing';
import type { JobDeclaration, ServicePorts } from '@stablecoin/host';
import { runChecks } from './run-checks';
import type { CallOptions } from './run-checks';
import type { AttestationHandler, ScreeningHandler } from './handlers';
import type { SourcesFor } from './screening-sources';
import type { ListMatches, NewList } from './list-matches';
import { CHECKS, LIST_COMPARISON, RESCREENING, REVIEW_EXPIRY } from './job-data';
import type { ChecksJobData, ListComparisonJobData, RescreeningJobData, ReviewExpiryJobData } from './job-data';

/** Screenings whose providers are asked at the same time. */
const CHECKS_AT_ONCE = 256;
const EXPIRIES_AT_ONCE = 16;
/** The list does not name the address yet. */
const COMPARED_AGAIN_MS = 60_000;
/** Checks that began before an attestation have ended by then. */
const CHECKS_END_MS = 10_000;

/** Runs the checks of new screenings and reports their findings. */
export function checksJob(
  { clock, log, meter, tracer }: Pick<ServicePorts, 'clock' | 'log' | 'meter' | 'tracer'>,
  handler: ScreeningHandler,
  sourcesFor: SourcesFor,
): JobDeclaration {
  const run = async (job: Job, signal: AbortSignal): Promise<RunResult> => {
    const request = job.data as ChecksJobData;
    const { ref } = request;
    const attempt = job.attempt + 1;
    const around = tracedCalls(tracer, job);
    const { providers, namesOf } = sourcesFor(job.livemode);
    const checks = await runChecks(providers, request, job.account, attempt, signal, { around, namesOf });
    meter.count('screening_attempts_total', { state: checks.state });
    if (checks.state === 'complete') {
      const { state: _, ...found } = checks;
      return handler.handle(job.stream, commandOf(job, 'CompleteScreening', { ref, ...found }, { at: clock.now() }));
    }
    const { error } = checks;
    const of = { request_id: job.correlationId, payment: request.paymentId, ...traceFields(job.traceparent) };
    log.warn({ ref, attempt, error, ...of }, 'a provider did not answer');
    return handler.handle(
      job.stream,
      commandOf(job, 'RecordFailedAttempt', { ref, attempt, error }, { at: clock.now() }),
    );
  };
  return { kind: CHECKS, concurrency: CHECKS_AT_ONCE, run: oneByOne(run) };
}

/** Expires reviews that were not decided in time. */
export function reviewExpiryJob({ clock }: Pick<ServicePorts, 'clock'>, handler: ScreeningHandler): JobDeclaration {
  const run = (job: Job): Promise<RunResult> => {
    const { ref } = job.data as ReviewExpiryJobData;
    return handler.handle(job.stream, commandOf(job, 'ExpireReview', { ref }, { at: clock.now() }));
  };
  return { kind: REVIEW_EXPIRY, concurrency: EXPIRIES_AT_ONCE, run: oneByOne(run) };
}

/** Finds the reviews of a subject. */
interface Reviews {
  reviewsOf(tenant: Tenant, subject: string): Promise<readonly { readonly stream: string; readonly ref: string }[]>;
}

/**
 * Has reviews of a subject screened again, because an attestation is about it. Twice: checks that were under way when the
 * attestation came may have missed it.
 */
export function rescreeningJob(
  { clock }: Pick<ServicePorts, 'clock'>,
  { screenings, attestations }: { readonly screenings: ScreeningHandler; readonly attestations: AttestationHandler },
  reviews: Reviews,
): JobDeclaration {
  const run = async (job: Job): Promise<RunResult> => {
    const { attestationId, subject, createdAt } = job.data as RescreeningJobData;
    const leftMs = createdAt + CHECKS_END_MS - clock.now();
    const pass = leftMs > 0 ? 'first' : 'last';
    for (const { stream, ref } of await reviews.reviewsOf(job, subject.value)) {
      const command = commandOf(job, 'Rescreen', { ref }, { at: clock.now() });
      await screenings.handle(stream, { ...command, id: `${command.id}:${pass}` });
    }
    if (leftMs > 0) return { againInMs: leftMs };
    return attestations.handle(job.stream, commandOf(job, 'ApplyAttestation', { attestationId }, { at: clock.now() }));
  };
  return { kind: RESCREENING, concurrency: EXPIRIES_AT_ONCE, run: oneByOne(run) };
}

/** Compares a payment that was cleared with the next version of a list, when that is due. */
export function listComparisonJob(matches: Pick<ListMatches, 'compare'>, nextList: NewList): JobDeclaration {
  const run = async ({ stream, account, livemode, data }: Job): Promise<RunResult> => {
    const { ref, address } = data as ListComparisonJobData;
    const screening = { stream, ref, account, livemode, subject: address, names: [], status: 'cleared' };
    return (await matches.compare(screening, nextList)) ?? { againInMs: COMPARED_AGAIN_MS };
  };
  return { kind: LIST_COMPARISON, concurrency: EXPIRIES_AT_ONCE, run: oneByOne(run) };
}

/** Records the calls of providers in the trace of the screening; what they find is left out. */
function tracedCalls(tracer: Tracer, { traceparent, data }: Job): NonNullable<CallOptions['around']> {
  return async ({ name, check }, call) => {
    const span = tracer.start(traceparent);
    const details = {
      name: `screen ${check}`,
      kind: 'client',
      attributes: { provider: name, 'payment.id': paymentIdOf('', data) },
    } as const;
    try {
      const found = await call();
      span?.end(details);
      return found;
    } catch (error) {
      span?.end({ ...details, error });
      throw error;
    }
  };
}

/** A job without a batch size hands over exactly one job. */
function oneByOne(run: (job: Job, signal: AbortSignal) => Promise<RunResult>): JobDeclaration['run'] {
  return (jobs, signal) => {
    const [job] = jobs as readonly [Job];
    return run(job, signal);
  };
}
