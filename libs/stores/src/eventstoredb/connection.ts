import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '@eventstore/db-client';
import { EventStoreUnavailableError, type Backoff, backoffMs } from '@stablecoin/event-sourcing';
import type { Calls, Hold } from './calls';
import { createClient, credentialsOf } from './client';
import { BehindError, isDisconnect, isFinalFailure, isNoAnswer, isRefusal, leaderNamedBy } from './failures';
import { requireMajority } from './leadership';
import { endOf } from './reading';
import { ClientSession } from './session';
import type { EventStoreDbNode, EventStoreDbSettings } from './settings';

/** Attempts per call. The caller retries when a restart of the server takes longer. */
const ATTEMPTS = 3;
const RETRY_BACKOFF: Backoff = { firstMs: 50, longestMs: 500 };
/** Maximum concurrent calls and appends. Above it the CPU is the bottleneck, and more calls would only miss their deadlines. */
const IN_FLIGHT_MAX = 128;
/** Maximum waiting calls; more are rejected. */
const WAITING_MAX = 100_000;
const DEFAULT_TIMEOUT_MS = 3_000;
/** Minimum interval between new clients while no node is reachable, in milliseconds. */
const REPLACED_AFTER_MS = 100;

/** Makes calls through the current client, retries them, and replaces a client that does not answer. */
export class Connection implements Calls {
  readonly timeoutMs: number;
  readonly credentials: Credentials;
  #current: ClientSession;
  #generation = 0;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];
  #closed = false;
  #attemptsRepeated = 0;
  #answeredAt = 0;
  #awayAt = Date.now();
  /** Position of the latest event this process has seen. Every leader must have it. */
  #met = 0;

  constructor(private readonly settings: EventStoreDbSettings) {
    this.timeoutMs = settings.numbers.defaultDeadline ?? DEFAULT_TIMEOUT_MS;
    this.credentials = credentialsOf(settings);
    this.#current = new ClientSession(createClient(settings, 0));
  }

  /** Waiting calls, repeated attempts, and replaced clients. */
  get statistics(): { readonly waiting: number; readonly retries: number; readonly replacements: number } {
    return { waiting: this.#waiting.length, retries: this.#attemptsRepeated, replacements: this.#generation };
  }

  /** Time of the last call that failed because of the server, initially of the start, in milliseconds since the epoch. */
  get lastAwayAt(): number {
    return this.#awayAt;
  }

  /** Records that an event at a position was seen. @returns the highest position seen so far */
  meets(position: number): number {
    this.#met = Math.max(this.#met, position);
    return this.#met;
  }

  /** Whether no call was answered within the last {@link timeoutMs}. */
  get isSilent(): boolean {
    return performance.now() >= this.#answeredAt + this.timeoutMs;
  }

  /**
   * Makes a call, and repeats it when the outcome is unknown. The call must be idempotent.
   *
   * @throws {@link EventStoreUnavailableError} when the last attempt failed, or the server refuses the user
   */
  async call<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.#acquire();
      try {
        return await this.#once(session, run);
      } catch (error) {
        if (isFinalFailure(error)) throw error;
        if (attempt === ATTEMPTS || isRefusal(error)) throw new EventStoreUnavailableError(error);
      } finally {
        session.release();
        this.#releaseSlot();
      }
      this.#attemptsRepeated++;
      await pause(backoffMs(RETRY_BACKOFF, attempt));
    }
  }

  /** Pins the current client for several calls to the same node. These calls are not repeated. */
  hold(): Hold {
    const session = this.#current;
    session.lease();
    return {
      timeoutMs: this.timeoutMs,
      call: (run) => this.#once(session, run),
      release: () => session.release(),
    };
  }

  /** Closes the connection. Call it after the last call has ended. */
  close(): void {
    this.#closed = true;
    this.#current.retire();
  }

  async #once<T>(session: ClientSession, run: (session: ClientSession) => Promise<T>): Promise<T> {
    try {
      await session.admitted(this.timeoutMs, () => this.#admit(session));
      const result = await run(session);
      this.#answered(session);
      return result;
    } catch (error) {
      this.#failed(session, error);
      throw error;
    }
  }

  /** @throws {@link BehindError} for a node that is no longer the leader */
  async #admit(session: ClientSession): Promise<void> {
    const [met, generation] = [this.#met, this.#generation];
    await requireMajority(session, this.timeoutMs, (node) => createClient(this.settings, generation, node));
    if (met === 0) return;
    const end = await endOf({ timeoutMs: this.timeoutMs, call: (run) => run(session) });
    if (end < met) throw new BehindError(`the node knows of events up to ${end}, and ${met} has been seen`);
  }

  /** Waits for a free call slot and leases the current client. */
  async #acquire(): Promise<ClientSession> {
    if (this.#waiting.length >= WAITING_MAX) {
      throw new EventStoreUnavailableError(new Error(`${WAITING_MAX} calls wait for the event store already`));
    }
    if (this.#inFlight >= IN_FLIGHT_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#inFlight++;
    if (!this.#closed) return this.#current.lease();
    this.#releaseSlot();
    throw new Error('the event store is closed');
  }

  /** Frees the call slot, or passes it to the next waiting call. */
  #releaseSlot(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inFlight--;
    else next();
  }

  #answered(session: ClientSession): void {
    this.#answeredAt = performance.now();
    session.answered();
  }

  #failed(session: ClientSession, error: unknown): void {
    if (isFinalFailure(error)) {
      this.#answered(session);
      return;
    }
    const leader = leaderNamedBy(error);
    if (leader !== undefined) {
      this.#replace(session, leader);
      return;
    }
    this.#awayAt = Date.now();
    if (isNoAnswer(error) || (isDisconnect(error) && session.ageMs >= REPLACED_AFTER_MS)) this.#replace(session);
  }

  /** @param leader - the node to connect to, if known; otherwise the leader is looked up */
  #replace(session: ClientSession, leader?: EventStoreDbNode): void {
    if (session !== this.#current || this.#closed) return;
    this.#generation++;
    this.#current = new ClientSession(createClient(this.settings, this.#generation, leader));
    session.retire();
  }
}
