import { LRUCache } from 'lru-cache';
import type { Command, Decider } from '../decider';
import { NotWrittenError } from '../errors';
import type { Clock, Log } from '../ports';
import type { DomainEvent, EventStore } from '../ports/event-store';
import { loadStream, readOn } from './folded-stream';
import type { FoldedStream } from './folded-stream';
import type { CommandHistory } from './history';
import type { RememberPolicy } from './remembered-commands';
import { SnapshotWriter } from './snapshot-writer';

export interface StreamStatesOptions<State, C extends Command, E extends DomainEvent> extends RememberPolicy {
  readonly store: EventStore;
  readonly decider: Decider<State, C, E>;
  readonly clock: Clock;
  readonly log: Log;
  readonly history?: CommandHistory<C>;
  /** Maximum streams whose folded state is cached. */
  readonly cacheSize: number;
}

/**
 * The states of streams, as the store has them. One that is being changed, which only the stream's queue does, stays
 * cached and is dropped when anything goes wrong before the store has followed: no state that is kept runs ahead of the
 * store.
 */
export class StreamStates<State, C extends Command, E extends DomainEvent> {
  readonly #options: StreamStatesOptions<State, C, E>;
  readonly #cache: LRUCache<string, FoldedStream<State, C, E>>;
  readonly #snapshots: SnapshotWriter;

  constructor(options: StreamStatesOptions<State, C, E>) {
    this.#options = options;
    this.#cache = new LRUCache({ max: options.cacheSize });
    this.#snapshots = new SnapshotWriter(options.store, options.log);
  }

  /** Streams that are cached now. */
  get size(): number {
    return this.#cache.size;
  }

  /** The cached state, which the stream may have left behind. */
  cached(stream: string): FoldedStream<State, C, E> | undefined {
    return this.#cache.get(stream);
  }

  /** Reads the current state from the store. */
  load(stream: string): Promise<FoldedStream<State, C, E>> {
    const { store, decider, log } = this.#options;
    return loadStream(store, decider, stream, log);
  }

  /** Reads the state of the flushed events. */
  loadWritten(stream: string): Promise<FoldedStream<State, C, E>> {
    const { store, decider, log } = this.#options;
    return loadStream(store, decider, stream, log, { flushedOnly: true });
  }

  /** The state for an answer: flushed events are enough. A command decided on them conflicts and is decided again. */
  async toAnswer(stream: string): Promise<FoldedStream<State, C, E>> {
    const cached = this.cached(stream);
    // Unflushed events were appended by this handler, so the cache has them.
    if (cached !== undefined) await readOn(this.#options.store, stream, cached, { flushedOnly: true });
    const folded = cached ?? (await this.#loadOrWritten(stream));
    this.keep(stream, folded, cached);
    return folded;
  }

  /** @param cached - what the cache had for this stream */
  keep(stream: string, folded: FoldedStream<State, C, E>, cached: FoldedStream<State, C, E> | undefined): void {
    if (folded.revision < 0) return;
    const { clock, decider, history } = this.#options;
    if (decider.isTerminal?.(folded.state) === true) {
      // Not the only one, because to delete that takes the time of all the cache's places; it does no harm.
      if (cached !== undefined && this.#cache.size > 1) this.#cache.delete(stream);
      return;
    }
    const passed = history?.position() ?? -1;
    folded.commands.prune(this.#options, clock.now(), passed);
    // One that came from there is the latest already.
    if (folded !== cached) this.#cache.set(stream, folded);
    const policy = decider.snapshot;
    if (policy === undefined || folded.sinceSnapshot < policy.every || this.#snapshots.isWriting(stream)) return;
    folded.sinceSnapshot = 0;
    this.#snapshots.write(stream, folded.toSnapshot(policy, passed));
  }

  drop(stream: string): void {
    this.#cache.delete(stream);
  }

  /** Whether the stream has events that the state does not include. */
  async hasMoved(stream: string, { revision }: FoldedStream<State, C, E>): Promise<boolean> {
    return (await this.#options.store.read(stream, { from: revision + 1, limit: 1 })).length > 0;
  }

  /** Resolves when no snapshot is being written. */
  idle(): Promise<void> {
    return this.#snapshots.idle();
  }

  async #loadOrWritten(stream: string): Promise<FoldedStream<State, C, E>> {
    try {
      return await this.load(stream);
    } catch (error) {
      if (error instanceof NotWrittenError) return this.loadWritten(stream);
      throw error;
    }
  }
}
