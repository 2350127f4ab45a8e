import { idFromEvent, isCommand, type Message } from '@stablecoin/contracts';
import type { Command, RecordedEvent } from '@stablecoin/event-sourcing';

/** The name of a message within its service: `ReserveFunds` for `treasury.ReserveFunds`. */
type LocalName<Type extends string> = Type extends `${string}.${infer Name}` ? Name : never;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The command that a message carries: what a decider takes. */
export type CommandFrom<M extends Message> =
  M extends Message<infer Type, infer Data> ? Command<LocalName<Type>, Data> : never;

/** Turns a message into the command of the decider that handles it: same id, same time (protocol rules 2 and 3). */
export function toCommand<M extends Message>(message: M): CommandFrom<M> {
  return commandFrom(message, message.type.slice(message.type.indexOf('.') + 1), message.data) as CommandFrom<M>;
}

/** A command of another name or with other data that a message causes, under the message's id, time and expiry. */
export function commandFrom<Type extends string, Data>(message: Message, type: Type, data: Data): Command<Type, Data> {
  const { id, time: at, correlationId, account, livemode, traceparent, expiresAt } = message;
  const command: Writable<Command<Type, Data>> = { id, type, data, at, correlationId, account, livemode };
  if (traceparent !== undefined) command.traceparent = traceparent;
  if (expiresAt !== undefined) command.expiresAt = expiresAt;
  return command;
}

/**
 * The message that follows from a domain event. Its id follows from the event's id, its type and its place among the
 * event's messages, so that a relay that publishes twice publishes the same message twice.
 *
 * @param discriminator - tells messages of one type apart that follow from one event
 */
export function messageFrom<M extends Message>(
  event: RecordedEvent,
  message: { readonly type: M['type']; readonly key: string; readonly data: M['data'] },
  discriminator = '',
): M {
  const { type, key, data } = message;
  const { at: time, account, livemode, correlationId, traceparent } = event.metadata;
  const causationId = event.id;
  const isEvent = !isCommand(type);
  const id = idFromEvent(isEvent ? 'evt' : 'msg', time, causationId, type, discriminator);
  const made: Writable<Message> = { id, type, key, time, data, account, livemode, correlationId, causationId };
  if (traceparent !== undefined) made.traceparent = traceparent;
  if (isEvent) made.sequence = event.revision;
  return made as M;
}
