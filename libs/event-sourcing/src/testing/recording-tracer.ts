import type { Span, SpanDetails, Tracer } from '../ports/tracing';

/** A span that a test finds. */
export interface RecordedTestSpan extends SpanDetails {
  readonly parent: string;
  readonly traceparent: string;
  readonly startedAt: number | undefined;
}

/** A tracer that keeps its spans, in the order in which they end. Time goes on by one with each look. */
export class RecordingTracer implements Tracer {
  readonly spans: RecordedTestSpan[] = [];
  #now = 0;
  #last = 0;

  now(): number {
    return ++this.#now;
  }

  start(parent: string | undefined, startedAt?: number): Span | undefined {
    if (parent?.endsWith('-01') !== true) return undefined;
    const id = `${++this.#last}`.padStart(16, '0');
    const traceparent = `${parent.slice(0, 36)}${id}-01`;
    return { traceparent, end: (details) => void this.spans.push({ parent, traceparent, startedAt, ...details }) };
  }

  /** The span with a name. */
  named(name: string): RecordedTestSpan | undefined {
    return this.spans.find((span) => span.name === name);
  }
}

/** A `traceparent` of the trace with a letter. */
export function traceparentOf(trace: string, span = 'b'): string {
  return `00-${trace.repeat(32)}-${span.repeat(16)}-01`;
}
