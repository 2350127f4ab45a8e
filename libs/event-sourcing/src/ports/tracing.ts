/** What a span is about. */
export interface SpanDetails {
  /** What was done: a few words, the same for all spans of its kind. */
  readonly name: string;
  /** Default `internal`. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Never a secret, and nothing that a client may have sent as text. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Why it failed: an error, of which the code or class is recorded and not the message; or a status of HTTP. */
  readonly error?: unknown;
  /** `traceparent`s of other traces that led to it. */
  readonly links?: readonly string[];
  /** When it ended, by {@link Tracer.now}. Default: now. */
  readonly endedAt?: number;
}

/** A span that has begun. It is recorded when it ends; one that never ends leaves nothing behind. */
export interface Span {
  /** The parent of what follows from it, as W3C Trace Context. */
  readonly traceparent: string;
  end(details: SpanDetails): void;
}

/**
 * Records what is done for a trace. The trace is always given, as the `traceparent` of a message, command, event or job: the
 * steps of a payment share no call stack, and often no process.
 */
export interface Tracer {
  /** A time for {@link start}, with fractions of a millisecond; 0 when nothing is recorded. */
  now(): number;
  /**
   * Begins a span of a trace that is recorded.
   *
   * @param traceparent - its parent
   * @param startedAt - when it began, by {@link now}; default: now
   * @returns undefined when there is no parent, its trace is not recorded, or tracing is off
   */
  start(traceparent: string | undefined, startedAt?: number): Span | undefined;
}

/** Records nothing. */
export const silentTracer: Tracer = { now: () => 0, start: () => undefined };
