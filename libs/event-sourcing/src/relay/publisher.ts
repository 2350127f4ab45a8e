import { describeError } from '@stablecoin/contracts';
import type { AnyKysely } from '../ports/open-database';
import { PositionWaiter } from '../projection/position-waiter';
import { FencedError, NotReachedError } from '../errors';
import type { Clock, Log, Meter } from '../ports';
import type { DomainEvent, EventBatch, EventStore, RecordedEvent } from '../ports/event-store';
import { decodeEvent, prefixesOf } from '../stream-category';
import type { StoredEvent, StreamCategory } from '../stream-category';
import { backoffMs, pause, settle, stopController } from '../timing';
import type { Backoff } from '../timing';
import { lastPosition } from '../last-position';
import { OrderingKeys, type Steps } from './ordering-keys';
import { LazyCheckpoint } from './lazy-checkpoint';
import { OutstandingEvents } from './outstanding-events';

export interface PublisherOptions<M extends { readonly key: string }, E extends DomainEvent = DomainEvent> {
  /** Name of its checkpoint. */
  readonly name: string;
  readonly store: EventStore;
  /** The streams whose events it publishes. */
  readonly streams: readonly StreamCategory<E>[];
  /** Stores the checkpoint. */
  readonly db: AnyKysely;
  /** Maps one event to its messages, in order and without state (protocol rule 9). */
  readonly map: (event: StoredEvent<E>) => Steps<M>;
  /** Publishes messages, in order per key. Resolves when they are acknowledged. */
  readonly publish: (messages: readonly M[]) => Promise<void>;
  /** The topic of a message: order is then kept per topic and key. Default: per key. */
  readonly topicOf?: (message: M) => string;
  /** Of the messages: everything is published again in another one. Default: 0. */
  readonly generation?: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /**
   * Publishes events before they are flushed, if the store supports that: for a bus within the process. Default: false.
   */
  readonly beforeFlush?: boolean;
  /** Maximum events with unacknowledged messages. Default 4,096. */
  readonly maxInFlight?: number;
  /** How often a moving checkpoint is written, in milliseconds. Default 1,000. */
  readonly checkpointMs?: number;
  /** How long `stop` waits for acknowledgements, in milliseconds. Default 3,000. */
  readonly stopMs?: number;
}

const DEFAULTS = { beforeFlush: false, maxInFlight: 4_096, checkpointMs: 1_000, stopMs: 3_000 };
const RETRY_BACKOFF: Backoff = { firstMs: 50, longestMs: 10_000 };
const LOG_INTERVAL_MS = 10_000;

/**
 * Publishes the messages that follow from events. Its checkpoint is the lowest unacknowledged position, so a crash loses no
 * message, and repeats some under the same ids. It retries without a limit while the bus does not answer.
 */
export class Publisher<M extends { readonly key: string }, E extends DomainEvent = DomainEvent> {
  readonly #options: PublisherOptions<M, E> & typeof DEFAULTS;
  readonly #labels: Readonly<Record<string, string>>;
  #stopping = stopController();
  #gate: PositionWaiter;
  #checkpoint: LazyCheckpoint;
  #keys: OrderingKeys<M>;
  #events = new OutstandingEvents(0);
  #running: Promise<void> = Promise.resolve();
  /** Resumes reading when there is room for another event. */
  #makeRoom: (() => void) | undefined;
  #fenced: () => void = () => undefined;
  /** When it last made progress, or the first event in flight came. */
  #stalledSince = 0;
  /** When the log last said that publishing fails; undefined while it works. */
  #loggedAt: number | undefined;

