import { createCheckpointTable, moveCheckpoint, readCheckpoint, resetCheckpoint } from '../projection/checkpoint';
import type { Checkpoint } from '../projection/checkpoint';
import type { AnyKysely } from '../projection/database';
import type { Clock } from '../ports';

/** A relay has no rows of its own, so its checkpoint has no shape that could change. */
const VERSION = 0;

/** A checkpoint that moves often and is written from time to time: what it has not written yet is only done again. */
export class LazyCheckpoint {
  readonly #db: AnyKysely;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #failed: (error: unknown) => void;
  #written: Checkpoint = { position: 0, version: VERSION };
  #position = 0;
  #writing: Promise<void> = Promise.resolve();
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  /** @param failed - is told when it could not be written; the next move tries again */
  constructor(db: AnyKysely, name: string, clock: Clock, everyMs: number, failed: (error: unknown) => void) {
    this.#db = db;
    this.#name = name;
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#failed = failed;
  }

  /** Reads the position where the last one stopped. One beyond the store's head is another store's: it begins anew. */
  async open(head: number): Promise<number> {
    await createCheckpointTable(this.#db);
    const found = await readCheckpoint(this.#db, this.#name);
    if (found !== undefined && found.position <= head) this.#written = found;
    else await resetCheckpoint(this.#db, this.#name, this.#written);
    this.#position = this.#written.position;
    return this.#position;
  }

  /** Moves on; it is written within the interval. */
  move(position: number): void {
    if (this.#closed) return;
    this.#position = position;
    this.#cancelTimer ??= this.#clock.setTimer(this.#clock.now() + this.#everyMs, () => {
      this.#cancelTimer = undefined;
      this.#flush().catch(this.#failed);
    });
  }

  /**
   * Writes where it is, and moves no more.
   *
   * @throws {@link FencedError} when another instance has moved it
   */
  close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    return this.#flush();
  }

  #flush(): Promise<void> {
    // One after the other, since each says from where it moves on.
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const to = { position: this.#position, version: VERSION };
    if (to.position === this.#written.position) return;
    await moveCheckpoint(this.#db, this.#name, this.#written, to);
    this.#written = to;
  }
}
