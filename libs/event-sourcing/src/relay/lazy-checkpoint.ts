import { createCheckpointTable, moveCheckpoint, readCheckpoint, resetCheckpoint } from '../tables/checkpoint';
import type { Checkpoint } from '../tables/checkpoint';
import type { AnyKysely } from '../ports/open-database';
import type { Clock } from '../ports';

export interface LazyCheckpointOptions {
  readonly db: AnyKysely;
  readonly name: string;
  readonly clock: Clock;
  readonly everyMs: number;
  /** A relay has no rows, so its checkpoint has no version of its own: it has that of the generation that it is of. */
  readonly generation: number;
  /** Resolves when everything before the checkpoint is flushed. */
  readonly durable: () => Promise<void>;
  /** Called when it could not be written; the next move retries. */
  readonly failed: (error: unknown) => void;
}

/** A checkpoint that is written at intervals: after a crash the events since the last write are processed again. */
export class LazyCheckpoint {
  readonly #options: LazyCheckpointOptions;
  #written: Checkpoint;
  #position = 0;
  #writing: Promise<void> = Promise.resolve();
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  constructor(options: LazyCheckpointOptions) {
    this.#options = options;
    this.#written = { position: 0, version: options.generation };
  }

  /**
   * Reads the stored position. One beyond the store's head belongs to another store, and one of another generation to messages that
   * consumers of this one drop: then it starts from zero.
   */
  async open(head: number): Promise<number> {
    const { db, name, generation } = this.#options;
    await createCheckpointTable(db);
    const found = await readCheckpoint(db, name);
    if (found?.version === generation && found.position <= head) this.#written = found;
    else await resetCheckpoint(db, name, this.#written);
    this.#position = this.#written.position;
    return this.#position;
  }

  /** Advances the checkpoint, which is written within the interval. */
  move(position: number): void {
    if (this.#closed) return;
    const { clock, everyMs, failed } = this.#options;
    this.#position = position;
    this.#cancelTimer ??= clock.setTimer(clock.now() + everyMs, () => {
      this.#cancelTimer = undefined;
      this.#flush().catch(failed);
    });
  }

  /**
   * Writes the checkpoint, and closes it.
   *
   * @throws {@link FencedError} when another instance has moved it
   */
  close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    return this.#flush();
  }

  #flush(): Promise<void> {
    // One write after the other, because each names the position before.
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { db, name, durable, generation } = this.#options;
    const to = { position: this.#position, version: generation };
    if (to.position === this.#written.position) return;
    await durable();
    await moveCheckpoint(db, name, this.#written, to);
    this.#written = to;
  }
}
