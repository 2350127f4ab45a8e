import type { EventStore, Job, JobQueue, JobReader, ReaderOptions, RecordedEvent } from '@stablecoin/event-sourcing';
import type { ServicePorts } from '@stablecoin/host';
import type { Kysely } from 'kysely';
import { submissionStreams } from '../domain/streams';
import type { Assembled, SubmissionAssembled, SubmissionReplaced } from '../domain/submission';
import { listedAuthorizations } from './authorization-list';
import type { ListedAuthorizations } from './authorization-list';
import type { PaymentTables } from './tables';

/** The jobs that a payment waits for: its authorization, and the submission that carries it. */
export interface PaymentJobQueue extends JobQueue {
  /**
   * The first authorizations of a sender that still wait.
   *
   * @param jobs - as the runner read them; they may be out of date
   */
  stillListed(sender: string, jobs: readonly Job[]): Promise<ListedAuthorizations>;

  /** The submission that a job follows, once it is flushed (protocol rule 16). */
  submissionOf(job: Job): Promise<Assembled>;
}

/** The revision of the event on the sender's stream that added the job of a submission. */
export function revisionOf(job: Job): number {
  return (job.data as { readonly revision: number }).revision;
}

/**
 * Reads the event that assembled a submission, or replaced another one by it.
 *
 * @throws Error when there is none at that revision
 */
export async function readSubmission(
  store: Pick<EventStore, 'read'>,
  { stream, key }: Pick<Job, 'stream' | 'key'>,
  revision: number,
): Promise<RecordedEvent<SubmissionAssembled | SubmissionReplaced>> {
  const [stored] = await store.read(stream, { from: revision, limit: 1 });
  const event = stored && submissionStreams.decode(stored);
  if (event?.type === 'SubmissionAssembled' || event?.type === 'SubmissionReplaced') return event;
  throw new Error(`there is no submission ${key} at ${stream}@${revision}`);
}

/** In the table of the read model. */
export class TablePaymentJobQueue implements PaymentJobQueue {
  readonly #store: ServicePorts['store'];
  readonly #db: Kysely<PaymentTables>;
  readonly #queue: JobQueue;

  constructor(parts: {
    readonly store: ServicePorts['store'];
    readonly db: Kysely<PaymentTables>;
    /** The jobs in the same table. */
    readonly queue: JobQueue;
  }) {
    this.#store = parts.store;
    this.#db = parts.db;
    this.#queue = parts.queue;
  }

  reader(kind: string, options: ReaderOptions): JobReader {
    return this.#queue.reader(kind, options);
  }

  waitFor(position: number): Promise<void> {
    return this.#queue.waitFor(position);
  }

  onProjected(listener: Parameters<JobQueue['onProjected']>[0]): () => void {
    return this.#queue.onProjected(listener);
  }

  async stillListed(sender: string, jobs: readonly Job[]): Promise<ListedAuthorizations> {
    // A job that was found in memory may not be in the table yet.
    await this.waitFor(Math.max(...jobs.map(({ sequence }) => sequence)));
    return listedAuthorizations(this.#db, sender, jobs.length);
  }

  async submissionOf(job: Job): Promise<Assembled> {
    const revision = revisionOf(job);
    const assembled = await readSubmission(this.#store, job, revision);
    if (assembled.id !== job.eventId) throw new Error(`there is no submission ${job.key} at ${job.stream}@${revision}`);
    return assembled.data;
  }
}
