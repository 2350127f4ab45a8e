import type { Command } from '../decider';
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

function originOf({ account, correlationId, traceparent }: Job): NonNullable<CommandOfOptions['origin']> {
  return { account, correlationId, ...(traceparent === undefined ? {} : { traceparent }) };
}

export interface CommandOfOptions {
  /** The time of the decision, in milliseconds since the epoch. */
  readonly at: number;
  /** Part of the id, see {@link jobCommandId}. Default: the type of the command. */
  readonly verb?: string;
  /** Whose command it is, and the request and the trace that it belongs to. Default: those of the job. */
  readonly origin?: Pick<Job, 'account' | 'correlationId' | 'traceparent'>;
}

/** The command with which a job or a timer reports what it has found. */
export function commandOf<Type extends string, Data>(
  job: Job,
  type: Type,
  data: Data,
  { at, verb = type, origin = originOf(job) }: CommandOfOptions,
): Command<Type, Data> {
  return { id: jobCommandId(job, verb), type, data, at, ...origin, livemode: job.livemode };
}
