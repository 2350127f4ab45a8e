import { traceFields, describeError, retryOf } from '@stablecoin/contracts';
import type { Clock, Log, Meter } from '../ports';
import type { WritingState } from '../ports/writing-state';
import { settle, stopController } from '../timing';
import { DelayedKeys } from './delayed-keys';
import { FullGroups } from './full-groups';
import type { ConcurrencyGroups } from './full-groups';
import type { Job } from '../jobs/job';
import type { JobQueue, JobReader } from './job-queue';
import { LastReports } from './last-reports';
import { ReadingPace } from './reading-pace';

/**
 * The result of a run: the position of its report, after which its jobs are gone or changed; or in how many milliseconds
 * to run them again, because there is nothing to report yet.
 */
export type RunResult = { readonly position: number } | { readonly againInMs: number };

export interface JobRunnerOptions {
  readonly kind: string;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Runs at the same time, each for another ordering key. */
  readonly concurrency: number;
  /** Jobs of one ordering key that run together, at most. Default 1: the one with the lowest sequence. */
  readonly batchSize?: number;
  /** Which jobs may run now. Default: all, up to `concurrency`. */
  readonly groups?: ConcurrencyGroups;
  /**
   * Runs jobs, and reports the result by commands. It may happen twice for the same jobs: reports are idempotent by
   * their command id (see `jobCommandId`).
   *
   * @param jobs - of one ordering key, in order, all due
   * @param signal - is aborted when the runner has to stop
   */
  readonly run: (jobs: readonly Job[], signal: AbortSignal) => Promise<RunResult>;
  /**
   * Whether the event store can write. When it can again, jobs that failed because it could not run at once. Without it
   * they wait for the end of their delay.
   */
  readonly writing?: Pick<WritingState, 'onChange'>;
  /** How long `stop` lets runs finish before it aborts them, and again after that, in milliseconds. Default 3,000. */
  readonly stopMs?: number;
}

const READ_RETRY_MS = 1_000;
const STOP_MS = 3_000;
/** Jobs that are read at once. */
const PAGE_MAX = 64;

