import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { topicOf, traceFields, retryOf } from '@stablecoin/contracts';
import type { Message } from '@stablecoin/contracts';
import { BusFullError, BusStoppedError } from './bus';
import type { DeadLetter, DeadLetters } from './bus';
import { causeOf } from './cause';
import type { MessagingLog, MessagingMeter } from './observability';
import { pauseMs, policyFor } from './retry-policy';
import type { RetryPolicy } from './retry-policy';
import { Fifo } from './fifo';
import { InOrder } from './in-order';

/** Handles one message. A rejection means failure. */
export type Handler = (message: Message) => Promise<unknown>;

/** The place of a message at a broker. */
export interface Source {
  /** See {@link DeadLetter.origin}. */
  readonly origin: string;
  /** Whether the broker has assigned the message to another instance meanwhile: it is not retried here then. */
  readonly lost: () => boolean;
}

export interface ConsumerSettings {
  readonly deadLetters: DeadLetters;
  readonly retry: RetryPolicy;
  /** Maximum messages that are being handled or in back-off; more wait. */
  readonly inFlightMax: number;
  /** Maximum messages that wait; more are rejected. Default: no limit, for a broker that limits them. */
  readonly waitingMax?: number;
  readonly now: () => number;
  readonly log: MessagingLog;
  readonly meter: MessagingMeter;
}

/** A message that waits for room. */
interface Delivery {
  readonly message: Message;
  readonly source: Source | undefined;
  readonly handler: Handler;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The consumer of one service: its handlers, and the messages that are in flight or wait. */
export class Consumer {
  readonly #waiting = new Fifo<Delivery>();
  readonly #stopping = new AbortController();
  #stopped = false;
  /** The current back-off of each key: messages that fail meanwhile are retried at its end. */
  readonly #backOffs = new Map<string, Promise<void>>();
  readonly #turns = new InOrder();
  #inFlight = 0;
  #idle: (() => void) | undefined;

