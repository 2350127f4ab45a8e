import { describeError } from '@stablecoin/contracts';
import type { Log } from '../ports';
import type { EventStore, Snapshot } from '../ports/event-store';

/** Writes snapshots in the background. A failure only makes later reads slower. */
export class SnapshotWriter {
  readonly #store: EventStore;
  readonly #log: Log;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: EventStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Whether a snapshot of the stream is being written: one at a time, so that an older one never comes last. */
  isWriting(stream: string): boolean {
    return this.#writing.has(stream);
  }

  write(stream: string, snapshot: Snapshot): void {
    const writing = this.#store
      .saveSnapshot(stream, snapshot)
      .catch((error: unknown) => {
        this.#log.warn({ stream, error: describeError(error) }, 'cannot write a snapshot');
      })
      .finally(() => this.#writing.delete(stream));
    this.#writing.set(stream, writing);
  }

  /** Resolves when no snapshot is being written. */
  async idle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values());
  }
}
