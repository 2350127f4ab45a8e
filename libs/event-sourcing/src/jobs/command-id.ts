import type { Job } from './job';

/**
 * The id of the command with which a job or a timer reports (protocol rule 2): the event, the key, the verb and the
 * attempt. One event may add several jobs, so the key is part of it. Repeated reports have the same id. What was found is
 * part of the event's identity (rule 1), so two different findings of one attempt conflict.
 *
 * @param attempt - when it is not the job's own
 */
export function jobCommandId(job: Job, verb: string, attempt = job.attempt): string {
  return `${job.eventId}:${job.key}:${verb}:${attempt}`;
}

/** What the command of a job takes over from it: whose it is, and the request and the trace that it belongs to. */
export function originOf({
  account,
  livemode,
  correlationId,
  traceparent,
}: Job): Pick<Job, 'account' | 'livemode' | 'correlationId' | 'traceparent'> {
  const origin = { account, livemode, correlationId };
  return traceparent === undefined ? origin : { ...origin, traceparent };
}
