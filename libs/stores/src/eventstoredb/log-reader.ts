import { describeError } from '@stablecoin/contracts';
import { EventStoreUnavailableError, type Backoff, backoffMs } from '@stablecoin/event-sourcing';
import type { Log } from '@stablecoin/event-sourcing';
import type { EventPage } from '../event-tail';
import { categoryOf, StreamFilter } from '../stream-filter';
import { type EventLog, Subscriptions } from '../subscriptions';
import type { Hold } from './calls';
import type { Connection } from './connection';
import { isFinalFailure } from './failures';
import { ForeignEvents } from './foreign-events';
import { type LogPage, readPage } from './log-page';
import { type LogEnd, readEnd } from './reading';
import { RecentEvents } from './recent-events';
import { covers, filterOnServer } from './log-prefixes';

const PAGE = 512;
/** Pauses while nothing comes. An append of this process ends a pause. */
const IDLE_BACKOFF: Backoff = { firstMs: 5, longestMs: 50 };
const RETRY_BACKOFF: Backoff = { firstMs: 20, longestMs: 250 };
const LOG_INTERVAL_MS = 10_000;
/** In bytes of the server's log: some hundred events. */
const FOREIGN_BYTES_MAX = 131_072;

/** A subscription whose events are read. */
export interface Membership {
  leave(): void;
}

interface Member {
  /** Undefined: every stream. */
  readonly prefixes: readonly string[] | undefined;
}

/**
 * Reads new events of the server for all subscriptions of this process, page by page in order, and keeps the latest. So
 * the server has no live subscription that it could drop, and a slow subscriber holds up nobody: one whose events are no
 * longer kept reads pages itself until it has caught up, one page at a time among all of them.
 */
