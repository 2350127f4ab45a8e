import type { Kysely } from 'kysely';
import { backoffMs, pause, stopController } from '../timing';
import type { Backoff } from '../timing';
import { FencedError, NotReachedError, describeError } from '../errors';
import type { Clock, Log, Meter } from '../ports';
import type { EventStore } from '../store/event-store';
import { WorkChanges } from '../work/work-changes';
import type { Checkpoint } from './checkpoint';
import { PositionGate } from './position-gate';
import type { Projection } from './projection';
import { DEFAULT_BATCH, applyBatch, catchUp, openReadModel } from './read-model';

export interface ProjectorOptions<DB> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  readonly projection: Projection<DB>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Events in one transaction at most. Default 128. */
  readonly batchSize?: number;
}

/**
 * @param position - the read model holds every event up to this
 * @param due - when the first of the rows that came into the work list is due, by kind
 */
export type ProjectedListener = (position: number, due: ReadonlyMap<string, number>) => void;

const AGAIN: Backoff = { firstMs: 50, longestMs: 10_000 };
const WAIT_MS = 10_000;
/** Events of other streams that pass before the checkpoint is written for them alone: a restart reads them once more. */
const FOREIGN_EVENTS_MAX = 4_096;

/**
 * Keeps a read model up to date with the store. What it cannot apply it tries again, for ever: an event that was
 * skipped would be missing for good.
 */
export class Projector<DB> {
  readonly #options: ProjectorOptions<DB>;
  readonly #listeners = new Set<ProjectedListener>();
  readonly #stopping = stopController();
  readonly #gate: PositionGate;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ProjectorOptions<DB>) {
    this.#options = options;
    const { clock, meter, projection } = options;
    this.#gate = new PositionGate(clock, `read model ${projection.name}`, 0);
    meter.gauge('projection_position', { projection: projection.name }, () => this.#gate.position);
    meter.gauge('projection_waiting', { projection: projection.name }, () => this.#gate.waiting);
  }

  /**
   * Opens the read model, brings it up to the store's head, and begins to follow the store: who reads it after this
   * finds at least what anybody was told before the start. A read model that is new, or of another version, is made
   * from all events, which takes its time.
   *
   * @throws what the projection throws until the head is reached
   */
  async start(): Promise<void> {
    const { store, db, projection, log } = this.#options;
    const { signal } = this.#stopping;
    const { checkpoint: found, complete } = await openReadModel(store, db, projection);
    if (!complete) log.info({ projection: projection.name, version: projection.version }, 'read model is being made');
    let checkpoint: Checkpoint;
    try {
      checkpoint = await catchUp(store, db, projection, found, { signal });
    } catch (error) {
      // Another instance has caught up meanwhile; of one that is being made nobody can tell whether it will.
      if (!complete || this.#mayGoOn(error, found, 1)) throw error;
      return;
    }
    if (!complete) log.info({ projection: projection.name, position: checkpoint.position }, 'read model is complete');
    this.#moved(checkpoint.position, new Map());
    this.#running = this.#follow(checkpoint);
  }

  /** Ends after the transaction under way. Whoever waits for a position is told that it will not come. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#gate.close(new NotReachedError(`read model ${this.#options.projection.name} has stopped`));
  }

  /** The read model holds every event up to this. */
  position(): number {
    return this.#gate.position;
  }

  /**
   * Resolves when the read model has passed a position: what was written there can be read.
   *
   * @param timeoutMs - default 10 s
   * @throws {@link NotReachedError} after the time limit, or when the projector has stopped
   */
  waitFor(position: number, timeoutMs = WAIT_MS): Promise<void> {
    return this.#gate.waitFor(position, timeoutMs);
  }

  /**
   * Calls back whenever the read model has moved on.
   *
   * @returns ends it
   */
  onProjected(listener: ProjectedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #follow(start: Checkpoint): Promise<void> {
    const { store, db, projection, clock, meter, batchSize = DEFAULT_BATCH } = this.#options;
    const { signal } = this.#stopping;
    let checkpoint = start;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const subscription = { after: checkpoint.position, prefixes: projection.prefixes, batchSize, signal };
        for await (const batch of store.subscribe(subscription)) {
          const work = new WorkChanges();
          const foreign = batch.events.length === 0 && batch.position < checkpoint.position + FOREIGN_EVENTS_MAX;
          if (!foreign) checkpoint = await applyBatch(db, projection, checkpoint, batch, work);
          failures = 0;
          meter.count('projection_events_total', { projection: projection.name }, batch.events.length);
          this.#moved(batch.position, work.due);
        }
      } catch (error) {
        failures++;
        if (!this.#mayGoOn(error, checkpoint, failures)) return;
        await pause(clock, backoffMs(AGAIN, failures), signal);
      }
    }
  }

  #moved(position: number, due: ReadonlyMap<string, number>): void {
    if (position <= this.#gate.position) return;
    this.#gate.advance(position);
    for (const listener of this.#listeners) listener(position, due);
  }

  /** Says what went wrong. Only an instance that was fenced off must not try again. */
  #mayGoOn(error: unknown, { position }: Checkpoint, failures: number): boolean {
    const { projection, log, meter } = this.#options;
    const fields = { projection: projection.name, position, failures, error: describeError(error) };
    meter.count('projection_failures_total', { projection: projection.name });
    if (error instanceof FencedError) {
      log.error(fields, 'another instance keeps this read model: this one stops');
      this.#gate.close(error);
      return false;
    }
    log.error(fields, 'read model does not move on, trying again');
    return true;
  }
}
