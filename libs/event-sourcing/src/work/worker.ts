import { LRUCache } from 'lru-cache';
import { describeError } from '@stablecoin/errors';
import type { Clock, Log, Meter } from '../ports';
import type { AnyKysely } from '../projection/database';
import type { ProjectedListener } from '../projection/projector';
import { backoffMs, settle, stopController } from '../timing';
import type { Backoff } from '../timing';
import { DueWork } from './due-work';
import type { HeldRows } from './held-rows';
import { countWork } from './work-list';
import type { WorkRow } from './work-list';

/**
 * What a run reports: the position after which its rows are gone or changed, or when to look again because there is
 * nothing to report yet.
 */
export type RunResult = { readonly position: number } | { readonly againInMs: number };

/** What a worker needs of the projector that keeps its rows. */
export interface ReadModelProgress {
  waitFor(position: number): Promise<void>;
  onProjected(listener: ProjectedListener): () => void;
  /** The rows, if they are in memory: the table is not read then. Not for a worker with lanes. */
  readonly rows?: Pick<HeldRows, 'soonest' | 'ofClaim'> | undefined;
}

/**
 * Claims that begin with the same characters are one lane. Lanes share the places of a worker, as somebody else sees
 * fit: what a lane has no place for now is passed over, and waits in the list.
 */
export interface Lanes {
  /** How many characters these are. */
  readonly characters: number;
  /**
   * Whether a run of this row may begin now; it does so at once when it may. Asked again when a run has ended, and never
   * otherwise: while nothing runs, everything has to be admitted.
   */
  admits(row: WorkRow): boolean;
}

export interface WorkerOptions {
  readonly kind: string;
  readonly db: AnyKysely;
  /** The projector whose projection adds and removes the rows, or what holds them in memory. */
  readonly projector: ReadModelProgress;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Runs at the same time, each for another claim. */
  readonly concurrency: number;
  /** Rows of one claim that are handed over together. Default 1: the one with the lowest sequence. */
  readonly batchSize?: number;
  /** Which of its runs may begin now. Default: all, as far as `concurrency` allows. */
  readonly lanes?: Lanes;
  /**
   * Does the work, and reports on it by commands. It may happen twice for the same rows: reports are idempotent by
   * their command id (see `workCommandId`).
   *
   * @param rows - of one claim, in order, all due
   * @param signal - is aborted when the worker has to stop
   */
  readonly run: (rows: readonly WorkRow[], signal: AbortSignal) => Promise<RunResult>;
  /** How long `stop` lets runs finish before it aborts them, and again after that. Default 3 s. */
  readonly stopMs?: number;
}

const RETRY_BACKOFF: Backoff = { firstMs: 100, longestMs: 60_000 };
const LIST_AGAIN_MS = 1_000;
const STOP_MS = 3_000;
/** Claims whose failures are counted. */
const FAILING_MAX = 10_000;
/** Claims whose last report is looked for. */
const REPORTED_MAX = 10_000;
/** In the place of a reported row: none is looked for. */
const NOTHING = '';
/** Lanes without a place that are remembered; more are found anew. */
const FULL_LANES_MAX = 512;
/**
 * A look at the list that took the database so long, for each run that it has started, is followed by a pause of a
 * multiple: so that looking never fills the day. What a server took is its own time for the most part.
 */
const LONG_LOOK_MS = 5;
const REST_AFTER_LONG_LOOK = { here: 4, asked: 1 };
/** And no longer: where the machine is busy, a look takes long and the processor is idle. */
const REST_MS_MAX = 250;
/** Rows that are read at once. */
const PAGE_MAX = 64;
/** Reading around full lanes takes the longer the more rows they have, and so no more than one part in so many. */
const PAUSE_AFTER_READING_AROUND = 10;

