import { silentTracer } from '@stablecoin/event-sourcing';
import type { SpanDetails, Tracer } from '@stablecoin/event-sourcing';

/** The span of a request from outside. */
export interface RequestSpan {
  /**
   * The parent of what follows from the request. Undefined when its trace is not recorded and the client has sent none.
   */
  readonly traceparent: string | undefined;
  end(details: SpanDetails): void;
}

/** Traces of a process. */
export interface Tracing extends Tracer {
  /** Begins the span of a request from outside: this is where a trace begins, and where it is decided to record it. */
  enter(traceparent: string | undefined): RequestSpan;
  /** The same, with the name of a service on each span. */
  forService(service: string): Tracing;
  /** Sends what waits, as far as that works. */
  close(): Promise<void>;
}

const nothing = (): void => undefined;

/** Records nothing. The trace of a client is passed on. */
export const silentTracing: Tracing = {
  ...silentTracer,
  enter: (traceparent) => ({ traceparent, end: nothing }),
  forService: () => silentTracing,
  close: () => Promise.resolve(),
};
