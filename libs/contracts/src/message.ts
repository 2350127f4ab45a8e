import type { Actor } from './actor';

/**
 * The envelope of a command or a public event on the bus. On Kafka the fields are headers and `data` is the body; in process
 * it is this object.
 */
export interface Message<Type extends string = string, Data = unknown> {
  /**
   * Identity. It derives from the event that caused the message, so that publishing is idempotent. A message from the gateway
   * has the id of the HTTP request (protocol rule 2).
   */
  readonly id: string;
  /** Type, and pattern of the Nest handler. */
  readonly type: Type;
  /** Ordering key: messages with the same key are handled in the order of publishing. */
  readonly key: string;
  /** The time of decisions on this message, in milliseconds since the epoch (protocol rule 3). */
  readonly time: number;
  readonly data: Data;
  readonly account: string;
  readonly livemode: boolean;
  readonly correlationId: string;
  readonly causationId: string;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** Commands of a request only: who sent it. */
  readonly actor?: Actor;
  /**
   * Commands only: after this time, in milliseconds since the epoch, the command must have no effect, because its sender was
   * told so (protocol rule 30).
   */
  readonly expiresAt?: number;
  /** Public events only: increases with every event of one object (`ce_sequence`). */
  readonly sequence?: number;
}
