import { SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, HrTime, Link, SpanContext, SpanKind, SpanStatus } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** What a span is written down from, once it has ended. */
export interface EndedSpan extends Pick<ReadableSpan, 'name' | 'kind' | 'resource' | 'instrumentationScope' | 'links'> {
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  /** Milliseconds since the epoch, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

const NONE: never[] = [];

/** A span as the exporter reads it. A class, because tens of thousands are made in a second. */
export class RecordedSpan implements ReadableSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parentSpanContext?: SpanContext;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly links: Link[];
  readonly resource: ReadableSpan['resource'];
  readonly instrumentationScope: ReadableSpan['instrumentationScope'];
  readonly ended = true;
  readonly events = NONE;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  readonly #context: SpanContext;

  constructor(span: EndedSpan) {
    const { startedAt, endedAt, failed, parent } = span;
    this.name = span.name;
    this.kind = span.kind;
    if (parent !== undefined) this.parentSpanContext = parent;
    this.startTime = hrTime(startedAt);
    this.endTime = hrTime(Math.max(startedAt, endedAt));
    this.status = { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET };
    this.attributes = span.attributes;
    this.links = span.links;
    this.resource = span.resource;
    this.instrumentationScope = span.instrumentationScope;
    this.#context = span.context;
  }

  get duration(): HrTime {
    const [seconds, nanoseconds] = this.endTime;
    return hrTime((seconds - this.startTime[0]) * 1_000 + (nanoseconds - this.startTime[1]) / 1_000_000);
  }

  spanContext(): SpanContext {
    return this.#context;
  }
}

/** @param ms - milliseconds, with fractions */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000) * 1_000];
}
