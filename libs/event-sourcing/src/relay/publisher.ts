import { describeError } from '@stablecoin/errors';
import type { AnyKysely } from '../projection/database';
import { PositionWaiter } from '../projection/position-waiter';
import { FencedError, NotReachedError } from '../errors';
import type { Clock, Log, Meter } from '../ports';
import type { EventStore, RecordedEvent } from '../store/event-store';
import { backoffMs, pause, settle, stopController } from '../timing';
import type { Backoff } from '../timing';
import { lastPosition } from '../store/last-position';
import { OrderingKeys, type Steps } from './ordering-keys';
import { LazyCheckpoint } from './lazy-checkpoint';
import { OutstandingEvents } from './outstanding-events';

export interface PublisherOptions<M extends { readonly key: string }> {
  /** Names its checkpoint. */
  readonly name: string;
  readonly store: EventStore;
  /** It publishes what follows from the events of streams whose names begin with one of these. */
  readonly prefixes: readonly string[];
  /** Keeps the checkpoint. */
  readonly db: AnyKysely;
  /** The messages that follow from one event, without any state (protocol rule 9), in the order in which they go out. */
  readonly map: (event: RecordedEvent) => Steps<M>;
  /** Resolves when the messages are acknowledged; they are given in order per key. */
  readonly publish: (messages: readonly M[]) => Promise<void>;
  /** Order is kept per topic and key. Default: per key. */
  readonly topicOf?: (message: M) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /**
   * Publishes before an event is on the disk, where the store can do that: on a bus that does not leave this process.
   * Default: no.
   */
  readonly beforeFlush?: boolean;
  /** Events whose messages are not all acknowledged, at most. Default 4,096. */
  readonly maxInFlight?: number;
  /** How often the checkpoint is written while it moves. Default 1 s. */
  readonly checkpointMs?: number;
  /** How long `stop` waits for acknowledgements that are under way. Default 3 s. */
  readonly stopMs?: number;
}

const DEFAULTS = { beforeFlush: false, maxInFlight: 4_096, checkpointMs: 1_000, stopMs: 3_000 };
const RETRY_BACKOFF: Backoff = { firstMs: 50, longestMs: 10_000 };
const LOG_EVERY_MS = 10_000;

/**
 * Publishes what follows from events. Its checkpoint is the lowest position that is not acknowledged yet, so a crash
 * loses nothing: it only repeats messages, whose ids make them the same. A bus that does not answer is tried again for
 * ever, and holds up nobody else.
 */
export class Publisher<M extends { readonly key: string }> {
  readonly #options: PublisherOptions<M> & typeof DEFAULTS;
  readonly #labels: Readonly<Record<string, string>>;
  #stopping = stopController();
  #gate: PositionWaiter;
  #checkpoint: LazyCheckpoint;
  #keys: OrderingKeys<M>;
  #events = new OutstandingEvents(0);
  #following: Promise<void> = Promise.resolve();
  /** Lets the reading go on, once there is room for another event. */
  #makeRoom: (() => void) | undefined;
  #fenced: () => void = () => undefined;
  /** When it was last said that publishing fails; undefined while it does not. */
  #saidAt: number | undefined;

