import type { Kysely } from 'kysely';
import { describeError } from '@stablecoin/contracts';
import { backoffMs, pause, stopController } from '../timing';
import type { Backoff } from '../timing';
import { FencedError, NotReachedError, ProjectionFailedError } from '../errors';
import type { Clock, Log, Meter } from '../ports';
import type { EventBatch, EventStore } from '../ports/event-store';
import { lastPosition } from '../last-position';
import { JobChanges } from '../jobs/job-changes';
import { prefixesOf } from '../stream-category';
import { silentTracer } from '../ports/tracing';
import type { Tracer } from '../ports/tracing';
import type { Checkpoint } from '../tables/checkpoint';
import { CheckpointWatch } from './checkpoint-watch';
import { PositionWaiter } from './position-waiter';
import { recordProjected } from './project-spans';
import type { Projection } from './projection';
import { DEFAULT_BATCH, applyBatch, catchUp, openReadModel } from './read-model';

export interface ProjectorOptions<DB> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  readonly projection: Projection<DB>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Records what is projected while it follows the store, and no rebuild. Default: nothing is recorded. */
  readonly tracer?: Tracer;
  /** Maximum events in one transaction. Default 128. */
  readonly batchSize?: number;
  /**
   * Pause between transactions while no one waits for a position, in milliseconds. Events that arrive meanwhile share
   * the next transaction, so a row that changes often is written once. Default: 0.
   */
  readonly flushIntervalMs?: number;
}

/**
 * @param position - the read model includes every event up to this position
 * @param due - when the first of the new jobs is due, by kind
 */
export type ProjectedListener = (position: number, due: ReadonlyMap<string, number>) => void;

const RETRY_BACKOFF: Backoff = { firstMs: 50, longestMs: 10_000 };
const WAIT_MS = 10_000;
/** Events of other streams after which the checkpoint is written for them alone, so that a restart skips them. */
const FOREIGN_EVENTS_MAX = 4_096;
/**
 * Applies events to a read model. It retries a failing batch without a limit, because a skipped event would be missing for
 * ever.
 *
 * With several instances on one database one calls {@link start}, and the others {@link standBy} until it is gone.
 */
export class Projector<DB> {
  readonly #options: ProjectorOptions<DB>;
  readonly #listeners = new Set<ProjectedListener>();
  #stopping = stopController();
  #waiter: PositionWaiter;
  #running: Promise<void> = Promise.resolve();
  #fenced: () => void = () => undefined;
  /** Ends the pause of a standby, or the flush interval. */
  #look: () => void = () => undefined;
  /** It flushes without a pause up to this position. */
  #flushTo = 0;
  /** When the oldest event was decided that was read and is not in the read model; undefined: there is none. */
  #behindSince: number | undefined;
  /** Why it does not continue. */
  #failure: ProjectionFailedError | undefined;

