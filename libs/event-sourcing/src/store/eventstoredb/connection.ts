import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '@eventstore/db-client';
import { EventStoreUnavailableError } from '../../errors';
import { type Backoff, backoffMs } from '../../timing';
import { type Client, createClient, credentialsOf } from './client';
import { isFinal, isNoAnswer, isRefusal } from './failures';
import type { EventStoreDbSettings } from './settings';

/** How often a call is made before its caller is told. A server that starts again takes longer: that is theirs to wait. */
const ATTEMPTS = 3;
const AGAIN: Backoff = { firstMs: 50, longestMs: 500 };
/** Calls under way at one time: past this number the client's thread is busy, and more would only run into deadlines. */
const IN_FLIGHT_MAX = 128;
/** Calls that may wait for a turn; more are rejected. */
const WAITING_MAX = 100_000;
const DEFAULT_TIMEOUT_MS = 3_000;

/** The client of the moment: calls are made through it, tried again, and it is replaced when it does not answer. */
export class Connection {
  /** How long a call may take to answer, or to go on answering. */
  readonly timeoutMs: number;
  readonly credentials: Credentials;
  private current: Client;
  private generation = 0;
  private inFlight = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly onReplaced = new Set<() => void>();
  private closed = false;
  private attemptsRepeated = 0;

  constructor(private readonly settings: EventStoreDbSettings) {
    this.timeoutMs = settings.numbers.defaultDeadline ?? DEFAULT_TIMEOUT_MS;
    this.credentials = credentialsOf(settings);
    this.current = createClient(settings, 0);
  }

  get client(): Client {
    return this.current;
  }

  /** Calls that wait for others to end, attempts that were not the first, clients that were given up. */
  get statistics(): { readonly waiting: number; readonly retries: number; readonly replacements: number } {
    return { waiting: this.waiting.length, retries: this.attemptsRepeated, replacements: this.generation };
  }

  /**
   * Makes a call, and makes it again when whether it was carried out is unknown: it must be one that may be repeated.
   *
   * @param run - must settle in bounded time
   * @throws {@link EventStoreUnavailableError} when the last attempt failed too, or the server refuses the user
   */
  async call<T>(run: (client: Client) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.turn();
      try {
        return await run(client);
      } catch (error) {
        if (isNoAnswer(error)) this.replace(client);
        if (isFinal(error)) throw error;
        if (attempt === ATTEMPTS || isRefusal(error)) throw new EventStoreUnavailableError(error);
      } finally {
        this.endTurn();
      }
      this.attemptsRepeated++;
      await pause(backoffMs(AGAIN, attempt));
    }
  }

  /**
   * Tells a subscriber that the client it follows by was given up.
   *
   * @returns ends it
   */
  whenReplaced(listener: () => void): () => void {
    this.onReplaced.add(listener);
    return () => void this.onReplaced.delete(listener);
  }

  /** To be called when no call is under way any more. */
  close(): void {
    this.closed = true;
    this.current.close().catch(() => undefined);
  }

  private async turn(): Promise<Client> {
    if (this.waiting.length >= WAITING_MAX) {
      throw new EventStoreUnavailableError(new Error(`${WAITING_MAX} calls wait for the event store already`));
    }
    if (this.inFlight >= IN_FLIGHT_MAX) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.inFlight++;
    if (!this.closed) return this.current;
    this.endTurn();
    throw new Error('the event store is closed');
  }

  /** Hands the turn on, if anybody waits for it. */
  private endTurn(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.inFlight--;
    else next();
  }

  private replace(client: Client): void {
    if (client !== this.current || this.closed) return;
    this.generation++;
    this.current = createClient(this.settings, this.generation);
    client.close().catch(() => undefined);
    for (const tell of [...this.onReplaced]) tell();
  }
}
