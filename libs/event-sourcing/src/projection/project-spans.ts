import { isSampled, traceIdOf } from '@stablecoin/contracts';
import type { RecordedEvent } from '../ports/event-store';
import type { Tracer } from '../ports/tracing';

/**
 * Records that events were applied to a read model: one span in each of their traces.
 *
 * @param startedAt - by {@link Tracer.now}
 */
export function recordProjected(
  tracer: Tracer,
  projection: string,
  events: readonly RecordedEvent[],
  startedAt: number,
): void {
  const traces = new Map<string, { readonly traceparent: string; events: number }>();
  for (const { metadata } of events) {
    const { traceparent } = metadata;
    if (traceparent === undefined || !isSampled(traceparent)) continue;
    const known = traces.get(traceIdOf(traceparent));
    if (known === undefined) traces.set(traceIdOf(traceparent), { traceparent, events: 1 });
    else known.events++;
  }
  for (const trace of traces.values()) {
    const span = tracer.start(trace.traceparent, startedAt);
    span?.end({ name: `project ${projection}`, attributes: { events: trace.events, batch: events.length } });
  }
}