  /** @param inOrder - types of which a key's next message waits until the one before is handled or is a dead letter */
  constructor(
    readonly name: string,
    readonly handlers: ReadonlyMap<string, Handler>,
    private readonly settings: ConsumerSettings,
    private readonly inOrder: ReadonlySet<string> = new Set(),
  ) {
    // Everything in back-off listens for the stop.
    setMaxListeners(0, this.#stopping.signal);
    settings.meter.gauge('messages_in_flight', { consumer: name }, () => this.#inFlight);
    settings.meter.gauge('messages_waiting', { consumer: name }, () => this.#waiting.size);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Handles a message. The handler starts before this method returns if there is room, and otherwise in the order of the
   * calls. A message of a type with {@link IN_ORDER} waits for earlier messages of its key.
   *
   * @returns when the message is handled or stored as a dead letter
   * @throws {@link BusFullError} when too many messages wait
   * @throws {@link BusStoppedError} when the consumer stops, or loses the message, before that
   */
  deliver(message: Message, source?: Source): Promise<void> {
    const handler = this.#handlerOf(message);
    if (!this.inOrder.has(message.type)) return this.#start(message, source, handler);
    return this.#turns.run(message.key, () => this.#start(message, source, handler));
  }

  #start(message: Message, source: Source | undefined, handler: Handler): Promise<void> {
    if (this.#stopped) return Promise.reject(this.#stoppedError());
    if (this.#hasRoom() && this.#waiting.size === 0) return this.#run(() => this.#handle(message, source, handler));
    const { waitingMax = Infinity, meter } = this.settings;
    if (this.#waiting.size >= waitingMax) {
      meter.count('messages_refused_total', { consumer: this.name });
      return Promise.reject(new BusFullError(`${waitingMax} messages wait for ${this.name}`));
    }
    return new Promise((resolve, reject) => this.#waiting.push({ message, source, handler, resolve, reject }));
  }

  /** Stores a message that has no handler as a dead letter. Retries until it is stored. */
  refuse(letter: Pick<DeadLetter, 'topic' | 'origin' | 'message'>, error: unknown): Promise<void> {
    if (this.#stopped) return Promise.reject(this.#stoppedError());
    return this.#run(() => this.#giveUp(letter, error, 1));
  }

  /** Handles a message once, ahead of those that wait, because an operator asked for it. */
  async redeliver(message: Message): Promise<void> {
    if (this.#stopped) throw this.#stoppedError();
    const handler = this.#handlerOf(message);
    await this.#run(() => handler(message));
  }

  /** Takes no more messages, ends back-offs, and waits for handlers under way for a limited time. */
  async stop(limitMs: number): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopping.abort();
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next.reject(this.#stoppedError());
    }
    if (this.#inFlight === 0) return;
    const timer = new AbortController();
    const idle = new Promise<void>((resolve) => (this.#idle = resolve));
    await Promise.race([idle, pause(limitMs, undefined, { signal: timer.signal })]);
    timer.abort();
    if (this.#inFlight > 0) {
      this.settings.log.warn({ consumer: this.name, in_flight: this.#inFlight }, 'handlers did not finish in time');
    }
  }

  async #run(task: () => Promise<unknown>): Promise<void> {
    this.#inFlight += 1;
    try {
      await task();
    } finally {
      this.#inFlight -= 1;
      this.#startNext();
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  #startNext(): void {
    const next = this.#hasRoom() ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    this.#run(() => this.#handle(next.message, next.source, next.handler)).then(next.resolve, next.reject);
  }

  #hasRoom(): boolean {
    return this.#inFlight < this.settings.inFlightMax;
  }

  #handlerOf(message: Message): Handler {
    const handler = this.handlers.get(message.type);
    if (handler === undefined) throw new Error(`${this.name} does not handle ${message.type}`);
    return handler;
  }

  async #handle(message: Message, source: Source | undefined, handler: Handler): Promise<void> {
    const { meter, retry } = this.settings;
    const labels = { consumer: this.name, type: message.type };
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      if (source?.lost() === true) throw new BusStoppedError(`another instance of ${this.name} has ${message.id}`);
      try {
        await handler(message);
        meter.observe('message_handling_seconds', (performance.now() - startedAt) / 1_000, labels);
        return;
      } catch (error) {
        const worth = retryOf(error);
        if (worth === 'never' || (worth === 'bounded' && attempt >= retry.attempts)) {
          const index = source === undefined ? {} : { origin: source.origin };
          await this.#giveUp({ topic: topicOf(message.type), ...index, message }, error, attempt);
          return;
        }
        meter.count('message_retries_total', labels);
        this.settings.log.debug(
          { ...labels, message_id: message.id, attempt, cause: causeOf(error), ...traceFields(message.traceparent) },
          'message failed, retrying',
        );
        await this.#backOff(message.key, attempt, error);
      }
    }
  }

  /** Messages of one key that failed together are retried together, and so in order (protocol rule 22). */
  #backOff(key: string, failures: number, cause: unknown): Promise<void> {
    const known = this.#backOffs.get(key);
    if (known !== undefined) return known;
    const backOff = this.#pause(failures, cause).finally(() => this.#backOffs.delete(key));
    this.#backOffs.set(key, backOff);
    return backOff;
  }

  /** Retries until the dead letter is stored: otherwise the message would be lost. */
  async #giveUp(
    letter: Pick<DeadLetter, 'topic' | 'origin' | 'message'>,
    error: unknown,
    attempts: number,
  ): Promise<void> {
    const { deadLetters, log, meter, now } = this.settings;
    const { message } = letter;
    const labels = { consumer: this.name, type: message.type };
    const cause = causeOf(error);
    const of = { message_id: message.id, key: message.key, request_id: message.correlationId };
    const fields = { ...labels, ...of, cause, attempts, ...traceFields(message.traceparent) };
    for (let failures = 1; ; failures += 1) {
      try {
        await deadLetters.add({ ...letter, consumer: this.name, cause, attempts, failedAt: now() });
        meter.count('dead_letters_total', labels);
        log.error(fields, 'message failed; moved to the dead letters');
        return;
      } catch (failure) {
        meter.count('dead_letter_failures_total', labels);
        log.error({ ...fields, failure: causeOf(failure) }, 'cannot store a dead letter');
        await this.#pause(failures, failure);
      }
    }
  }

  async #pause(failures: number, cause: unknown): Promise<void> {
    try {
      const policy = policyFor(this.settings.retry, cause);
      await pause(pauseMs(policy, failures), undefined, { signal: this.#stopping.signal });
    } catch {
      throw this.#stoppedError(cause);
    }
  }

  #stoppedError(cause?: unknown): BusStoppedError {
    return new BusStoppedError(`consumer ${this.name} has stopped`, { cause });
  }
}
