import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { TraceFlags } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ExportQueue } from './export-queue';

const SPAN = {
  spanContext: () => ({ traceId: 'a', spanId: 'b', traceFlags: TraceFlags.SAMPLED }),
  resource: {},
} as unknown as ReadableSpan;
/** All that wait, and those that are being sent. */
const WAITING_MAX = 4_096;

let counted: Record<string, number>;
let lines: string[];
type Done = Parameters<SpanExporter['export']>[1];
type Result = Parameters<Done>[0];

const SUCCESS: Result = { code: ExportResultCode.SUCCESS };
const FAILED: Result = { code: ExportResultCode.FAILED, error: new Error('400') };

/** What the exporter answers; undefined: nothing. */
let answer: Result | undefined;
let unanswered: Done[];

beforeEach(() => {
  [counted, lines, unanswered] = [{}, [], []];
  answer = SUCCESS;
});

function open(limitMs = 5_000): ExportQueue {
  const count = (_name: string, { outcome = '' }: Readonly<Record<string, string>> = {}, by = 1): void => {
    counted[outcome] = (counted[outcome] ?? 0) + by;
  };
  const say = (_fields: object, message: string): void => void lines.push(message);
  const exporter: SpanExporter = {
    export: (_spans, done) => (answer === undefined ? void unanswered.push(done) : done(answer)),
    shutdown: () => Promise.resolve(),
  };
  const meter = { count, gauge: () => undefined, observe: () => undefined };
  return new ExportQueue(exporter, limitMs, { log: { info: say, warn: say, error: say }, meter });
}

function add(queue: ExportQueue, spans: number): void {
  for (let span = 0; span < spans; span++) queue.add(SPAN);
}

describe('spans on their way to the collector', () => {
  it('are sent at the latest when the process stops', async () => {
    const queue = open();
    add(queue, 3);
    await queue.close();
    expect(counted).toEqual({ sent: 3 });
  });

  it('are dropped while too many wait', async () => {
    answer = undefined;
    const queue = open();
    add(queue, WAITING_MAX + 7);
    expect(counted).toEqual({ dropped: 7 });
    answer = SUCCESS;
    for (const done of unanswered.splice(0)) done(answer);
    await queue.close();
    expect(counted).toEqual({ dropped: 7, sent: WAITING_MAX });
  });

  it('are lost when the collector refuses them, which the log says once, and that it takes them again', async () => {
    answer = FAILED;
    const queue = open();
    add(queue, 512);
    add(queue, 512);
    await eventually(() => counted['failed'] === 1_024);
    answer = SUCCESS;
    add(queue, 1);
    await queue.close();
    expect(counted).toEqual({ failed: 1_024, sent: 1 });
    expect(lines).toEqual([
      'cannot send traces; these spans are lost. Check OTEL_EXPORTER_OTLP_ENDPOINT',
      'traces are sent again',
    ]);
  });

  it('make room when the collector does not answer, and an answer that comes later counts no more', async () => {
    answer = undefined;
    const queue = open(5);
    add(queue, 512);
    await eventually(() => counted['failed'] === 512);
    for (const done of unanswered.splice(0)) done(SUCCESS);
    answer = SUCCESS;
    add(queue, WAITING_MAX);
    await queue.close();
    expect(counted).toEqual({ failed: 512, sent: WAITING_MAX });
  });
});
