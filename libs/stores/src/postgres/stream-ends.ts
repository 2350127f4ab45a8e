import { setImmediate as endOfTick } from 'node:timers/promises';
import { NO_REVISION } from '../append-decision';
import type { AppendResult } from '@stablecoin/event-sourcing';
import { WAITING_MAX } from '../group-commit/write-queue';

/** More than can be waiting for the disk. */
const REMEMBERED = 2 * WAITING_MAX;

/** Finds the last revisions of streams that exist. */
export type FindLastRevisions = (streams: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Where streams end, with what is not flushed yet: remembered, or looked up in the database, many streams at a time. */
export class StreamEnds {
  /** In the order of their last appends or look-ups. */
  readonly #remembered = new Map<string, AppendResult>();
  /** Streams of the next look-up, and when it is done. */
  #next: { readonly streams: Set<string>; readonly done: Promise<void> } | undefined;
  #current: Promise<unknown> = Promise.resolve();

  constructor(private readonly find: FindLastRevisions) {}

  /** Revision of a stream's last event, or {@link NO_REVISION}; undefined when it has to be looked up first. */
  lastRevision(stream: string): number | undefined {
    return this.#remembered.get(stream)?.revision;
  }

  /** Position of the last event of a stream that may not be flushed; 0 for one that certainly is. */
  lastPosition(stream: string): number {
    return this.#remembered.get(stream)?.position ?? 0;
  }

  /** Something was appended. */
  move(stream: string, end: AppendResult): void {
    this.#remembered.delete(stream);
    this.#remembered.set(stream, end);
    if (this.#remembered.size <= REMEMBERED) return;
    const [oldest = ''] = this.#remembered.keys();
    this.#remembered.delete(oldest);
  }

  /** Resolves when the end of a stream is remembered. */
  lookUp(stream: string): Promise<void> {
    if (this.#next === undefined) {
      const streams = new Set<string>();
      const done = this.#current.then(endOfTick).then(() => this.#look(streams));
      this.#next = { streams, done };
      this.#current = done.catch(() => undefined);
    }
    this.#next.streams.add(stream);
    return this.#next.done;
  }

  async #look(streams: ReadonlySet<string>): Promise<void> {
    this.#next = undefined;
    const found = await this.find([...streams]);
    for (const stream of streams) {
      // An append may have come first.
      if (this.#remembered.has(stream)) continue;
      this.move(stream, { revision: found.get(stream) ?? NO_REVISION, position: 0 });
    }
  }
}
