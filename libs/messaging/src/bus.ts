import type { CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/errors';
import type { WantedKeys } from './wanted-keys';

/**
 * Carries commands and public events between services. At least once, in order per key; one contract suite
 * (`bus.contract.ts`) runs against every adapter.
 */
export interface Bus {
  /**
   * Publishes messages of one or more keys, in order per key and topic.
   *
   * @returns when the messages are safe: acknowledged by the broker; in process, when every handler has taken its
   * message (which it does by appending) or the message lies in the stored dead letters.
   * @throws {@link BusFullError} when too many messages wait for one of their consumers
   * @throws {@link BusStoppedError} when the bus ends before that: publish again after the restart. A broker's bus
   * also throws what keeps it from the broker. Either way some of the messages may have been published: publish the
   * same ones again.
   */
  publish(messages: readonly Message[]): Promise<void>;
}

/** Hands a message to one of its consumers once more. Every bus that writes dead letters can do this. */
export interface Redelivery {
  /**
   * Tries once, and only at the named consumer; the others have handled the message already. A consumer of another
   * process is sent the message by way of the broker; when it has handled it, it takes the letter away.
   *
   * @param letterId - the message's dead letter
   * @throws what the handler of this process throws; the message is then neither tried again nor written to the dead
   * letters
   */
  redeliver(consumer: string, message: Message, letterId?: string): Promise<'handled' | 'sent'>;
}

/** The bus as a service is given it: to publish to, and to consume from with a Nest context. */
export interface ServiceBus extends Bus, Redelivery {
  /**
   * The transport of one service's Nest context: `NestFactory.createMicroservice(Module, { strategy })`. Its handlers
   * are `@EventPattern('<type of the message>') handle(message: Message)`, one per type, of a `@MessageConsumer()`, in
   * a context with the `RethrowFilter`.
   *
   * Nest starts handlers of this form in the order in which they are called. Guards and interceptors that wait for
   * something change that, and with it the order of a key.
   */
  transport(consumer: string, options?: TransportOptions): CustomTransportStrategy & Server;
}

export interface TransportOptions {
  /**
   * Public events go to every instance of this consumer, from the moment it listens: for what waits in the memory of
   * an instance. Commands still go to one of them. Without this, events do so too.
   */
  readonly eventsToEveryInstance?: boolean;
  /**
   * Types of messages that the consumer needs for some keys only. A bus may pass over the others, where it saves
   * something, and may bring them as well.
   */
  readonly onlyWanted?: { readonly types: readonly string[]; readonly keys: WantedKeys };
}

/** A message that could not be handled, with why. It stays until it is driven again or thrown away. */
export interface DeadLetter {
  /** See {@link deadLetterId}. */
  readonly id: string;
  /** The consuming service that gave up. */
  readonly consumer: string;
  readonly topic: string;
  /** Where the broker has it, when there is one: partition and offset. */
  readonly origin?: string;
  readonly message: Message;
  /** The error's name and message, never a stack or a secret. */
  readonly cause: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
}

/** Where messages lie that could not be handled. One contract suite (`dead-letters.contract.ts`) runs against all. */
export interface DeadLetters {
  /** Keeps a letter. One that is there already is replaced, so that a message given up twice lies here once. */
  add(letter: Omit<DeadLetter, 'id'>): Promise<void>;
  /** The oldest first; 100 unless told. */
  list(options?: { readonly consumer?: string; readonly limit?: number }): Promise<readonly DeadLetter[]>;
  get(id: string): Promise<DeadLetter | undefined>;
  /** How many there are. */
  count(): Promise<number>;
  /** Removes a letter, when what it has led to is on the disk; one that is not there is no error. */
  remove(id: string): Promise<void>;
}

/** A message is given up at most once per consumer, and so is its letter. */
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
