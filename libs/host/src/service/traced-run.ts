import { paymentIdOf } from '@stablecoin/contracts';
import type { Command, JobRunnerOptions, Span, SpanDetails, Tracer } from '@stablecoin/event-sourcing';

type Run = JobRunnerOptions['run'];

/** What is recorded of every command of a service. */
export function attributesOf(stream: string, { data }: Command): SpanDetails['attributes'] {
  return { 'payment.id': paymentIdOf(stream, data) };
}

/**
 * Records the runs of jobs, one span in each of their traces. A run that has nothing to report leaves none: it may be
 * one of thousands that wait for a chain.
 */
export function tracedRun(tracer: Tracer, kind: string, run: Run): Run {
  return async (jobs, signal) => {
    const spans = new Map<Span, SpanDetails>();
    for (const { traceparent, attempt, orderingKey, key, data } of jobs) {
      const span = tracer.start(traceparent);
      if (span === undefined) continue;
      const paymentId = paymentIdOf(key, data) ?? paymentIdOf(orderingKey, null);
      spans.set(span, { name: `job ${kind}`, attributes: { attempt: attempt + 1, 'payment.id': paymentId } });
    }
    if (spans.size === 0) return run(jobs, signal);
    try {
      const result = await run(jobs, signal);
      if ('position' in result) for (const [span, details] of spans) span.end(details);
      return result;
    } catch (error) {
      for (const [span, details] of spans) span.end({ ...details, error });
      throw error;
    }
  };
}
