import type { Message } from '@stablecoin/contracts';
import { BusStoppedError } from '../bus';
import type { DeadLetters, ServiceBus } from '../bus';
import { silentLog, silentMeter } from '../observability';
import type { MessagingLog, MessagingMeter } from '../observability';
import { DEFAULT_RETRY_POLICY } from '../retry-policy';
import type { RetryPolicy } from '../retry-policy';
import { Consumer } from '../consumer';
import type { ConsumerSettings, Handler } from '../consumer';
import { BusTransport } from '../bus-transport';

export interface InProcessBusOptions {
  readonly deadLetters: DeadLetters;
  /**
   * Every service that will consume. Nothing is delivered before all of them listen, so that no message is lost while they
   * start. Consumers that ask for a transport are waited for in any case.
   */
  readonly consumers?: readonly string[];
  /**
   * Waits until the events behind a message are flushed, before consumers that tell clients get it.
   */
  readonly outside?: { readonly consumers: readonly string[]; readonly durable: () => Promise<void> };
  readonly retry?: RetryPolicy;
  /** Maximum messages per consumer that are being handled or in back-off; more wait. Default 10,000. */
  readonly inFlightMax?: number;
  /** Maximum messages per consumer that wait; more are rejected. Default 50,000. */
  readonly waitingMax?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly log?: MessagingLog;
  readonly meter?: MessagingMeter;
}

/** How long a stop waits for handlers under way, unless told. */
const STOP_LIMIT_MS = 10_000;

/**
 * The bus within one process: calls the handlers of every service that consumes a type.
 *
 * Handlers of one key start in the order of publishing, without waiting for each other; the command handler's queue per
 * stream keeps the order. Later messages of a key overtake one that failed, unless their handlers ask for
 * {@link IN_ORDER}; messages that failed together are retried together, in order. After a restart the relay publishes
 * again what was in flight.
 */
export class InProcessBus implements ServiceBus {
  readonly #settings: ConsumerSettings;
  readonly #outside: InProcessBusOptions['outside'];
  readonly #consumers = new Map<string, Consumer>();
  readonly #unhandled = new Set<string>();
  /** The consumers that do not listen yet; while there is one, nothing is delivered. */
  readonly #awaited = new Set<string>();
  #allListen: Promise<void> = Promise.resolve();
  #begin: () => void = () => undefined;
  #routes: ReadonlyMap<string, readonly Consumer[]> = new Map();
  #stopped = false;

  constructor(options: InProcessBusOptions) {
    this.#settings = {
      deadLetters: options.deadLetters,
      retry: options.retry ?? DEFAULT_RETRY_POLICY,
      inFlightMax: options.inFlightMax ?? 10_000,
      waitingMax: options.waitingMax ?? 50_000,
      now: options.now ?? Date.now,
      log: options.log ?? silentLog,
      meter: options.meter ?? silentMeter,
    };
    this.#outside = options.outside;
    for (const consumer of options.consumers ?? []) this.#await(consumer);
  }

  async publish(messages: readonly Message[]): Promise<void> {
    // Always awaited, so that waiting messages go before new ones.
    await this.#allListen;
    if (this.#stopped) throw new BusStoppedError('the bus has stopped');
    const deliveries: Promise<void>[] = [];
    for (const message of messages) {
      const consumers = this.#routes.get(message.type);
      if (consumers === undefined) this.#passOver(message.type);
      else for (const consumer of consumers) deliveries.push(consumer.deliver(message));
    }
    // Most often there is one, which need not be gathered with others.
    await (deliveries.length === 1 ? deliveries[0] : Promise.all(deliveries));
  }

  async redeliver(consumer: string, message: Message): Promise<'handled'> {
    const target = this.#consumers.get(consumer);
    if (target === undefined) throw new Error(`there is no consumer ${consumer}`);
    await target.redeliver(message);
    return 'handled';
  }

  /** Closing the Nest context stops the consumer. Messages to it are then rejected until it listens again. */
  transport(consumer: string): BusTransport {
    if (this.#consumers.get(consumer)?.stopped === false) throw new Error(`consumer ${consumer} listens already`);
    this.#await(consumer);
    return new BusTransport(consumer, {
      listen: (handlers, inOrder) =>
        this.#listen(new Consumer(consumer, this.#whenDurable(consumer, handlers), this.#settings, inOrder)),
      close: async () => this.#consumers.get(consumer)?.stop(STOP_LIMIT_MS),
    });
  }

  /**
   * Takes no more messages, waits for handlers under way, and rejects messages in back-off: their publisher publishes them
   * again after the restart.
   *
   * @param limitMs - maximum wait for handlers, in milliseconds
   */
  async stop(limitMs = STOP_LIMIT_MS): Promise<void> {
    this.#stopped = true;
    this.#begin();
    await Promise.all([...this.#consumers.values()].map((consumer) => consumer.stop(limitMs)));
  }

  #await(consumer: string): void {
    if (this.#awaited.size === 0) this.#allListen = new Promise((resolve) => (this.#begin = resolve));
    this.#awaited.add(consumer);
  }

  /** A failure to get to the disk is one of the handler's: the message is tried again. */
  #whenDurable(consumer: string, handlers: ReadonlyMap<string, Handler>): ReadonlyMap<string, Handler> {
    if (this.#outside?.consumers.includes(consumer) !== true) return handlers;
    const { durable } = this.#outside;
    const waiting =
      (handler: Handler): Handler =>
      (message) =>
        durable().then(() => handler(message));
    return new Map([...handlers].map(([type, handler]) => [type, waiting(handler)]));
  }

  #listen(consumer: Consumer): void {
    this.#consumers.set(consumer.name, consumer);
    const routes = new Map<string, Consumer[]>();
    for (const each of this.#consumers.values()) {
      for (const type of each.handlers.keys()) routes.set(type, [...(routes.get(type) ?? []), each]);
    }
    this.#routes = routes;
    this.#awaited.delete(consumer.name);
    if (this.#awaited.size === 0) this.#begin();
  }

  #passOver(type: string): void {
    this.#settings.meter.count('messages_unhandled_total', { type });
    if (this.#unhandled.has(type)) return;
    this.#unhandled.add(type);
    this.#settings.log.debug({ type }, 'no service consumes messages of this type');
  }
}