  constructor(options: PublisherOptions<M>) {
    this.#options = { ...DEFAULTS, ...options };
    const { name, meter } = this.#options;
    this.#labels = { relay: name };
    this.#gate = this.#newGate();
    this.#checkpoint = this.#newCheckpoint();
    this.#keys = this.#newKeys(this.#stopping.signal);
    meter.gauge('relay_position', this.#labels, () => this.position());
    meter.gauge('relay_in_flight_events', this.#labels, () => this.#events.size);
  }

  /** Goes on where the last one stopped, be it this one or another; with the first event when there was none. */
  async start(): Promise<void> {
    this.#stopping = stopController();
    this.#gate = this.#newGate();
    this.#checkpoint = this.#newCheckpoint();
    this.#keys = this.#newKeys(this.#stopping.signal);
    const position = await this.#checkpoint.open(await this.#options.store.head());
    this.#events = new OutstandingEvents(position);
    this.#gate.advance(position);
    this.#following = this.#follow();
  }

  /**
   * Publishes nothing more, lets the calls under way finish for a limited time, and writes the checkpoint. To leave
   * nothing behind, wait for {@link drained} first.
   */
  async stop(): Promise<void> {
    const { name, clock, stopMs } = this.#options;
    this.#stopping.abort();
    this.#makeRoom?.();
    await this.#following;
    await settle(clock, stopMs, this.#keys.idle());
    this.#gate.close(new NotReachedError(`relay ${name} has stopped`));
    await this.#checkpoint.close().catch((error: unknown) => this.#checkpointFailed(error));
  }

  /** Calls back when another instance has moved the checkpoint: this one has stopped by itself. */
  onFenced(listener: () => void): void {
    this.#fenced = listener;
  }

  /** What follows from every event up to this is acknowledged. */
  position(): number {
    return this.#gate.position;
  }

  /**
   * Resolves when what follows from everything appended up to now is acknowledged.
   *
   * @throws {@link NotReachedError} when the publisher stops before
   */
  async drained(): Promise<void> {
    const { store, prefixes } = this.#options;
    await this.#gate.waitFor(await lastPosition(store, prefixes, this.position()));
  }

  #newGate(): PositionWaiter {
    const { name, clock } = this.#options;
    return new PositionWaiter(clock, `relay ${name}`, 0);
  }

  #newCheckpoint(): LazyCheckpoint {
    const { name, db, store, clock, checkpointMs } = this.#options;
    // A read model of the same name keeps its checkpoint in the same table.
    const checkpoint = `relay ${name}`;
    // What was acknowledged up to now may not be on the disk yet, nor what the consumers have made of it.
    const durable = (): Promise<void> => store.durable();
    const failed = (error: unknown): void => this.#checkpointFailed(error);
    return new LazyCheckpoint({ db, name: checkpoint, clock, everyMs: checkpointMs, durable, failed });
  }

  /** @param signal - when it is aborted, what waits in them goes out no more */
  #newKeys(signal: AbortSignal): OrderingKeys<M> {
    const { topicOf = () => '' } = this.#options;
    const keyOf = (message: M): string => `${topicOf(message)}\n${message.key}`;
    return new OrderingKeys(keyOf, (messages) => this.#publish(messages, signal));
  }

  async #follow(): Promise<void> {
    const { store, prefixes, beforeFlush, clock, log, meter, name, maxInFlight } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const batch of store.subscribe({ after: this.#events.seen, prefixes, beforeFlush, signal })) {
          for (const event of batch.events) {
            if (this.#events.size >= maxInFlight && !(await this.#room())) return;
            this.#relay(event);
          }
          this.#events.pass(batch.position);
          this.#moved();
          failures = 0;
        }
      } catch (error) {
        // Also what `map` throws: an event that was skipped would be missing for good.
        failures++;
        meter.count('relay_failures_total', this.#labels);
        log.error(
          { relay: name, position: this.#events.seen, failures, error: describeError(error) },
          'relay does not move on, trying again',
        );
        await pause(clock, backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
  }

  /** Waits until another event may be in flight. False when it has to stop. */
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
    const messages = this.#options.map(event);
    if (messages.length === 0) {
      this.#events.pass(event.position);
      return;
    }
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
    this.#gate.advance(done);
    this.#checkpoint.move(done);
  }

  /** Tries until the messages are acknowledged. False when it has to stop before that. */
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
        this.#sayThatItFails(error);
        await pause(clock, backoffMs(RETRY_BACKOFF, failures), signal);
      }
    }
    return false;
  }

  /** Once in a while, however many keys fail. */
  #sayThatItFails(error: unknown): void {
    const { name, clock, log } = this.#options;
    const now = clock.now();
    if (this.#saidAt !== undefined && now < this.#saidAt + LOG_EVERY_MS) return;
    this.#saidAt = now;
    const fields = { relay: name, inFlight: this.#events.size, error: describeError(error) };
    log.error(fields, 'messages cannot be published, trying again');
  }

  #sayThatItWorks(): void {
    if (this.#saidAt === undefined) return;
    this.#saidAt = undefined;
    this.#options.log.info({ relay: this.#options.name }, 'messages are published again');
  }

  #checkpointFailed(error: unknown): void {
    const { name, log, meter } = this.#options;
    const fields = { relay: name, position: this.position(), error: describeError(error) };
    meter.count('relay_failures_total', this.#labels);
    if (error instanceof FencedError) {
      log.error(fields, 'another instance publishes these events: this one stops');
      this.#stopping.abort();
      this.#makeRoom?.();
      this.#gate.close(error);
      this.#fenced();
    } else {
      log.warn(fields, 'checkpoint cannot be written, trying again');
    }
  }
}
