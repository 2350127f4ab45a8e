import { checkAppend } from '@stablecoin/stores';
import { NotWrittenError, WritingState } from '@stablecoin/event-sourcing';
import type { EventBatch, EventStore, SubscribeOptions } from '@stablecoin/event-sourcing';
import { remote, serve } from './remote-object';
import type { ThreadRpc } from './thread-rpc';

type Subscription = Omit<SubscribeOptions, 'signal'>;

const CALLS = ['append', 'durable', 'read', 'head', 'saveSnapshot', 'loadSnapshot'] as const;

/** Lets the other thread use a store, which stays this one's to close. */
export function serveEventStore(rpc: ThreadRpc, store: EventStore): void {
  serve(rpc, 'store', store, CALLS);
  const problem = (): string | null => store.writing.problem?.message ?? null;
  rpc.answer('store.problem', problem);
  store.writing.onChange(() => {
    // It only fails when the other thread is gone.
    rpc.call('store.writing', [problem()]).catch(() => undefined);
  });
  const subscriptions = new Map<number, Served>();
  rpc.answer('store.subscribe', ([id, options]: [number, Subscription]) => {
    subscriptions.set(id, new Served(store, options));
  });
  rpc.answer('store.next', async ([id]: [number]) => (await subscriptions.get(id)?.next()) ?? null);
  rpc.answer('store.unsubscribe', ([id]: [number]) => {
    subscriptions.get(id)?.end();
    subscriptions.delete(id);
  });
}

/** A subscription of the other thread. */
class Served {
  readonly #over = new AbortController();
  readonly #batches: AsyncIterator<EventBatch>;

  constructor(store: EventStore, options: Subscription) {
    this.#batches = store.subscribe({ ...options, signal: this.#over.signal })[Symbol.asyncIterator]();
  }

  async next(): Promise<EventBatch | null> {
    const next = await this.#batches.next();
    return next.done === true ? null : next.value;
  }

  end(): void {
    this.#over.abort();
  }
}

/** The event store of another thread. Closing it ends the subscriptions of this thread and leaves the store open. */
export class RemoteEventStore implements EventStore {
  /** As the other thread has told last. */
  readonly writing = new WritingState();
  /** Answers after the flush, also with `beforeFlush`. */
  readonly append: EventStore['append'];
  readonly durable: EventStore['durable'];
  readonly read: EventStore['read'];
  readonly head: EventStore['head'];
  readonly saveSnapshot: EventStore['saveSnapshot'];
  readonly #loadSnapshot: EventStore['loadSnapshot'];
  readonly #closing = new AbortController();
  #lastSubscription = 0;

  constructor(private readonly rpc: ThreadRpc) {
    const calls = remote<EventStore, (typeof CALLS)[number]>(rpc, 'store', CALLS);
    this.append = this.#whileOpen(async (stream, expected, events) => {
      // Here, since JSON would make something else of it.
      checkAppend(stream, expected, events);
      const sent = events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
      return calls.append(stream, expected, sent);
    });
    rpc.answer('store.writing', ([problem]: [string | null]) => this.#heard(problem));
    rpc.call<string | null>('store.problem', []).then(
      (problem) => this.#heard(problem),
      () => undefined,
    );
    this.durable = this.#whileOpen(calls.durable);
    this.read = this.#whileOpen(calls.read);
    this.head = this.#whileOpen(calls.head);
    this.saveSnapshot = this.#whileOpen(calls.saveSnapshot);
    this.#loadSnapshot = this.#whileOpen(calls.loadSnapshot);
  }

  #heard(problem: string | null): void {
    if (problem === null) this.writing.works();
    else this.writing.fails(new NotWrittenError(problem));
  }

  async loadSnapshot(stream: string): ReturnType<EventStore['loadSnapshot']> {
    return (await this.#loadSnapshot(stream)) ?? undefined;
  }

  subscribe({ signal, ...options }: SubscribeOptions): AsyncIterable<EventBatch> {
    const id = ++this.#lastSubscription;
    // Called at once: what "the end" is, is decided by the order of this call and of the appends.
    const subscribed = this.#closing.signal.aborted
      ? Promise.reject(closed())
      : this.rpc.call('store.subscribe', [id, options]);
    subscribed.catch(() => undefined);
    return this.#batches(id, subscribed, signal);
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  async *#batches(
    id: number,
    subscribed: Promise<unknown>,
    signal: AbortSignal,
  ): AsyncGenerator<EventBatch, void, undefined> {
    const over = AbortSignal.any([signal, this.#closing.signal]);
    const end = (): void => void this.rpc.call('store.unsubscribe', [id]).catch(() => undefined);
    over.addEventListener('abort', end, { once: true });
    try {
      await subscribed;
      for (;;) {
        if (over.aborted) return;
        const batch = await this.rpc.call<EventBatch | null>('store.next', [id]);
        if (batch === null || isAborted(over)) return;
        yield batch;
      }
    } finally {
      over.removeEventListener('abort', end);
      end();
    }
  }

  #whileOpen<Args extends readonly unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => (this.#closing.signal.aborted ? Promise.reject(closed()) : call(...args));
  }
}

function closed(): Error {
  return new Error('the event store is closed');
}

/** Asked again after something was waited for. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
