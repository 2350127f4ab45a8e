import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { OtlpTracing } from './otlp-tracing';
import { samplerOf } from './sampler';
import type { SamplerName } from './sampler';
import { silentTracing } from './tracing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${PARENT}-01`;
const UNSAMPLED = `00-${TRACE}-${PARENT}-00`;

let spans: ReadableSpan[];

beforeEach(() => (spans = []));

function open(sampler: SamplerName = 'parentbased_always_on', ratio = 1): OtlpTracing {
  return new OtlpTracing({
    resource: resourceFromAttributes({ 'service.name': 'test' }),
    sampler: samplerOf(sampler, ratio),
    queue: { add: (span) => void spans.push(span), close: () => Promise.resolve() },
    service: 'test',
  });
}

describe('a request', () => {
  it('begins a trace, or continues that of the client', () => {
    const [own, continued] = [open().enter(undefined), open().enter(SAMPLED)];
    own.end({ name: 'own', kind: 'server' });
    continued.end({ name: 'continued', kind: 'server' });
    const [first, second] = spans.map((span) => ({ ...span.spanContext(), parent: span.parentSpanContext?.spanId }));
    expect(first?.parent).toBeUndefined();
    expect(own.traceparent).toBe(`00-${first?.traceId}-${first?.spanId}-01`);
    expect(second).toMatchObject({ traceId: TRACE, parent: PARENT });
    expect(continued.traceparent).toBe(`00-${TRACE}-${second?.spanId}-01`);
  });

  it.each([
    ['parentbased_always_on', undefined, true],
    ['parentbased_always_on', UNSAMPLED, false],
    ['parentbased_always_off', undefined, false],
    ['parentbased_always_off', SAMPLED, true],
    ['always_on', UNSAMPLED, true],
    ['always_off', SAMPLED, false],
  ] as const)('with the sampler %s and the traceparent %s: recorded is %s', (sampler, traceparent, recorded) => {
    const tracing = open(sampler);
    const request = tracing.enter(traceparent);
    // What follows is recorded, or not, as the request is.
    const next = tracing.start(request.traceparent);
    expect(next !== undefined).toBe(recorded);
    next?.end({ name: 'next' });
    request.end({ name: 'request' });
    expect(spans.map(({ name }) => name)).toEqual(recorded ? ['next', 'request'] : []);
  });

  it('that is not recorded keeps the trace of the client, and says so to what follows', () => {
    expect(open('always_off').enter(SAMPLED).traceparent).toBe(UNSAMPLED);
    expect(open('always_off').enter(undefined).traceparent).toBeUndefined();
  });

  it('is recorded in the share that was asked for', () => {
    const tracing = open('parentbased_traceidratio', 0.1);
    const recorded = Array.from({ length: 2_000 }, () => tracing.enter(undefined).traceparent !== undefined);
    const share = recorded.filter(Boolean).length / recorded.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
  });

  it('without a collector passes on the trace of the client, and records nothing', () => {
    expect(silentTracing.enter(SAMPLED).traceparent).toBe(SAMPLED);
    expect(silentTracing.start(SAMPLED)).toBeUndefined();
    expect(silentTracing.forService('payment')).toBe(silentTracing);
  });
});

describe('a span', () => {
  it('follows from what it is given, with its own times, attributes and links', () => {
    const span = open().forService('payment').start(SAMPLED, 1_700_000_000_000.25);
    span?.end({
      name: 'work',
      kind: 'client',
      attributes: { stream: 'x'.repeat(1_000), events: 2, nothing: undefined },
      links: [SAMPLED.replace('4b', '5c'), 'nonsense'],
      endedAt: 1_700_000_000_001,
    });
    expect(spans).toEqual([
      expect.objectContaining({
        ...{ name: 'work', kind: 2, instrumentationScope: { name: 'payment' }, status: { code: 0 } },
        parentSpanContext: expect.objectContaining({ traceId: TRACE, spanId: PARENT }) as unknown,
        ...{ startTime: [1_700_000_000, 250_000], endTime: [1_700_000_000, 1_000_000] },
        attributes: { stream: 'x'.repeat(256), events: 2 },
        links: [{ context: expect.objectContaining({ traceId: TRACE.replace('4b', '5c') }) as unknown }],
      }),
    ]);
    expect(spans[0]?.duration).toEqual([0, 750_000]);
  });

  it('says of an error what it is, and nothing that it says', () => {
    const withCode = Object.assign(new Error('https://node.example/key'), { code: 'ECONNRESET' });
    for (const error of [withCode, new TypeError('secret'), 503, 'secret'])
      open().start(SAMPLED)?.end({ name: 'work', error });
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual([
      'ECONNRESET',
      'TypeError',
      '503',
      'unknown',
    ]);
    expect(spans.map(({ status }) => status)).toEqual(Array(4).fill({ code: 2 }));
  });

  it('never ends before it begins, whatever its clock does', () => {
    open().start(SAMPLED, 2_000)?.end({ name: 'work', endedAt: 1_000 });
    expect(spans[0]).toMatchObject({ startTime: [2, 0], endTime: [2, 0] });
  });

  it.each([undefined, UNSAMPLED, 'nonsense', `${SAMPLED}-more`, '00-ab-cd-01'])(
    'is not begun for %s',
    (traceparent) => {
      expect(open().start(traceparent)).toBeUndefined();
    },
  );
});