  constructor(options: ProjectorOptions<DB>) {
    this.#options = options;
    const { clock, meter, projection } = options;
    this.#waiter = new PositionWaiter(clock, nameOf(projection), 0);
    meter.gauge('projection_position', { projection: projection.name }, () => this.#waiter.position);
    meter.gauge('projection_waiting', { projection: projection.name }, () => this.#waiter.waiting);
    meter.gauge('projection_behind_seconds', { projection: projection.name }, () =>
      this.#behindSince === undefined ? 0 : Math.max(0, clock.now() - this.#behindSince) / 1_000,
    );
  }

  /**
   * Opens the read model, applies all events up to the store's head, and follows the store from then on. Readers then see
   * at least what clients were told before the start. A read model that is new, or of another version, is rebuilt from all
   * events first.
   *
   * @throws the error of the projection, before the head is reached
   */
  async start(): Promise<void> {
    const { store, db, projection, log } = this.#options;
    const signal = await this.#begin();
    const { checkpoint: found, complete } = await openReadModel(store, db, projection);
    let isLogged = complete;
    // Not called for an empty store, as at the first start: there is nothing to build.
    const onProgress = (): void => {
      if (isLogged) return;
      isLogged = true;
      log.info({ projection: projection.name, version: projection.version }, 'building the read model');
    };
    let checkpoint: Checkpoint;
    try {
      checkpoint = await catchUp(store, db, projection, found, { signal, onProgress });
    } catch (error) {
      // Another instance may have completed it. Whether an incomplete read model will complete is unknown.
      if (!complete || this.#mayGoOn(error, found, 1)) throw error;
      return;
    }
    if (!complete && checkpoint.position > found.position) {
      log.info({ projection: projection.name, position: checkpoint.position }, 'read model is complete');
    }
    this.#moved(checkpoint.position, new Map());
    this.#running = this.#run(checkpoint);
  }

  /** @throws {@link ProjectionFailedError} while an event cannot be applied, and with it none that comes after it */
  check(): Promise<void> {
    return this.#failure === undefined ? Promise.resolve() : Promise.reject(this.#failure);
  }

  /**
   * Stands by while another instance writes the read model, and reads its checkpoint from the database.
   *
   * @returns resolves when the read model is complete and of this version, so that it can be queried. Never resolves if
   * this instance stops or starts before
   */
  async standBy(): Promise<void> {
    const { db, projection, clock, log } = this.#options;
    const signal = await this.#begin();
    await new Promise<void>((complete) => {
      const onRead = (position: number): void => {
        this.#moved(position, new Map());
        complete();
      };
      const isAwaited = (): boolean => this.#waiter.waiting > 0;
      const watch = new CheckpointWatch({ db, projection, clock, log, isAwaited, onRead });
      this.#look = () => watch.look();
      this.#running = watch.run(signal);
    });
  }

  /** Stops after the transaction under way. Waits for positions are rejected. */
  async stop(): Promise<void> {
    await this.#end();
    this.#waiter.close(new NotReachedError(`${nameOf(this.#options.projection)} has stopped`));
  }

  /** Calls back when another instance has moved the checkpoint; this one has stopped then. */
  onFenced(listener: () => void): void {
    this.#fenced = listener;
  }

  /** The read model includes every event up to this position. */
  position(): number {
    return this.#waiter.position;
  }

  /**
   * Resolves when the read model includes all current events of its streams.
   *
   * @throws {@link NotReachedError} as {@link waitFor} does
   */
  waitFor(position: number, timeoutMs = WAIT_MS): Promise<void> {
    const reached = this.#waiter.waitFor(position, timeoutMs);
    if (this.#waiter.waiting === 1) this.#look();
    return reached;
  }

  /** Flushes until a position is included, because something there is due. */
  flush(position: number): void {
    this.#flushTo = Math.max(this.#flushTo, position);
    if (position > this.position()) this.#look();
  }

  /**
   * Resolves when the read model includes all current events of its own streams.
   *
   * @throws {@link NotReachedError} as {@link waitFor} does
   */
  async waitForAll(timeoutMs = WAIT_MS): Promise<void> {
    const { store, projection } = this.#options;
    await this.waitFor(await lastPosition(store, prefixesOf(projection.streams), this.position()), timeoutMs);
  }

  /**
   * Calls back after each transaction.
   *
   * @returns ends the calls
   */
  onProjected(listener: ProjectedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Stops the current run and reopens what was closed by a stop or a fence. */
  async #begin(): Promise<AbortSignal> {
    const { clock, projection } = this.#options;
    await this.#end();
    // Stops a run that has begun meanwhile.
    this.#stopping.abort();
    this.#stopping = stopController();
    if (this.#waiter.closed) this.#waiter = new PositionWaiter(clock, nameOf(projection), this.#waiter.position);
    return this.#stopping.signal;
  }

  async #end(): Promise<void> {
    this.#stopping.abort();
    this.#look();
    await this.#running;
    this.#behindSince = undefined;
  }

  async #run(start: Checkpoint): Promise<void> {
    const { store, db, projection, clock, meter, batchSize = DEFAULT_BATCH, flushIntervalMs = 0 } = this.#options;
    const { tracer = silentTracer } = this.#options;
    const { signal } = this.#stopping;
    let checkpoint = start;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const from = { after: checkpoint.position, prefixes: prefixesOf(projection.streams), givesWay: true };
        const subscription = { ...from, batchSize, signal };
        for await (const batch of store.subscribe(subscription)) {
          const jobs = new JobChanges();
          this.#behindSince ??= batch.events[0]?.metadata.at;
          const foreign = batch.events.length === 0 && batch.position < checkpoint.position + FOREIGN_EVENTS_MAX;
          const startedAt = tracer.now();
          checkpoint = foreign ? checkpoint : await applyBatch(db, projection, checkpoint, batch, jobs);
          recordProjected(tracer, projection.name, batch.events, startedAt);
          failures = 0;
          this.#failure = undefined;
          this.#behindSince = batch.caughtUp ? undefined : batch.events.at(-1)?.metadata.at;
          meter.count('projection_events_total', { projection: projection.name }, batch.events.length);
          this.#moved(batch.position, jobs.due);
          await this.#pauseAfter(batch, signal);
        }
      } catch (error) {
        failures++;
        if (!this.#mayGoOn(error, checkpoint, failures)) return;
        await pause(clock, backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
    if (flushIntervalMs > 0) await this.#catchUpAtLast(checkpoint);
  }

  /** Writes the events that came during the last pause. */
  async #catchUpAtLast(checkpoint: Checkpoint): Promise<void> {
    const { store, db, projection, log } = this.#options;
    try {
      await catchUp(store, db, projection, checkpoint, { signal: new AbortController().signal });
    } catch (error) {
      const fields = { projection: projection.name, position: checkpoint.position, error: describeError(error) };
      log.warn(fields, 'the last events were not projected before the stop; the next start projects them');
    }
  }

  /** Not while more events wait: the projector would fall behind, and read from disk instead of memory. */
  async #pauseAfter(batch: EventBatch, signal: AbortSignal): Promise<void> {
    if (batch.events.length > 0 && batch.caughtUp) await this.#pause(signal);
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, flushIntervalMs = 0 } = this.#options;
    const isAwaited = this.#waiter.waiting > 0 || this.#flushTo > this.position();
    if (flushIntervalMs === 0 || isAwaited || signal.aborted) return;
    const rest = new AbortController();
    this.#look = () => rest.abort();
    await pause(clock, flushIntervalMs, rest.signal);
    this.#look = () => undefined;
  }

  #moved(position: number, due: ReadonlyMap<string, number>): void {
    if (position <= this.#waiter.position) return;
    this.#waiter.advance(position);
    for (const listener of this.#listeners) listener(position, due);
  }

  /** Logs a failure. An instance that was fenced must not retry. */
  #mayGoOn(error: unknown, { position }: Checkpoint, failures: number): boolean {
    const { projection, log, meter } = this.#options;
    const fields = { projection: projection.name, position, failures, error: describeError(error) };
    meter.count('projection_failures_total', { projection: projection.name });
    if (error instanceof ProjectionFailedError) this.#failure = error;
    if (error instanceof FencedError) {
      log.error(fields, 'another instance writes this read model; stopping this writer');
      this.#waiter.close(error);
      this.#fenced();
      return false;
    }
    log.error(fields, 'cannot update the read model, retrying');
    return true;
  }
}

function nameOf(projection: { readonly name: string }): string {
  return `read model ${projection.name}`;
}
