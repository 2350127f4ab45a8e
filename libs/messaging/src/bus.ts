import type { CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/contracts';

/**
 * Carries commands and public events between services: at least once, in order per key. Every adapter passes one contract
 * suite (`bus.contract.ts`).
 */
export interface Bus {
  /**
   * Publishes messages of one or more keys, in order per key and topic.
   *
   * @returns when the messages are safe: acknowledged by the broker; or, in process, handled by every handler or stored
   * as dead letters
   * @throws {@link BusFullError} when too many messages wait for one of their consumers
   * @throws {@link BusStoppedError} when the bus stops before that. A bus over a broker also throws errors of the
   * connection. In each case some of the messages may have been published: publish all of them again.
   */
  publish(messages: readonly Message[]): Promise<void>;
}

/** Delivers a dead letter to its consumer again. Every bus that writes dead letters can do it. */
export interface Redelivery {
  /**
   * Delivers the message once, and only to the named consumer, because the others have handled it. A consumer in another
   * process gets the message through the broker, and removes the dead letter when it has handled it.
   *
   * @param letterId - the id of the dead letter
   * @throws the error of a handler in this process; the message is then neither retried nor stored as another dead letter
   */
  redeliver(consumer: string, message: Message, letterId?: string): Promise<'handled' | 'sent'>;
}

/** The bus that a service gets: publishes, and connects the handlers of a Nest context. */
export interface ServiceBus extends Bus, Redelivery {
  /**
   * The transport of one service's Nest context: `NestFactory.createMicroservice(Module, { strategy })`. Its handlers
   * are `@EventPattern('<type of the message>') handle(message: Message)`, one per type, of a `@MessageConsumer()`, in
   * a context with the `RethrowFilter`.
   *
   * Nest starts handlers of this form in the order in which they are called. Asynchronous guards and interceptors would
   * change that order, and with it the order of a key.
   */
  transport(consumer: string, options?: TransportOptions): CustomTransportStrategy & Server;
}

export interface TransportOptions {
  /**
   * Delivers public events to every instance of this consumer from the moment it listens, for requests that wait in the
   * memory of one instance. Commands go to one instance in any case. Default: events go to one instance too.
   */
  readonly eventsToEveryInstance?: boolean;
}

/** A message that could not be handled, and why. It is kept until it is redriven or removed. */
export interface DeadLetter {
  /** See {@link deadLetterId}. */
  readonly id: string;
  /** The consuming service that gave up. */
  readonly consumer: string;
  readonly topic: string;
  /** Partition and offset at the broker, if there is one. */
  readonly origin?: string;
  readonly message: Message;
  /** The error's name and message, never a stack or a secret. */
  readonly cause: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
}

/** Stores messages that could not be handled. Every adapter passes one contract suite (`dead-letters.contract.ts`). */
export interface DeadLetters {
  /** Stores a dead letter. It replaces one with the same id. */
  add(letter: Omit<DeadLetter, 'id'>): Promise<void>;
  /** Lists dead letters, the oldest first. The default limit is 100. */
  list(options?: { readonly consumer?: string; readonly limit?: number }): Promise<readonly DeadLetter[]>;
  get(id: string): Promise<DeadLetter | undefined>;
  /** Counts the dead letters. */
  count(): Promise<number>;
  /** Removes a dead letter once the effects of its message are flushed. Ignores unknown ids. */
  remove(id: string): Promise<void>;
}

/** The id of a dead letter: there is at most one per consumer and message. */
export function deadLetterId(letter: Pick<DeadLetter, 'consumer' | 'message'>): string {
  return `${letter.consumer}/${letter.message.id}`;
}

/** The same message fails every time: it goes to the dead letters at once. */
export class PermanentError extends ServiceError {
  readonly code = 'message_rejected';
  readonly retry = 'never';
}

/** Too many messages wait for a consumer: publish again later. */
export class BusFullError extends ServiceError {
  readonly code = 'bus_full';
  readonly retry = 'always';
}

/** The bus, or the consumer of a message, has stopped. Whether the message was handled is unknown. */
export class BusStoppedError extends ServiceError {
  readonly code = 'bus_stopped';
  readonly retry = 'bounded';
}