/**
 * Does what stands in the work list, for one kind. The projector wakes it, and a timer for the row that is due next:
 * it never polls. Of each claim it takes the rows with the lowest sequence, and no other while those are there.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #labels: Readonly<Record<string, string>>;
  readonly #due: DueWork;
  readonly #running = new Map<string, Promise<void>>();
  /** Lanes that had no place, each with a row of it. */
  readonly #full = new Map<string, WorkRow>();
  /** Claims that are left alone until a moment: there is nothing to report yet, or the last run failed. */
  readonly #parked = new Map<string, number>();
  readonly #failures = new LRUCache<string, number>({ max: FAILING_MAX });
  /**
   * The first row of a claim's last run that reported something: it must not be found again as it was. When it was not,
   * {@link NOTHING}: a cache that loses its only entry is cleared, which takes the time of all its places.
   */
  readonly #reported = new LRUCache<string, string>({ max: REPORTED_MAX });
  #stopping = stopController();
  /** Claims whose run has ended since the list was last read: what it says of them no longer holds. */
  readonly #ended = new Set<string>();
  /** Runs that were ever started. */
  #started = 0;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #lookAgain = false;
  #resting: NodeJS.Timeout | undefined;
  #aroundAgainAt = 0;
  #waitingToReadAround: NodeJS.Timeout | undefined;
  #cancelTimer: () => void = () => undefined;
  /** When the timer that is set wakes it. */
  #wakesAt = Infinity;
  #unsubscribe: () => void = () => undefined;
  #stopped = true;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#labels = { kind: options.kind };
    const laneCharacters = options.lanes?.characters ?? 0;
    this.#due = new DueWork(options.db, options.kind, { rowsAtOnce: options.batchSize ?? 1, laneCharacters });
    options.meter.gauge('work_running', this.#labels, () => this.#running.size);
    options.meter.gauge('work_rows', this.#labels, () => countWork(options.db, options.kind));
  }

  /** Also after it was stopped: then the list is another one's work, and what was known of it no longer holds. */
  start(): void {
    const { projector, kind } = this.#options;
    this.#stopping = stopController();
    this.#parked.clear();
    this.#full.clear();
    this.#reported.clear();
    this.#stopped = false;
    this.#unsubscribe = projector.onProjected((_position, due) => {
      const dueAt = due.get(kind);
      if (dueAt !== undefined) this.#expect(dueAt);
    });
    this.#wake();
  }

  /** Starts nothing more and lets what is under way finish, for a limited time. Rows that remain wait for the next start. */
  async stop(): Promise<void> {
    const { clock, stopMs = STOP_MS } = this.#options;
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancelTimer();
    await this.#looking;
    clearTimeout(this.#resting);
    clearTimeout(this.#waitingToReadAround);
    this.#resting = this.#waitingToReadAround = undefined;
    const runs = Promise.all(this.#running.values());
    if (this.#running.size > 0) await settle(clock, stopMs, runs);
    this.#stopping.abort();
    if (this.#running.size > 0) await settle(clock, stopMs, runs);
  }

  /** There are new rows, the first of them due at that moment. */
  #expect(dueAt: number): void {
    // A look that is under way may have missed them, and sets the timer when it ends.
    if (this.#isLooking || dueAt <= this.#options.clock.now()) this.#wake();
    else if (dueAt < this.#wakesAt) this.#wakeAt(dueAt);
  }

  #wake(): void {
    this.#lookAgain = true;
    if (this.#isLooking || this.#resting !== undefined || this.#stopped) return;
    this.#isLooking = true;
    this.#looking = this.#look();
  }

  async #look(): Promise<void> {
    // What happens in the same turn is one reason to look, not many.
    await Promise.resolve();
    let tookMs = 0;
    let isLong = false;
    while (this.#lookAgain && !this.#stopped && !isLong) {
      this.#lookAgain = false;
      const [readBefore, startedBefore] = [this.#due.readingMs, this.#started];
      this.#wakeAt(await this.#startWhatIsDue(this.#options.clock.now()));
      tookMs = this.#due.readingMs - readBefore;
      isLong = tookMs >= LONG_LOOK_MS * Math.max(1, this.#started - startedBefore);
    }
    // In the same breath as the last question whether to look again: otherwise a call to wake could be lost.
    this.#isLooking = false;
    const times = this.#due.isAsked ? REST_AFTER_LONG_LOOK.asked : REST_AFTER_LONG_LOOK.here;
    if (isLong && !this.#stopped) this.#rest(tookMs * times);
  }

  /** In real time, whatever the clock says: it is the processor that is spared. */
  #rest(ms: number): void {
    this.#resting = setTimeout(
      () => {
        this.#resting = undefined;
        if (this.#lookAgain) this.#wake();
      },
      Math.min(ms, REST_MS_MAX),
    );
  }

  #wakeAt(moment: number): void {
    this.#cancelTimer();
    this.#wakesAt = moment;
    if (moment < Infinity && !this.#stopped) {
      this.#cancelTimer = this.#options.clock.setTimer(moment, () => this.#wake());
    }
  }

  /**
   * Starts runs for what is due, as far as there is room for them.
   *
   * @returns when to look again if nothing wakes the worker before
   */
  async #startWhatIsDue(now: number): Promise<number> {
    const { concurrency, log, kind } = this.#options;
    let next = this.#endParking(now);
    this.#leaveFullLanes();
    try {
      let page: readonly WorkRow[];
      let last: WorkRow | undefined;
      let limit: number;
      do {
        const room = concurrency - this.#running.size;
        // A run that ends makes room, and wakes the worker.
        if (room === 0 || this.#stopped) return Infinity;
        this.#ended.clear();
        if (this.#full.size > 0 && !this.#mayReadAround()) return next;
        // As many as there is room for, and one to know when to look again.
        limit = Math.min(PAGE_MAX, room + 1);
        page = await this.#read(last, limit);
        const due = page.filter(({ claim, dueAt }) => dueAt <= now && this.#isFree(claim)).slice(0, room);
        for (const [claim, rows] of await this.#firstRows(due)) {
          const [first] = rows;
          if (first === undefined || !this.#isFree(claim) || !this.#isAdmitted(first)) continue;
          next = Math.min(next, this.#start(claim, rows, now));
        }
        const later = page.find(({ dueAt }) => dueAt > now);
        if (later !== undefined) return Math.min(next, later.dueAt);
        last = due.at(-1) ?? page.at(-1);
      } while (page.length === limit);
    } catch (error) {
      log.error({ kind, error: describeError(error) }, 'work list cannot be read, trying again');
      next = Math.min(next, now + LIST_AGAIN_MS);
    }
    return next;
  }

  /** None is, once it has stopped. */
  #isFree(claim: string): boolean {
    return !this.#stopped && !this.#running.has(claim) && !this.#ended.has(claim) && !this.#parked.has(claim);
  }

  /** Whether its lane has a place for a row; if not, the list is read without that lane until it has. */
  #isAdmitted(row: WorkRow): boolean {
    const { lanes } = this.#options;
    if (lanes === undefined) return true;
    const lane = row.claim.slice(0, lanes.characters);
    if (this.#full.has(lane)) return false;
    if (lanes.admits(row)) return true;
    if (this.#full.size < FULL_LANES_MAX) this.#full.set(lane, row);
    return false;
  }

  /** The next rows of the list, without those that are not to be started now. */
  async #read(after: WorkRow | undefined, limit: number): Promise<readonly WorkRow[]> {
    const claims = [...this.#running.keys(), ...this.#parked.keys()];
    const held = this.#options.projector.rows;
    if (held !== undefined) return held.soonest(this.#options.kind, new Set(claims), after, limit);
    const lanes = [...this.#full.keys()];
    const readBefore = this.#due.readingMs;
    const page = await this.#due.soonest({ claims, lanes }, after, limit);
    const tookMs = this.#due.readingMs - readBefore;
    if (lanes.length > 0) this.#aroundAgainAt = performance.now() + tookMs * PAUSE_AFTER_READING_AROUND;
    return page;
  }

  async #firstRows(first: readonly WorkRow[]): Promise<ReadonlyMap<string, readonly WorkRow[]>> {
    const { projector, kind, batchSize = 1 } = this.#options;
    const held = projector.rows;
    if (held === undefined) return this.#due.firstRows(first);
    return new Map(first.map(({ claim }) => [claim, held.ofClaim(kind, claim, batchSize)]));
  }

  /** Whether the list may be read around full lanes now; if not, the worker is woken when it may. */
  #mayReadAround(): boolean {
    const waitMs = this.#aroundAgainAt - performance.now();
    if (waitMs <= 0) return true;
    this.#waitingToReadAround ??= setTimeout(() => {
      this.#waitingToReadAround = undefined;
      this.#wake();
    }, waitMs);
    return false;
  }

  /** Takes up again the lanes that have places now. */
  #leaveFullLanes(): void {
    for (const [lane, row] of this.#full) if (this.#options.lanes?.admits(row) === true) this.#full.delete(lane);
  }

  /**
   * Starts a run for the rows of a claim that are due.
   *
   * @returns when to look at the claim again, if nothing wakes the worker before
   */
  #start(claim: string, rows: readonly WorkRow[], now: number): number {
    const notDue = rows.findIndex(({ dueAt }) => dueAt > now);
    const due = notDue < 0 ? rows : rows.slice(0, notDue);
    const [first] = due;
    if (first === undefined) return rows[0]?.dueAt ?? Infinity;
    const reported = this.#reported.get(claim) ?? NOTHING;
    if (reported !== NOTHING) {
      this.#reported.set(claim, NOTHING);
      if (reported === stateOf(first)) {
        return this.#failed(claim, new Error(`the report on ${first.key} has left its row as it was`));
      }
      this.#failures.delete(claim);
    }
    this.#started++;
    this.#running.set(claim, this.#work(claim, due));
    return Infinity;
  }

  /** @returns when the next claim is taken up again */
  #endParking(now: number): number {
    let next = Infinity;
    for (const [claim, until] of this.#parked) {
      if (until <= now) this.#parked.delete(claim);
      else next = Math.min(next, until);
    }
    return next;
  }

  async #work(claim: string, rows: readonly WorkRow[]): Promise<void> {
    const { run, projector, clock, meter, kind } = this.#options;
    let outcome: 'reported' | 'again' | 'failed' = 'reported';
    try {
      const result = await run(rows, this.#stopping.signal);
      if ('againInMs' in result) {
        outcome = 'again';
        this.#parked.set(claim, clock.now() + result.againInMs);
        this.#failures.delete(claim);
      } else {
        await projector.waitFor(result.position);
        const [first] = rows;
        if (first !== undefined) this.#reported.set(claim, stateOf(first));
      }
    } catch (error) {
      outcome = 'failed';
      this.#failed(claim, error);
    }
    meter.count('work_runs_total', { kind, outcome });
    this.#running.delete(claim);
    this.#ended.add(claim);
    this.#wake();
  }

  /**
   * Leaves a claim alone for a while.
   *
   * @returns until when
   */
  #failed(claim: string, error: unknown): number {
    const { clock, log, kind } = this.#options;
    const failures = (this.#failures.get(claim) ?? 0) + 1;
    const until = clock.now() + backoffMs(RETRY_BACKOFF, failures);
    this.#failures.set(claim, failures);
    this.#parked.set(claim, until);
    if (!this.#stopped) log.warn({ kind, claim, failures, error: describeError(error) }, 'work failed, trying again');
    return until;
  }
}

/** A row that a report has left as it was would be run again at once, and again: that is a failure like any other. */
function stateOf({ key, eventId, attempt, dueAt }: WorkRow): string {
  return `${key}\n${eventId}\n${attempt}\n${dueAt}`;
}
