import { describeError } from '@stablecoin/contracts';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import { ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Spans that wait or are being sent; more are dropped. A span takes about a kilobyte. */
const WAITING_MAX = 4_096;
const BATCH_MAX = 512;
/** How long a span waits for others, in milliseconds. */
const DELAY_MS = 1_000;
const LOG_INTERVAL_MS = 60_000;

type Export = SpanExporter['export'];
type Result = Parameters<Parameters<Export>[1]>[0];

/** Spans on their way to the collector: batches, one after the other, with a bound on all that wait. */
export class ExportQueue {
  readonly #processor: BatchSpanProcessor;
  readonly #meter: Meter;
  readonly #log: Log;
  readonly #limitMs: number;
  #waiting = 0;
  /** When the log last said that the collector takes nothing; undefined while it does. */
  #loggedAt: number | undefined;

  /** @param limitMs - after which an export counts as failed */
  constructor(
    private readonly exporter: SpanExporter,
    limitMs: number,
    { log, meter }: { readonly log: Log; readonly meter: Meter },
  ) {
    this.#meter = meter;
    this.#log = log;
    this.#limitMs = limitMs;
    this.#processor = new BatchSpanProcessor({
      exporter: { export: (spans, done) => this.#export(spans, done), shutdown: () => exporter.shutdown() },
      maxQueueSize: WAITING_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: DELAY_MS,
    });
    meter.gauge('trace_spans_waiting', {}, () => this.#waiting);
  }

  /** Takes a span that has ended, or drops it when too many wait. */
  add(span: ReadableSpan): void {
    if (this.#waiting >= WAITING_MAX) {
      this.#meter.count('trace_spans_total', { outcome: 'dropped' });
      return;
    }
    this.#waiting++;
    this.#processor.onEnd(span);
  }

  /** Sends what waits, once. */
  close(): Promise<void> {
    return this.#processor.shutdown();
  }

  #export(spans: ReadableSpan[], done: Parameters<Export>[1]): void {
    let isOver = false;
    const end = (result: Result): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#waiting -= spans.length;
      this.#report(spans.length, result);
      // A failure is reported here. To the processor it would be an error without a handler.
      done({ code: ExportResultCode.SUCCESS });
    };
    // A collector that sends its answer byte by byte must not hold the queue.
    const late = (): void =>
      end({ code: ExportResultCode.FAILED, error: new Error(`no answer within ${2 * this.#limitMs} ms`) });
    const timer = setTimeout(late, 2 * this.#limitMs);
    timer.unref();
    this.exporter.export(spans, end);
  }

  #report(count: number, { code, error }: Result): void {
    const isSent = code === ExportResultCode.SUCCESS;
    this.#meter.count('trace_spans_total', { outcome: isSent ? 'sent' : 'failed' }, count);
    const now = performance.now();
    if (isSent) {
      if (this.#loggedAt !== undefined) this.#log.info({}, 'traces are sent again');
      this.#loggedAt = undefined;
    } else if (this.#loggedAt === undefined || now > this.#loggedAt + LOG_INTERVAL_MS) {
      this.#loggedAt = now;
      const fields = { spans: count, error: describeError(error) };
      this.#log.warn(fields, 'cannot send traces; these spans are lost. Check OTEL_EXPORTER_OTLP_ENDPOINT');
    }
  }
}
