import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '@eventstore/db-client';
import { EventStoreUnavailableError } from '../../errors';
import { type Backoff, backoffMs } from '../../timing';
import type { Calls, Hold } from './calls';
import { createClient, credentialsOf } from './client';
import { BehindError, isDisconnect, isFinal, isNoAnswer, isRefusal, leaderNamedBy } from './failures';
import { requireMajority } from './leadership';
import { endOf } from './reading';
import { Session } from './session';
import type { EventStoreDbNode, EventStoreDbSettings } from './settings';

/** How often a call is made before its caller is told. A server that starts again takes longer: that is theirs to wait. */
const ATTEMPTS = 3;
const RETRY_BACKOFF: Backoff = { firstMs: 50, longestMs: 500 };
/** Calls under way at one time: past this number the client's thread is busy, and more would only run into deadlines. */
const IN_FLIGHT_MAX = 128;
/** Calls that may wait for a turn; more are rejected. */
const WAITING_MAX = 100_000;
const DEFAULT_TIMEOUT_MS = 3_000;
/** While no node can be reached, a new client is tried no more often than this. */
const REPLACED_AFTER_MS = 100;

/** The client of the moment: calls are made through it, tried again, and it is replaced when it does not answer. */
export class Connection implements Calls {
  readonly timeoutMs: number;
  readonly credentials: Credentials;
  private current: Session;
  private generation = 0;
  private inFlight = 0;
  private readonly waiting: (() => void)[] = [];
  private closed = false;
  private attemptsRepeated = 0;
  private answeredAt = 0;
  private awayAt = Date.now();
  /** The place of the latest event that this process has met: every leader knows of it. */
  private met = 0;

  constructor(private readonly settings: EventStoreDbSettings) {
    this.timeoutMs = settings.numbers.defaultDeadline ?? DEFAULT_TIMEOUT_MS;
    this.credentials = credentialsOf(settings);
    this.current = new Session(createClient(settings, 0));
  }

  /** Calls that wait for others to end, attempts that were not the first, clients that were given up. */
  get statistics(): { readonly waiting: number; readonly retries: number; readonly replacements: number } {
    return { waiting: this.waiting.length, retries: this.attemptsRepeated, replacements: this.generation };
  }

  /** When a call last failed because of the server, or this began, in milliseconds since the epoch. */
  get lastAwayAt(): number {
    return this.awayAt;
  }

  /** The place of the latest event that was met here, after what is told has been. */
  meets(position: number): number {
    this.met = Math.max(this.met, position);
    return this.met;
  }

  /** Whether no call was answered for as long as one may take. */
  get isSilent(): boolean {
    return performance.now() >= this.answeredAt + this.timeoutMs;
  }

  /**
   * Makes a call, and makes it again when whether it was carried out is unknown: it must be one that may be repeated.
   *
   * @throws {@link EventStoreUnavailableError} when the last attempt failed too, or the server refuses the user
   */
  async call<T>(run: (session: Session) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.turn();
      try {
        return await this.once(session, run);
      } catch (error) {
        if (isFinal(error)) throw error;
        if (leaderNamedBy(error) === undefined) this.awayAt = Date.now();
        if (attempt === ATTEMPTS || isRefusal(error)) throw new EventStoreUnavailableError(error);
      } finally {
        session.release();
        this.endTurn();
      }
      this.attemptsRepeated++;
      await pause(backoffMs(RETRY_BACKOFF, attempt));
    }
  }

  /** The client of the moment, for several calls that have to be answered by the same node. Each is made once. */
  hold(): Hold {
    const session = this.current;
    session.lease();
    return {
      session,
      timeoutMs: this.timeoutMs,
      call: (run) => this.once(session, run),
      failed: (error) => this.failed(session, error),
      release: () => session.release(),
    };
  }

  /** To be called when no call is under way any more. */
  close(): void {
    this.closed = true;
    this.current.retire();
  }

  private async once<T>(session: Session, run: (session: Session) => Promise<T>): Promise<T> {
    try {
      await session.admitted(this.timeoutMs, () => this.admit(session));
      const result = await run(session);
      this.answered(session);
      return result;
    } catch (error) {
      this.failed(session, error);
      throw error;
    }
  }

  /** @throws {@link BehindError} for a node that leads no longer */
  private async admit(session: Session): Promise<void> {
    const { met, settings, generation } = this;
    await requireMajority(session, this.timeoutMs, (node) => createClient(settings, generation, node));
    if (met === 0) return;
    const end = await endOf({ timeoutMs: this.timeoutMs, call: (run) => run(session) });
    if (end < met) throw new BehindError(`the node knows of events up to ${end}, and ${met} has been seen`);
  }

  /** The client of the moment, leased. */
  private async turn(): Promise<Session> {
    if (this.waiting.length >= WAITING_MAX) {
      throw new EventStoreUnavailableError(new Error(`${WAITING_MAX} calls wait for the event store already`));
    }
    if (this.inFlight >= IN_FLIGHT_MAX) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.inFlight++;
    if (!this.closed) return this.current.lease();
    this.endTurn();
    throw new Error('the event store is closed');
  }

  /** Hands the turn on, if anybody waits for it. */
  private endTurn(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.inFlight--;
    else next();
  }

  private answered(session: Session): void {
    this.answeredAt = performance.now();
    session.answered();
  }

  private failed(session: Session, error: unknown): void {
    if (isFinal(error)) {
      this.answered(session);
      return;
    }
    const leader = leaderNamedBy(error);
    if (leader !== undefined) {
      this.replace(session, leader);
      return;
    }
    if (isNoAnswer(error) || (isDisconnect(error) && session.ageMs >= REPLACED_AFTER_MS)) this.replace(session);
  }

  /** @param leader - the node to go to, when one has been named; it is looked for when that one fails too */
  private replace(session: Session, leader?: EventStoreDbNode): void {
    if (session !== this.current || this.closed) return;
    this.generation++;
    this.current = new Session(createClient(this.settings, this.generation, leader));
    session.retire();
  }
}
