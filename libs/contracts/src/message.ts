/**
 * What travels on the bus: a command or a public event, in one envelope. On Kafka the fields are headers and `data`
 * is the body; in process it is this object.
 */
export interface Message<Type extends string = string, Data = unknown> {
  /**
   * Identity. Follows from the event that caused the message, so that publishing twice is publishing once; a
   * message from the gateway takes the id of the HTTP request (protocol rule 2).
   */
  readonly id: string;
  /** What it is; the pattern of the Nest handler that takes it. */
  readonly type: Type;
  /** The id whose order matters: messages of one key are handled in the order in which they were published. */
  readonly key: string;
  /** Milliseconds since the epoch: the time that decisions made from this message are made for (protocol rule 3). */
  readonly time: number;
  readonly data: Data;
  readonly account: string;
  readonly livemode: boolean;
  readonly correlationId: string;
  readonly causationId: string;
  /** W3C trace context. */
  readonly traceparent?: string;
  /**
   * Commands only: whoever sent it is told by then that nothing has come of it, so that it must not lead to anything later
   * (protocol rule 30). Milliseconds since the epoch.
   */
  readonly expiresAt?: number;
  /** Public events only: grows with every event of one object (`ce_sequence`). */
  readonly sequence?: number;
}
