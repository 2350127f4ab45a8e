import { MemoryJobQueue } from '@stablecoin/event-sourcing';
import type { EventStore, Job, MemoryJobQueueOptions, StoredEvent } from '@stablecoin/event-sourcing';
import type { PaymentServiceEvent } from '../domain/streams';
import type { Assembled } from '../domain/submission';
import type { ListedAuthorizations } from './authorization-list';
import type { PaymentJobQueue, TablePaymentJobQueue } from './payment-job-queue';
import { followJobs } from './payment-job-projection';
import { JOB } from './tables';
import type { PaymentTables } from './tables';

/** Senders of which it is known up to which revision their stream was applied; of the others the table knows. */
const SENDERS_MAX = 10_000;

/** In memory, in front of the table: most jobs are done before the table is written. In doubt the table is asked. */
export class MemoryPaymentJobQueue
  extends MemoryJobQueue<PaymentTables, PaymentServiceEvent>
  implements PaymentJobQueue
{
  readonly #store: EventStore;
  readonly #table: TablePaymentJobQueue;
  #senders = new Map<string, number>();
  /** Submissions by their jobs: each is kept as long as its job. */
  readonly #assembled = new WeakMap<Job, Assembled>();

  constructor(
    options: Omit<MemoryJobQueueOptions<PaymentTables, PaymentServiceEvent>, 'kinds' | 'applyTo'> & {
      readonly table: TablePaymentJobQueue;
      readonly screeningDeadlineMs: number;
    },
  ) {
    super({
      ...options,
      kinds: [JOB.authorization, JOB.submission],
      applyTo: (jobs) => {
        const senders = new Map<string, number>();
        this.#senders = senders;
        return (events) => {
          if (senders.size > SENDERS_MAX) senders.clear();
          followJobs(events, jobs, senders, options);
          this.#remember(events);
        };
      },
    });
    this.#store = options.store;
    this.#table = options.table;
  }

  async stillListed(sender: string, jobs: readonly Job[]): Promise<ListedAuthorizations> {
    return this.listed(sender, jobs.length) ?? (await this.#table.stillListed(sender, jobs));
  }

  async submissionOf(job: Job): Promise<Assembled> {
    const assembled = this.assembledOf(job);
    if (assembled === undefined) return this.#table.submissionOf(job);
    await this.#store.durable();
    return assembled;
  }

  /**
   * The first authorizations of a sender that still wait, as {@link listedAuthorizations} finds them in the table.
   *
   * @returns undefined where only the table knows
   */
  listed(sender: string, limit: number): ListedAuthorizations | undefined {
    const jobs = this.index?.batch(JOB.authorization, sender, limit);
    const listedAt = this.#senders.get(sender);
    if (jobs === undefined || listedAt === undefined) return undefined;
    return { listed: new Map(jobs.map(({ key, eventId }) => [key, eventId])), listedAt };
  }

  /**
   * The submission of a job. It may be unflushed.
   *
   * @returns undefined for a job read from the table: then only the stream has it
   */
  assembledOf(job: Job): Assembled | undefined {
    return this.#assembled.get(job);
  }

  #remember(events: readonly StoredEvent<PaymentServiceEvent>[]): void {
    for (const { id, type, data } of events) {
      if (type !== 'SubmissionAssembled' && type !== 'SubmissionReplaced') continue;
      const [job] = this.index?.batch(JOB.submission, data.hash, 1) ?? [];
      if (job?.eventId === id) this.#assembled.set(job, data);
    }
  }
}