export class LogReader implements EventLog {
  readonly foreignMax = FOREIGN_BYTES_MAX;
  readonly subscriptions = new Subscriptions(this);
  readonly #recent = new RecentEvents();
  readonly #members = new Set<Member>();
  /** What is read: the prefixes of all members, or everything. */
  #filter = new StreamFilter([]);
  /** Changes when more is read than before. */
  #epoch = 0;
  /** Place up to which the log was read. It may be an event that is not ours. */
  #read = 0;
  /** Place up to which the end of the log was looked at. */
  #looked = 0;
  /** Position of the latest append of this process. */
  #appended = 0;
  #known = 0;
  #behind = false;
  #running: AbortController | undefined;
  #ended = false;
  #failed = 0;
  readonly #foreign: ForeignEvents;
  #wake: () => void = () => undefined;
  #catchingUp: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
  ) {
    this.#foreign = new ForeignEvents(log);
  }

  /** See {@link ForeignEvents}. */
  get foreignEvents(): number {
    return this.#foreign.count;
  }

  /** Position up to which the log was read, which is that of an event of ours. */
  get head(): number {
    return this.#recent.head;
  }

  /** Position of the last event that is known of. */
  get end(): number {
    return Math.max(this.#known, this.#recent.head);
  }

  get isBehind(): boolean {
    return this.#behind;
  }

  /** Number of failed reads. */
  get failures(): number {
    return this.#failed;
  }

  /**
   * Has the events of some streams read from now on.
   *
   * @param head - position of the last event of ours in the store
   */
  join(prefixes: readonly string[] | undefined, head: number): Membership {
    const member: Member = { prefixes: filterOnServer(prefixes) };
    this.#known = Math.max(this.#known, head);
    this.#members.add(member);
    if (this.#running === undefined) this.#start(head);
    else if (!covers(this.#filter.prefixes, member.prefixes)) this.#readMore();
    return {
      leave: () => {
        this.#members.delete(member);
        if (this.#members.size === 0) this.#stop();
        else this.#filter = this.#filterOfMembers();
      },
    };
  }

  /** Ends a pause, so that an append of this process is read at once. */
  hasAppended(stream: string, position: number): void {
    if (!this.#filter.matches(stream)) return;
    this.#appended = Math.max(this.#appended, position);
    this.#wake();
  }

  /** See {@link EventLog.page}. Older events than are kept come from the server. */
  page(after: number, limit: number, filter: StreamFilter, signal: AbortSignal): EventPage | Promise<EventPage> {
    if (after >= this.head) return { events: [], position: after };
    return this.#recent.page(after, limit, filter) ?? this.#pageFromServer(after, limit, filter, signal);
  }

  /** Ends every subscription, without an error. */
  close(): void {
    this.#ended = true;
    this.#stop();
    this.subscriptions.end();
  }

  #start(head: number): void {
    this.#filter = this.#filterOfMembers();
    this.#recent.clear(head);
    this.#read = this.#looked = head;
    this.#behind = false;
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#wake();
  }

  /** The events that are kept are not all that is wanted now. */
  #readMore(): void {
    this.#filter = this.#filterOfMembers();
    this.#recent.clear(this.head);
    this.#read = this.#looked = this.head;
    this.#epoch++;
  }

  #filterOfMembers(): StreamFilter {
    const wanted = new Set<string>();
    for (const { prefixes } of this.#members) {
      if (prefixes === undefined) return new StreamFilter(undefined);
      for (const prefix of prefixes) wanted.add(prefix);
    }
    return new StreamFilter([...wanted]);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    let [idle, failures] = [0, 0];
    let loggedAt = -Infinity;
    while (!isOver()) {
      try {
        idle = (await this.#step(isOver)) ? 0 : idle + 1;
        failures = 0;
      } catch (error) {
        if (isOver()) return;
        failures++;
        this.#failed++;
        if (failures > 1 && performance.now() >= loggedAt + LOG_INTERVAL_MS) {
          loggedAt = performance.now();
          const reason = error instanceof EventStoreUnavailableError ? error.cause : error;
          const fields = { position: this.head, failures, error: describeError(reason) };
          this.log.warn(fields, 'cannot read new events from the event store, retrying');
        }
      }
      if (isOver()) return;
      if (failures > 0) await this.#rest(backoffMs(RETRY_BACKOFF, failures), false);
      else if (!this.#behind) await this.#rest(backoffMs(IDLE_BACKOFF, idle + 1), true);
    }
  }

  /** Reads the next page, if there may be one. @returns whether it has events */
  async #step(isOver: () => boolean): Promise<boolean> {
    const hold = this.connection.hold();
    try {
      const end = await this.#nextEnd(hold);
      if (isOver() || end === undefined) return false;
      this.#appended = 0;
      const epoch = this.#epoch;
      const page = await readPage(hold, this.#read, this.#filter.prefixes, PAGE);
      // Everything stays as it was when the page lacks what is wanted meanwhile.
      if (isOver() || epoch !== this.#epoch) return false;
      this.#take(page, end);
      return page.events.length > 0;
    } finally {
      hold.release();
    }
  }

  /**
   * Looks whether there is more to read.
   *
   * @returns the end of the log: a page that is not full has everything up to there. Undefined when nothing came
   */
  async #nextEnd(hold: Hold): Promise<LogEnd | undefined> {
    const { head } = this;
    const looked = this.#looked;
    // An append may be acknowledged before a read shows it, so its position is no end of what can be read.
    if (this.#behind || this.#appended > head) return { last: head, end: looked };
    const found = await readEnd(hold, looked);
    if (found.last > looked) return found;
    if (this.#looked === looked) this.#looked = found.end;
    return undefined;
  }

  #take(page: LogPage, end: LogEnd): void {
    const { events, last, isFull } = page;
    this.#foreign.see(page);
    const { head } = this;
    const behind = this.#behind;
    const moved = isFull ? head : Math.max(head, end.last);
    this.#recent.add(events, Math.max(moved, events.at(-1)?.position ?? 0));
    this.#read = Math.max(last, this.head);
    this.#looked = Math.max(this.#looked, this.head, isFull ? 0 : end.end);
    this.#behind = isFull;
    this.connection.meets(this.head);
    if (behind && !isFull) this.subscriptions.wakeAll();
    else if (this.head > head) this.subscriptions.grown(new Set(events.map(({ stream }) => categoryOf(stream))));
  }

  async #pageFromServer(after: number, limit: number, filter: StreamFilter, signal: AbortSignal): Promise<EventPage> {
    const isOver = (): boolean => this.#ended || signal.aborted;
    let from = after;
    let failures = 0;
    while (!isOver()) {
      const { head } = this;
      try {
        const page = await this.#inTurn(() => this.#catchUp(from, limit, filter));
        this.#foreign.see(page);
        const events = page.events.filter(({ position, stream }) => position <= head && filter.matches(stream));
        const isCut = events.length < page.events.length || page.last > head;
        if (!page.isFull || isCut) return { events, position: head };
        const last = events.at(-1);
        if (last !== undefined) return { events, position: last.position };
        // Only events that are not ours: their places are not told.
        from = page.last;
      } catch (error) {
        if (isFinalFailure(error)) throw error;
        this.#failed++;
        failures++;
        await new Promise((resolve) => setTimeout(resolve, backoffMs(RETRY_BACKOFF, failures)));
      }
    }
    return { events: [], position: after };
  }

  async #catchUp(after: number, limit: number, { prefixes }: StreamFilter): Promise<LogPage> {
    const hold = this.connection.hold();
    try {
      return await readPage(hold, after, filterOnServer(prefixes), limit);
    } finally {
      hold.release();
    }
  }

  /** One subscriber after the other. */
  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#catchingUp.then(read);
    this.#catchingUp = turn.catch(() => undefined);
    return turn;
  }

  /** @param isIdle - whether an append ends it */
  #rest(ms: number, isIdle: boolean): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(finish, ms);
      this.#wake = () => {
        if (isIdle || this.#running === undefined) finish();
      };
      if (isIdle && this.#appended > this.head) finish();
    });
  }
}
