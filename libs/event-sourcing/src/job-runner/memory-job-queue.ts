import type { Kysely } from 'kysely';
import { describeError } from '@stablecoin/contracts';
import { NotReachedError } from '../errors';
import type { Clock, Log } from '../ports';
import { readCheckpoint } from '../tables/checkpoint';
import { PositionWaiter } from '../projection/position-waiter';
import type { Projection } from '../projection/projection';
import type { ProjectedListener } from '../projection/projector';
import type { DomainEvent, EventStore } from '../ports/event-store';
import { decodeEvent, prefixesOf } from '../stream-category';
import type { StoredEvent } from '../stream-category';
import { pause, stopController } from '../timing';
import type { JobChanges } from '../jobs/job-changes';
import { JobIndex } from './job-index';
import type { Job } from '../jobs/job';
import type { JobQueue, JobReader, PageEnd, ReaderOptions, Skipped } from './job-queue';
import { readJobs } from '../jobs/job-table';

/** Takes the changes that events make to jobs. */
export type JobSink = Pick<JobChanges, 'add' | 'postpone' | 'remove'>;

export interface MemoryJobQueueOptions<DB, E extends DomainEvent = DomainEvent> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  /** The same jobs in the table. */
  readonly table: JobQueue;
  /** Writes the table. */
  readonly projection: Pick<Projection<DB, E>, 'name' | 'streams'>;
  /** Kinds that are kept in memory. */
  readonly kinds: readonly string[];
  /**
   * Called with the jobs of the table, each time the queue is loaded from it.
   *
   * @returns applies events to the jobs, as the projection does to the table
   */
  readonly applyTo: (jobs: JobSink) => (events: readonly StoredEvent<E>[]) => void;
  /** Jobs that are kept in memory at most; the table takes any number. Default 1,000. */
  readonly jobsMax?: number;
  readonly clock: Clock;
  readonly log: Log;
}

const JOBS_MAX = 1_000;
const RETRY_MS = 5_000;

/**
 * Keeps jobs in memory, in front of the table. Runners get a job as soon as its event is delivered. Most jobs finish
 * before the table is written, so they never reach it. After a restart the table is the source.
 *
 * Start it only in the instance that writes the read model. The queue has all jobs of its kinds in memory, or none:
 * when it is not started, there are too many, or anything fails, readers read the table.
 */
export class MemoryJobQueue<DB, E extends DomainEvent = DomainEvent> implements JobQueue {
  readonly #options: MemoryJobQueueOptions<DB, E>;
  readonly #listeners = new Set<ProjectedListener>();
  #index: JobIndex | undefined;
  #waiter: PositionWaiter;
  #stopping = stopController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: MemoryJobQueueOptions<DB, E>) {
    this.#options = options;
    this.#waiter = this.#waiterAt(0);
  }

  start(): void {
    this.#stopping = stopController();
    this.#running = this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** All jobs of its kinds, while they are in memory; undefined while readers read the table. */
  get index(): Omit<JobIndex, keyof JobSink> | undefined {
    return this.#index;
  }

  reader(kind: string, options: ReaderOptions): JobReader {
    return new MemoryJobReader(() => this.#index, this.#options.table.reader(kind, options), kind, options);
  }

  async waitFor(position: number): Promise<void> {
    // If the jobs leave memory meanwhile, wait for the table.
    const isReached = this.#index !== undefined && (await resolves(this.#waiter.waitFor(position)));
    if (!isReached) await this.#options.table.waitFor(position);
  }

  onProjected(listener: ProjectedListener): () => void {
    const unsubscribe = this.#options.table.onProjected((position, due) => {
      if (this.#index === undefined) listener(position, due);
    });
    this.#listeners.add(listener);
    return () => {
      unsubscribe();
      this.#listeners.delete(listener);
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { projection, clock, log } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#keep(signal);
      } catch (error) {
        const fields = { projection: projection.name, error: describeError(error) };
        log.warn(fields, 'cannot keep jobs in memory, reading them from the table');
      }
      this.#unload();
      await pause(clock, RETRY_MS, signal);
    }
  }

  /** Loads the jobs and applies events to them, until there are too many. */
  async #keep(signal: AbortSignal): Promise<void> {
    const { store, db, table, projection, kinds, applyTo, jobsMax = JOBS_MAX } = this.#options;
    // Positions never move back.
    await table.waitFor(this.#waiter.position);
    const index = new JobIndex(kinds);
    const position = await db.transaction().execute(async (trx) => {
      for (const job of await readJobs(trx, kinds, jobsMax + 1)) index.add(job);
      return (await readCheckpoint(trx, projection.name))?.position;
    });
    if (position === undefined || index.size > jobsMax) return;
    const apply = applyTo(index);
    this.#waiter = this.#waiterAt(position);
    this.#index = index;
    this.#notify(position);
    const subscription = { after: position, prefixes: prefixesOf(projection.streams), beforeFlush: true, signal };
    for await (const batch of store.subscribe(subscription)) {
      apply(batch.events.map((event) => decodeEvent(projection.streams, event)));
      if (index.size > jobsMax) return;
      this.#waiter.advance(batch.position);
      this.#notify(batch.position);
    }
  }

  #notify(position: number): void {
    const due = this.#index?.takeDue() ?? new Map(this.#options.kinds.map((kind) => [kind, 0]));
    for (const listener of this.#listeners) listener(position, due);
  }

  #unload(): void {
    if (this.#index === undefined) return;
    this.#index = undefined;
    this.#waiter.close(new NotReachedError('the jobs are no longer in memory'));
    this.#notify(this.#waiter.position);
  }

  #waiterAt(position: number): PositionWaiter {
    const { clock, projection } = this.#options;
    return new PositionWaiter(clock, `jobs of ${projection.name}`, position);
  }
}

/** Reads the jobs in memory, or the table while they are not in memory. */
class MemoryJobReader implements JobReader {
  constructor(
    private readonly index: () => JobIndex | undefined,
    private readonly table: JobReader,
    private readonly kind: string,
    private readonly options: ReaderOptions,
  ) {}

  get isRemote(): boolean {
    return this.table.isRemote;
  }

  get readingMs(): number {
    return this.table.readingMs;
  }

  async heads(skipped: Skipped, after: PageEnd | undefined, limit: number): Promise<readonly Job[]> {
    const index = this.index();
    if (index === undefined) return this.table.heads(skipped, after, limit);
    return index.heads(this.kind, skipped, this.options.groupLength, after, limit);
  }

  async batches(heads: readonly Job[]): Promise<ReadonlyMap<string, readonly Job[]>> {
    const index = this.index();
    if (index === undefined) return this.table.batches(heads);
    const batchOf = (orderingKey: string) => index.batch(this.kind, orderingKey, this.options.batchSize);
    return new Map(heads.map(({ orderingKey }) => [orderingKey, batchOf(orderingKey)]));
  }

  /** In the table, which is up to half a second behind. */
  count(): Promise<number> {
    return this.table.count();
  }
}

function resolves(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
