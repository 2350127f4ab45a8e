import { idFromEvent, isCommand, type Message } from '@stablecoin/contracts';
import type { Command, RecordedEvent } from '@stablecoin/event-sourcing';

/** The name of a message type within its service: `ReserveFunds` for `treasury.ReserveFunds`. */
type LocalName<Type extends string> = Type extends `${string}.${infer Name}` ? Name : never;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The command that a message carries. */
export type CommandFrom<M extends Message> =
  M extends Message<infer Type, infer Data> ? Command<LocalName<Type>, Data> : never;

/** Converts a message into the command of its decider, with the same id and time (protocol rules 2 and 3). */
export function toCommand<M extends Message>(message: M): CommandFrom<M> {
  return commandFrom(message, message.type.slice(message.type.indexOf('.') + 1), message.data) as CommandFrom<M>;
}

/** Makes a command with another name or other data from a message, with the message's id, time, actor and expiry. */
export function commandFrom<Type extends string, Data>(message: Message, type: Type, data: Data): Command<Type, Data> {
  const { id, time: at, correlationId, account, livemode, traceparent, actor, expiresAt } = message;
  const command: Writable<Command<Type, Data>> = { id, type, data, at, correlationId, account, livemode };
  if (traceparent !== undefined) command.traceparent = traceparent;
  if (actor !== undefined) command.actor = actor;
  if (expiresAt !== undefined) command.expiresAt = expiresAt;
  return command;
}

/**
 * Makes the message that follows from a domain event. Its id derives from the event's id, the type and the discriminator,
 * so that a repeated publication has the same id. The event's actor stays behind: it caused this event, and no more.
 *
 * @param discriminator - distinguishes messages of one type that follow from one event
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
