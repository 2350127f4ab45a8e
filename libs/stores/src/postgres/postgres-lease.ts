import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { sessionOf, type PostgresSession } from './connection';
import { failureOf } from './errors';
import type { HeldLease, Lease } from '@stablecoin/event-sourcing';
import { LeaseTerm, currentInstant } from '@stablecoin/event-sourcing';

export interface PostgresLeaseOptions {
  readonly url: string;
  /** Instances with the same name and database compete for the lease. */
  readonly name: string;
  /** Interval of attempts to acquire it, and of renewals, in milliseconds. Default 500. */
  readonly renewMs?: number;
  /** The server releases the lease of a holder that is silent for this long, in milliseconds. Default 5,000. */
  readonly silenceMs?: number;
}

const DEFAULTS = { renewMs: 500, silenceMs: 5_000 };

/**
 * A lease as an advisory lock of PostgreSQL on a separate session, which lasts as long as the session. The server ends the
 * session of a holder that dies at once, and of one that is paused or cut off within
 * {@link PostgresLeaseOptions.silenceMs}. A holder that does not reach the server gives up before that. All times are real
 * times and not the clock's, because they are the server's.
 */
export class PostgresLease implements Lease {
  readonly #options: PostgresLeaseOptions & typeof DEFAULTS;

  constructor(options: PostgresLeaseOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  async acquire(signal: AbortSignal, onTaken: () => void = () => undefined): Promise<HeldPostgresLease> {
    const { renewMs, silenceMs } = this.#options;
    const session = await this.#connect();
    try {
      for (;;) {
        signal.throwIfAborted();
        const askedAt = currentInstant();
        if (await this.#tryLock(session)) {
          const term = new LeaseTerm(silenceMs);
          term.renewed(askedAt);
          return new HeldPostgresLease(session, renewMs, term);
        }
        onTaken();
        await pause(renewMs, undefined, { signal });
      }
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  async #connect(): Promise<Session> {
    const { url, name, silenceMs } = this.#options;
    const { Client } = await import('pg');
    const { config, prepare } = sessionOf(url, `${name} lease`, { idle_session_timeout: `${silenceMs}` });
    // After a slower answer the lock may be gone.
    const session = new Session(new Client({ ...config, query_timeout: silenceMs / 2 }));
    await session.connect(prepare);
    return session;
  }

  async #tryLock(session: Session): Promise<boolean> {
    const lock = `lease ${this.#options.name}`;
    return session.ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as answer', [lock]);
  }
}

/** A connection for one statement at a time that tells when it is lost. */
class Session {
  /** Resolves when the connection is gone. */
  readonly gone: Promise<void>;
  #end: () => void = () => undefined;

  constructor(private readonly client: Client) {
    this.gone = new Promise((resolve) => (this.#end = resolve));
    client.on('error', () => this.#end());
    client.on('end', () => this.#end());
  }

  async connect(prepare: PostgresSession['prepare']): Promise<void> {
    await this.client.connect().catch(unavailable);
    await prepare(this.client).catch(unavailable);
  }

  async ask(statement: string, values: readonly string[] = []): Promise<boolean> {
    const { rows } = await this.client.query<{ answer: boolean }>(statement, [...values]).catch(unavailable);
    return rows[0]?.answer === true;
  }

  /** Closes without waiting for the server. */
  async end(): Promise<void> {
    this.client.end().catch(() => undefined);
    this.#end();
    await this.gone;
  }
}

/** A {@link PostgresLease} while this instance holds it. */
export class HeldPostgresLease implements HeldLease {
  readonly ended: Promise<void>;
  readonly #session: Session;
  readonly #released = new AbortController();

  /** @param term - until when it is certainly held */
  constructor(
    session: Session,
    renewMs: number,
    readonly term: LeaseTerm,
  ) {
    this.#session = session;
    this.ended = session.gone;
    void this.ended.then(() => this.#giveUp());
    void this.#renew(renewMs);
  }

  /** Resolves when another instance can have it, or the server does not answer. */
  async release(): Promise<void> {
    this.#giveUp();
    // The server would notice only a moment later that the session has ended.
    await this.#session.ask('select pg_advisory_unlock_all() is null as answer').catch(() => undefined);
    await this.#session.end();
  }

  /** Sends a statement at intervals, so that the server and this instance notice each other's failure. */
  async #renew(renewMs: number): Promise<void> {
    const { signal } = this.#released;
    try {
      for (;;) {
        await pause(renewMs, undefined, { signal });
        const askedAt = currentInstant();
        await this.#session.ask('select true as answer');
        signal.throwIfAborted();
        this.term.renewed(askedAt);
      }
    } catch {
      if (!signal.aborted) await this.#session.end();
    }
  }

  #giveUp(): void {
    this.#released.abort();
    this.term.end();
  }
}

function unavailable(error: unknown): never {
  throw failureOf(error).error;
}
