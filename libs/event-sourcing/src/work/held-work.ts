import type { Kysely } from 'kysely';
import { describeError } from '@stablecoin/errors';
import { NotReachedError } from '../errors';
import type { Clock, Log } from '../ports';
import { readCheckpoint } from '../projection/checkpoint';
import { PositionWaiter } from '../projection/position-waiter';
import type { Projection } from '../projection/projection';
import type { ProjectedListener, Projector } from '../projection/projector';
import type { EventStore, RecordedEvent } from '../store/event-store';
import { pause, stopController } from '../timing';
import { HeldRows } from './held-rows';
import type { WorkChanges } from './work-changes';
import { readWork } from './work-list';
import type { ReadModelProgress } from './worker';

/** Takes what events do to a work list. */
export type WorkSink = Pick<WorkChanges, 'add' | 'postpone' | 'remove'>;

export interface HeldWorkOptions<DB> {
  readonly store: EventStore;
  readonly db: Kysely<DB>;
  /** Keeps the table of the same rows. */
  readonly projector: Pick<Projector<DB>, 'waitFor' | 'onProjected'>;
  readonly projection: Pick<Projection<DB>, 'name' | 'prefixes'>;
  /** Kinds that are held. */
  readonly kinds: readonly string[];
  /**
   * Called whenever it begins anew, with the table's rows.
   *
   * @returns what brings to the list what events do to it: the same as the projection does
   */
  readonly follow: (work: WorkSink) => (events: readonly RecordedEvent[]) => void;
  /** Rows that are held at most; the table holds any number. Default 1,000. */
  readonly most?: number;
  readonly clock: Clock;
  readonly log: Log;
}

const MOST = 1_000;
const RETRY_MS = 5_000;

/**
 * Holds rows of a work list in memory, as events bring them, so that workers need not wait for the table, nor read it;
 * and most rows are done before the table is written, and never get there. It begins with the table's rows, which stay
 * what counts after a restart.
 *
 * Where one process alone keeps the list. It holds every row of its kinds or none: with too many, or whenever anything
 * is not sure, workers read the table.
 */
export class HeldWork<DB> implements ReadModelProgress {
  readonly #options: HeldWorkOptions<DB>;
  readonly #listeners = new Set<ProjectedListener>();
  #rows: HeldRows | undefined;
  #gate: PositionWaiter;
  #stopping = stopController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: HeldWorkOptions<DB>) {
    this.#options = options;
    this.#gate = this.#gateAt(0);
  }

  start(): void {
    this.#stopping = stopController();
    this.#running = this.#follow(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** The rows, while they are held: then these are all there are of their kinds. */
  get rows(): Omit<HeldRows, keyof WorkSink> | undefined {
    return this.#rows;
  }

  /** Resolves when what stands up to a position is in the list, as workers see it. */
  async waitFor(position: number): Promise<void> {
    // Once it holds the rows no more, it is the table that has to get there.
    const isHeld = this.#rows !== undefined && (await isReached(this.#gate.waitFor(position)));
    if (!isHeld) await this.#options.projector.waitFor(position);
  }

  onProjected(listener: ProjectedListener): () => void {
    const unsubscribe = this.#options.projector.onProjected((position, due) => {
      if (this.#rows === undefined) listener(position, due);
    });
    this.#listeners.add(listener);
    return () => {
      unsubscribe();
      this.#listeners.delete(listener);
    };
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { projection, clock, log } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#hold(signal);
      } catch (error) {
        const fields = { projection: projection.name, error: describeError(error) };
        log.warn(fields, 'work is read from the table, because it cannot be held in memory');
      }
      this.#letGo();
      await pause(clock, RETRY_MS, signal);
    }
  }

  /** Until there are too many rows. */
  async #hold(signal: AbortSignal): Promise<void> {
    const { store, db, projector, projection, kinds, follow, most = MOST } = this.#options;
    // It never goes back to where it has been.
    await projector.waitFor(this.#gate.position);
    const rows = new HeldRows(kinds);
    const position = await db.transaction().execute(async (trx) => {
      for (const row of await readWork(trx, kinds, most + 1)) rows.add(row);
      return (await readCheckpoint(trx, projection.name))?.position;
    });
    if (position === undefined || rows.size > most) return;
    const take = follow(rows);
    this.#gate = this.#gateAt(position);
    this.#rows = rows;
    this.#tell(position);
    const subscription = { after: position, prefixes: projection.prefixes, beforeFlush: true, signal };
    for await (const batch of store.subscribe(subscription)) {
      take(batch.events);
      if (rows.size > most) return;
      this.#gate.advance(batch.position);
      this.#tell(batch.position);
    }
  }

  #tell(position: number): void {
    const due = this.#rows?.takeDue() ?? new Map(this.#options.kinds.map((kind) => [kind, 0]));
    for (const listener of this.#listeners) listener(position, due);
  }

  #letGo(): void {
    if (this.#rows === undefined) return;
    this.#rows = undefined;
    this.#gate.close(new NotReachedError('the rows are held no more'));
    this.#tell(this.#gate.position);
  }

  #gateAt(position: number): PositionWaiter {
    const { clock, projection } = this.#options;
    return new PositionWaiter(clock, `work of ${projection.name}`, position);
  }
}

function isReached(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