/**
 * Runs the jobs of one kind. The queue wakes it, and a timer for the job that is due next: it never polls. Of each
 * ordering key it runs the jobs with the lowest sequence, and no others until those are gone.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #labels: Readonly<Record<string, string>>;
  readonly #reader: JobReader;
  readonly #running = new Map<string, Promise<void>>();
  readonly #fullGroups: FullGroups;
  readonly #delayed = new DelayedKeys();
  readonly #reports = new LastReports();
  readonly #pace: ReadingPace;
  #stopping = stopController();
  /** Ordering keys whose run has ended since the queue was last read. Their jobs in that read are outdated. */
  readonly #ended = new Set<string>();
  /** How often the event store has become able to write again. */
  #recoveries = 0;
  /** Runs that were ever started. */
  #started = 0;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;
  #readAgain = false;
  #cancelTimer: () => void = () => undefined;
  /** When the timer that is set wakes it. */
  #wakesAt = Infinity;
  #unsubscribe: () => void = () => undefined;
  #stopped = true;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#labels = { kind: options.kind };
    const { kind, queue, batchSize = 1, groups } = options;
    this.#reader = queue.reader(kind, { batchSize, groupLength: groups?.length ?? 0 });
    this.#pace = new ReadingPace(this.#reader.isRemote);
    this.#fullGroups = new FullGroups(groups, () => this.#wake());
    options.meter.gauge('work_running', this.#labels, () => this.#running.size);
    options.meter.gauge('work_rows', this.#labels, () => this.#reader.count());
  }

  /** May be called again after `stop`: another process may have run jobs meanwhile, so nothing is remembered. */
  start(): void {
    const { queue, kind, writing } = this.#options;
    this.#stopping = stopController();
    this.#delayed.clear();
    this.#fullGroups.clear();
    this.#reports.clear();
    this.#stopped = false;
    const ends = [
      queue.onProjected((_position, due) => {
        const dueAt = due.get(kind);
        if (dueAt !== undefined) this.#expect(dueAt);
      }),
      writing?.onChange((problem) => {
        if (problem !== undefined) return;
        this.#recoveries++;
        this.#delayed.releaseThoseThatWait();
        this.#wake();
      }),
    ];
    this.#unsubscribe = () => ends.forEach((end) => end?.());
    this.#wake();
  }

  /** Starts no more runs, and lets those under way finish for a limited time. Jobs that remain wait for the next start. */
  async stop(): Promise<void> {
    const { clock, stopMs = STOP_MS } = this.#options;
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancelTimer();
    await this.#reading;
    this.#pace.stop();
    this.#fullGroups.stopWaiting();
    const runs = Promise.all(this.#running.values());
    if (this.#running.size > 0) await settle(clock, stopMs, runs);
    this.#stopping.abort();
    if (this.#running.size > 0) await settle(clock, stopMs, runs);
  }

  /** Wakes the runner for new jobs, the first of them due at that moment. */
  #expect(dueAt: number): void {
    // A read that is under way may have missed them, and sets the timer when it ends.
    if (this.#isReading || dueAt <= this.#options.clock.now()) this.#wake();
    else if (dueAt < this.#wakesAt) this.#wakeAt(dueAt);
  }

  #wake(): void {
    this.#readAgain = true;
    if (this.#isReading || this.#pace.isPausing || this.#stopped) return;
    this.#isReading = true;
    this.#reading = this.#readJobs();
  }

  async #readJobs(): Promise<void> {
    // Jobs that change in the same turn of the event loop are read together.
    await Promise.resolve();
    let tookMs = 0;
    let isSlow = false;
    while (this.#readAgain && !this.#stopped && !isSlow) {
      this.#readAgain = false;
      const [readBefore, startedBefore] = [this.#reader.readingMs, this.#started];
      this.#wakeAt(await this.#startWhatIsDue(this.#options.clock.now()));
      tookMs = this.#reader.readingMs - readBefore;
      isSlow = this.#pace.isSlow(tookMs, this.#started - startedBefore);
    }
    // Synchronously after the last check of #readAgain: otherwise a call to #wake could be lost.
    this.#isReading = false;
    if (!isSlow || this.#stopped) return;
    this.#pace.pauseAfter(tookMs, () => {
      if (this.#readAgain) this.#wake();
    });
  }

  #wakeAt(moment: number): void {
    this.#cancelTimer();
    this.#wakesAt = moment;
    if (moment < Infinity && !this.#stopped) {
      this.#cancelTimer = this.#options.clock.setTimer(moment, () => this.#wake());
    }
  }

  /**
   * Starts runs of the jobs that are due, up to the limit of concurrent runs.
   *
   * @returns when to read again, if nothing wakes the runner before
   */
  async #startWhatIsDue(now: number): Promise<number> {
    const { concurrency, log, kind } = this.#options;
    let next = this.#delayed.release(now);
    this.#fullGroups.release();
    try {
      let page: readonly Job[];
      let last: Job | undefined;
      let limit: number;
      do {
        const room = concurrency - this.#running.size;
        // A run that ends makes room, and wakes the runner.
        if (room === 0 || this.#stopped) return Infinity;
        this.#ended.clear();
        if (!this.#fullGroups.mayRead()) return next;
        // As many as there is room for, and one to know when to read again.
        limit = Math.min(PAGE_MAX, room + 1);
        page = await this.#read(last, limit);
        const due = page.filter(({ orderingKey, dueAt }) => dueAt <= now && this.#isFree(orderingKey)).slice(0, room);
        for (const [orderingKey, jobs] of await this.#reader.batches(due)) {
          next = Math.min(next, this.#startIfFree(orderingKey, jobs, now));
        }
        const later = page.find(({ dueAt }) => dueAt > now);
        if (later !== undefined) return Math.min(next, later.dueAt);
        last = due.at(-1) ?? page.at(-1);
      } while (page.length === limit);
    } catch (error) {
      log.error({ kind, error: describeError(error) }, 'cannot read jobs, retrying');
      next = Math.min(next, now + READ_RETRY_MS);
    }
    return next;
  }

  #startIfFree(orderingKey: string, jobs: readonly Job[], now: number): number {
    const [first] = jobs;
    if (first === undefined || !this.#isFree(orderingKey) || !this.#fullGroups.admits(first)) return Infinity;
    return this.#start(orderingKey, jobs, now);
  }

  /** No ordering key is free once the runner has stopped. */
  #isFree(orderingKey: string): boolean {
    return (
      !this.#stopped &&
      !this.#running.has(orderingKey) &&
      !this.#ended.has(orderingKey) &&
      !this.#delayed.has(orderingKey)
    );
  }

  /** The next jobs, without those that cannot start now. */
  async #read(after: Job | undefined, limit: number): Promise<readonly Job[]> {
    const orderingKeys = [...this.#running.keys(), ...this.#delayed.keys()];
    const readBefore = this.#reader.readingMs;
    const page = await this.#reader.heads({ orderingKeys, groups: this.#fullGroups.names() }, after, limit);
    this.#fullGroups.haveBeenRead(this.#reader.readingMs - readBefore);
    return page;
  }

  /**
   * Starts a run of those jobs of an ordering key that are due.
   *
   * @returns when to look at the ordering key again, if nothing wakes the runner before
   */
  #start(orderingKey: string, jobs: readonly Job[], now: number): number {
    const notDue = jobs.findIndex(({ dueAt }) => dueAt > now);
    const due = notDue < 0 ? jobs : jobs.slice(0, notDue);
    const [first] = due;
    if (first === undefined) return jobs[0]?.dueAt ?? Infinity;
    const hasChanged = this.#reports.hasChanged(orderingKey, first);
    if (hasChanged === false) {
      return this.#failed(first, new Error(`the report on ${first.key} has left its job as it was`));
    }
    if (hasChanged === true) this.#delayed.succeeded(orderingKey);
    this.#started++;
    this.#running.set(orderingKey, this.#run(orderingKey, due));
    return Infinity;
  }

  async #run(orderingKey: string, jobs: readonly Job[]): Promise<void> {
    const { run, queue, clock, meter, kind } = this.#options;
    const recoveries = this.#recoveries;
    let outcome: 'reported' | 'again' | 'failed' = 'reported';
    const startedAt = performance.now();
    try {
      const result = await run(jobs, this.#stopping.signal);
      if ('againInMs' in result) {
        outcome = 'again';
        this.#delayed.succeeded(orderingKey);
        this.#delayed.add(orderingKey, clock.now() + result.againInMs);
      } else {
        await queue.waitFor(result.position);
        const [first] = jobs;
        if (first !== undefined) this.#reports.remember(orderingKey, first);
      }
    } catch (error) {
      outcome = 'failed';
      // It may have failed before the event store was back.
      if (recoveries !== this.#recoveries) this.#delayed.succeeded(orderingKey);
      const [first] = jobs;
      if (first !== undefined) this.#failed(first, error);
    }
    meter.count('work_runs_total', { kind, outcome });
    meter.observe('work_run_seconds', (performance.now() - startedAt) / 1_000, this.#labels);
    this.#running.delete(orderingKey);
    this.#ended.add(orderingKey);
    this.#wake();
  }

  /**
   * Delays an ordering key after a failure.
   *
   * @returns until when
   */
  #failed({ orderingKey, traceparent }: Job, error: unknown): number {
    const { clock, log, kind } = this.#options;
    const { until, failures } = this.#delayed.failed(orderingKey, clock.now(), retryOf(error) === 'always');
    if (this.#stopped) return until;
    const fields = { kind, orderingKey, failures, error: describeError(error), ...traceFields(traceparent) };
    log.warn(fields, 'job failed, retrying');
    return until;
  }
}