  constructor(options: PublisherOptions<M, E>) {
    this.#options = { ...DEFAULTS, ...options };
    const { name, clock, meter } = this.#options;
    this.#labels = { relay: name };
    this.#gate = this.#newGate();
    this.#checkpoint = this.#newCheckpoint();
    this.#keys = this.#newKeys(this.#stopping.signal);
    meter.gauge('relay_position', this.#labels, () => this.position());
    meter.gauge('relay_in_flight_events', this.#labels, () => this.#events.size);
    meter.gauge('relay_stalled_seconds', this.#labels, () =>
      this.#events.size === 0 ? 0 : Math.max(0, clock.now() - this.#stalledSince) / 1_000,
    );
  }

  /** Starts at the checkpoint, or with the first event if there is none. */
  async start(): Promise<void> {
    this.#stopping = stopController();
    this.#gate = this.#newGate();
    this.#checkpoint = this.#newCheckpoint();
    this.#keys = this.#newKeys(this.#stopping.signal);
    const position = await this.#checkpoint.open(await this.#options.store.head());
    this.#events = new OutstandingEvents(position);
    this.#gate.advance(position);
    this.#running = this.#run();
  }

  /**
   * Stops publishing, lets calls under way finish for a limited time, and writes the checkpoint. Wait for {@link drained}
   * first to publish everything.
   */
  async stop(): Promise<void> {
    const { name, clock, stopMs } = this.#options;
    this.#stopping.abort();
    this.#makeRoom?.();
    await this.#running;
    await settle(clock, stopMs, this.#keys.idle());
    this.#gate.close(new NotReachedError(`relay ${name} has stopped`));
    await this.#checkpoint.close().catch((error: unknown) => this.#checkpointFailed(error));
  }

  /** Calls back when another instance has moved the checkpoint; this one has stopped then. */
  onFenced(listener: () => void): void {
    this.#fenced = listener;
  }

  /** The messages of every event up to this position are acknowledged. */
  position(): number {
    return this.#gate.position;
  }

  /**
   * Resolves when the messages of everything appended so far are acknowledged.
   *
   * @throws {@link NotReachedError} when the publisher stops before that
   */
  async drained(): Promise<void> {
    const { store, streams } = this.#options;
    await this.#gate.waitFor(await lastPosition(store, prefixesOf(streams), this.position()));
  }

  #newGate(): PositionWaiter {
    const { name, clock } = this.#options;
    return new PositionWaiter(clock, `relay ${name}`, 0);
  }

  #newCheckpoint(): LazyCheckpoint {
    const { name, db, store, clock, checkpointMs, generation = 0 } = this.#options;
    // A read model of the same name has its checkpoint in the same table.
    const checkpoint = `relay ${name}`;
    // Acknowledged events, and those that consumers appended, may not be flushed yet.
    const durable = (): Promise<void> => store.durable();
    const failed = (error: unknown): void => this.#checkpointFailed(error);
    return new LazyCheckpoint({ db, name: checkpoint, clock, everyMs: checkpointMs, generation, durable, failed });
  }

  /** @param signal - when aborted, waiting messages are no longer published */
  #newKeys(signal: AbortSignal): OrderingKeys<M> {
    const { topicOf = () => '' } = this.#options;
    const keyOf = (message: M): string => `${topicOf(message)}\n${message.key}`;
    return new OrderingKeys(keyOf, (messages) => this.#publish(messages, signal));
  }

  async #run(): Promise<void> {
    const { store, streams, beforeFlush, clock, log, meter, name } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const batches = store.subscribe({
          after: this.#events.seen,
          prefixes: prefixesOf(streams),
          beforeFlush,
          signal,
        });
        if (!(await this.#relayBatches(batches, () => (failures = 0)))) return;
      } catch (error) {
        // Also an error of `map`: a skipped event would be missing for ever.
        failures++;
        meter.count('relay_failures_total', this.#labels);
        log.error(
          { relay: name, position: this.#events.seen, failures, error: describeError(error) },
          'cannot read events to publish, retrying',
        );
        await pause(clock, backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
  }

  /**
   * @param relayed - called after each batch
   * @returns false when it has to stop
   */
  async #relayBatches(batches: AsyncIterable<EventBatch>, relayed: () => void): Promise<boolean> {
    for await (const batch of batches) {
      if (!(await this.#relayAll(batch.events))) return false;
      this.#events.pass(batch.position);
      this.#moved();
      relayed();
    }
    return true;
  }

  /** Returns false when it has to stop. */
  async #relayAll(events: readonly RecordedEvent[]): Promise<boolean> {
    for (const event of events) {
      if (this.#events.size >= this.#options.maxInFlight && !(await this.#room())) return false;
      this.#relay(event);
    }
    return true;
  }

  /** Waits until another event may be in flight. Returns false when it has to stop. */
  async #room(): Promise<boolean> {
    const { signal } = this.#stopping;
    while (this.#events.size >= this.#options.maxInFlight && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#makeRoom = resolve;
      });
    }
    return !signal.aborted;
  }

  #relay(event: RecordedEvent): void {
    const { streams, map } = this.#options;
    const messages = map(decodeEvent(streams, event));
    if (messages.length === 0) {
      this.#events.pass(event.position);
      return;
    }
    if (this.#events.size === 0) this.#stalledSince = this.#options.clock.now();
    const done = this.#events.take(event.position);
    this.#keys.add(messages, () => {
      done();
      this.#moved();
      this.#makeRoom?.();
    });
  }

  #moved(): void {
    const { done } = this.#events;
    if (done === this.#gate.position) return;
    this.#stalledSince = this.#options.clock.now();
    this.#gate.advance(done);
    this.#checkpoint.move(done);
  }

  /** Retries until the messages are acknowledged. Returns false when it has to stop before that. */
  async #publish(messages: readonly M[], signal: AbortSignal): Promise<boolean> {
    const { publish, clock, meter } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await publish(messages);
        meter.count('relay_messages_total', this.#labels, messages.length);
        this.#sayThatItWorks();
        return true;
      } catch (error) {
        failures++;
        meter.count('relay_publish_failures_total', this.#labels);
        this.#logFailure(error);
        await pause(clock, backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
    return false;
  }

  /** Logs at most once per interval, however many keys fail. */
  #logFailure(error: unknown): void {
    const { name, clock, log } = this.#options;
    const now = clock.now();
    if (this.#loggedAt !== undefined && now < this.#loggedAt + LOG_INTERVAL_MS) return;
    this.#loggedAt = now;
    const fields = { relay: name, inFlight: this.#events.size, error: describeError(error) };
    log.error(fields, 'cannot publish messages, retrying');
  }

  #sayThatItWorks(): void {
    if (this.#loggedAt === undefined) return;
    this.#loggedAt = undefined;
    this.#options.log.info({ relay: this.#options.name }, 'messages are published again');
  }

  #checkpointFailed(error: unknown): void {
    const { name, log, meter } = this.#options;
    const fields = { relay: name, position: this.position(), error: describeError(error) };
    meter.count('relay_failures_total', this.#labels);
    if (error instanceof FencedError) {
      log.error(fields, 'another instance publishes these events; stopping this publisher');
      this.#stopping.abort();
      this.#makeRoom?.();
      this.#gate.close(error);
      this.#fenced();
    } else {
      log.warn(fields, 'cannot write the checkpoint, retrying');
    }
  }
}
