import { isSampled, isTraceparent, spanIdOf, traceIdOf } from '@stablecoin/contracts';
import type { Span, SpanDetails } from '@stablecoin/event-sourcing';
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import type { Attributes, Link, SpanContext } from '@opentelemetry/api';
import { RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { Resource } from '@opentelemetry/resources';
import type { ExportQueue } from './export-queue';
import { RecordedSpan } from './recorded-span';
import { SpanClock } from './span-clock';
import type { RequestSpan, Tracing } from './tracing';

export interface OtlpTracingOptions {
  readonly resource: Resource;
  readonly sampler: Sampler;
  readonly queue: Pick<ExportQueue, 'add' | 'close'>;
  /** Name of the instrumentation scope. */
  readonly service: string;
}

const TEXT_LENGTH_MAX = 256;
const NONE: never[] = [];

/**
 * Spans of OpenTelemetry. Sampler, ids, queue and export are the SDK's. A span is written down only when it has ended: most
 * are known by then, and it costs a fraction of a span that changes.
 */
export class OtlpTracing implements Tracing {
  readonly #options: OtlpTracingOptions;
  readonly #ids: RandomIdGenerator;
  readonly #clock: SpanClock;
  readonly #scope: { readonly name: string };

  constructor(options: OtlpTracingOptions, ids = new RandomIdGenerator(), clock = new SpanClock()) {
    this.#options = options;
    this.#ids = ids;
    this.#clock = clock;
    this.#scope = { name: options.service };
  }

  now(): number {
    return this.#clock.now();
  }

  start(traceparent: string | undefined, startedAt?: number): Span | undefined {
    if (traceparent === undefined || !isSampled(traceparent)) return undefined;
    const parent = contextOf(traceparent);
    if (parent === undefined) return undefined;
    return this.#begin(parent.traceId, parent, startedAt ?? this.#clock.now());
  }

  enter(traceparent: string | undefined): RequestSpan {
    const parent = traceparent === undefined ? undefined : contextOf(traceparent);
    const traceId = parent?.traceId ?? this.#ids.generateTraceId();
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const { decision } = this.#options.sampler.shouldSample(context, traceId, 'request', SpanKind.SERVER, {}, NONE);
    if (decision === SamplingDecision.RECORD_AND_SAMPLED) return this.#begin(traceId, parent, this.#clock.now());
    // What is not recorded here must not be recorded later on.
    const passed = parent === undefined ? undefined : traceparentOf({ ...parent, traceFlags: TraceFlags.NONE });
    return { traceparent: passed, end: () => undefined };
  }

  forService(service: string): OtlpTracing {
    return new OtlpTracing({ ...this.#options, service }, this.#ids, this.#clock);
  }

  close(): Promise<void> {
    return this.#options.queue.close();
  }

  #begin(traceId: string, parent: SpanContext | undefined, startedAt: number): Span {
    const context = { traceId, spanId: this.#ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
    return {
      traceparent: traceparentOf(context),
      end: (details) => this.#options.queue.add(this.#spanOf(context, parent, startedAt, details)),
    };
  }

  #spanOf(
    context: SpanContext,
    parent: SpanContext | undefined,
    startedAt: number,
    { name, kind = 'internal', attributes = {}, error, links, endedAt = this.#clock.now() }: SpanDetails,
  ): RecordedSpan {
    const failed = error !== undefined && error !== null;
    return new RecordedSpan({
      name,
      kind: kindOf(kind),
      context,
      parent,
      startedAt,
      endedAt,
      failed,
      attributes: attributesOf(failed ? { ...attributes, 'error.type': typeOf(error) } : attributes),
      links: links === undefined ? NONE : links.flatMap(linkTo),
      resource: this.#options.resource,
      instrumentationScope: this.#scope,
    });
  }
}

function contextOf(traceparent: string): SpanContext | undefined {
  if (!isTraceparent(traceparent)) return undefined;
  return {
    traceId: traceIdOf(traceparent),
    spanId: spanIdOf(traceparent),
    traceFlags: isSampled(traceparent) ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags}`;
}

function kindOf(kind: NonNullable<SpanDetails['kind']>): SpanKind {
  switch (kind) {
    case 'internal':
      return SpanKind.INTERNAL;
    case 'server':
      return SpanKind.SERVER;
    case 'client':
      return SpanKind.CLIENT;
    case 'producer':
      return SpanKind.PRODUCER;
    case 'consumer':
      return SpanKind.CONSUMER;
  }
}

function linkTo(traceparent: string): Link[] {
  const context = contextOf(traceparent);
  return context === undefined ? [] : [{ context }];
}

function attributesOf(given: NonNullable<SpanDetails['attributes']>): Attributes {
  const attributes: Attributes = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) attributes[name] = typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : value;
  }
  return attributes;
}

/** A status, or the code or class of an error. Its message may hold anything, such as the URL of an endpoint with its key. */
function typeOf(error: unknown): string {
  if (typeof error === 'number') return String(error);
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
