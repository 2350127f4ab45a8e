/** @needs own-service */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { scrubber } from '../../../libs/host/src/observability/logging/scrub';
import { keyOf } from '../support/accounts';
import { Api } from '../support/api';
import { BuiltService } from '../support/built-service';
import { ensureBuilt } from '../support/ensure-built';
import { EVM_RECIPIENT, paymentIdOf, REVIEWED, untilEnded } from '../support/payments';
import { TraceCollector, type CollectedSpan } from '../support/trace-collector';
import { WebhookSink } from '../support/webhook-sink';

/** Traces of the built service, in a collector of the test. It never runs against `BASE_URL`. */

const KEY = keyOf('crash_a', 'enterprise');
const COLLECTOR_KEY = 'collector-key-0000';
const CLIENT = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const TRACEPARENT = `00-${CLIENT.trace}-${CLIENT.span}-01`;
/** Settles after three seconds. */
const SLOW = { to: EVM_RECIPIENT, amount: '12.000101' };

let folder: string;
let collector: TraceCollector;
let sink: WebhookSink;
let log = '';

function start(environment: Record<string, string>): Promise<BuiltService> {
  const settings = { LOG_LEVEL: 'info', BOOTSTRAP_API_KEYS: `${KEY}:crash_a:enterprise`, ...environment };
  return BuiltService.start({ dataFolder: folder, environment: settings, onOutput: (text) => (log += text) });
}

function startTraced(): Promise<BuiltService> {
  return start({ ...collector.variables, OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${COLLECTOR_KEY}` });
}

/** The trace of a payment, as soon as it has spans of these names. */
function traceWith(paymentId: string, ...names: readonly string[]): Promise<readonly CollectedSpan[]> {
  return eventually(() => {
    const trace = collector.traceOf(paymentId);
    const found = new Set(trace.map(({ name }) => name));
    return names.every((name) => found.has(name)) && trace;
  });
}

function named(trace: readonly CollectedSpan[], name: string): CollectedSpan {
  const span = trace.find((each) => each.name === name);
  if (span === undefined)
    throw new Error(`there is no span ${name} among ${trace.map((each) => each.name).join(', ')}`);
  return span;
}

/** Names of the spans above one, the nearest first. */
function above(trace: readonly CollectedSpan[], { parentSpanId }: CollectedSpan): readonly string[] {
  const parent = trace.find(({ spanId }) => spanId === parentSpanId);
  return parent === undefined ? [] : [parent.name, ...above(trace, parent)];
}

jest.setTimeout(120_000);

describe('traces of the built service', () => {
  let service: BuiltService;
  let api: Api;

  beforeAll(async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-traces-'));
    collector = await TraceCollector.open();
    sink = await WebhookSink.open();
    service = await startTraced();
    api = new Api(service.url, KEY);
  });

  afterAll(async () => {
    await service.end();
    await sink.close();
    await collector.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a payment is one trace, from its request to its webhook', async () => {
    const endpoint = await api.post('/webhook_endpoints', { url: sink.url, events: ['payment.settled'] });
    const order = { to: EVM_RECIPIENT, amount: '1.00', idempotency_key: 'order-1' };
    const paid = await api.post('/payments', order, { traceparent: TRACEPARENT });
    expect(paid.status).toBe(201);
    const id = paymentIdOf(paid);
    const trace = await traceWith(id, 'POST /v1/payments', 'webhook POST', 'project payment', 'project treasury');

    expect(new Set(trace.map(({ traceId }) => traceId))).toEqual(new Set([CLIENT.trace]));
    expect(named(trace, 'POST /v1/payments')).toMatchObject({
      parentSpanId: CLIENT.span,
      kind: 2,
      attributes: { 'http.response.status_code': 201, 'payment.id': id },
    });
    // Nothing hangs in the air.
    const ids = new Set([CLIENT.span, ...trace.map(({ spanId }) => spanId)]);
    expect(trace.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([]);

    const order1 = 'consume payment.InitiatePayment';
    expect(above(trace, named(trace, order1))).toEqual(['POST /v1/payments']);
    expect(above(trace, named(trace, 'command payment.InitiatePayment'))[0]).toBe(order1);
    const appended = trace.find(({ name, scope }) => name === 'append payment' && scope === 'payment');
    expect(appended && above(trace, appended).slice(0, 2)).toEqual(['command payment.InitiatePayment', order1]);
    expect(above(trace, named(trace, 'consume compliance.ScreenPayment'))).toEqual([order1, 'POST /v1/payments']);
    const checks = ['screen kyc', 'screen aml', 'screen sanctions', 'screen travel_rule'];
    for (const check of checks) {
      expect(above(trace, named(trace, check))[0]).toBe('consume compliance.ScreenPayment');
    }
    for (const call of ['chain assemble', 'chain broadcast', 'chain observe']) {
      expect(above(trace, named(trace, call))[0]).toMatch(/^consume (treasury|wallet)\.funds_reserved$/);
      expect(named(trace, call)).toMatchObject({ kind: 3, attributes: { 'payment.id': id } });
    }
    expect(above(trace, named(trace, 'webhook POST'))).toContain('consume payment.settled');
    expect(named(trace, 'webhook POST').attributes).toMatchObject({
      'payment.id': id,
      'endpoint.id': endpoint.body['id'],
      'http.response.status_code': 200,
    });
    expect(new Set(trace.map(({ scope }) => scope))).toEqual(
      new Set(['gateway', 'payment', 'compliance', 'treasury', 'wallet', 'webhook']),
    );
    expect(new Set(trace.map(({ resource }) => resource['service.name']))).toEqual(new Set(['stablecoin-payments']));
    expect(trace.filter(({ failed }) => failed)).toEqual([]);
  });

  it('the log names the trace, and no span holds a secret', () => {
    const requests = log.split('\n').filter((line) => line.includes('"msg":"request"') && line.includes(CLIENT.trace));
    expect(requests.map((line) => (JSON.parse(line) as { trace_id: string }).trace_id)).toEqual([CLIENT.trace]);
    expect(collector.headers[0]).toMatchObject({ 'x-api-key': COLLECTOR_KEY });
    const secrets = [KEY, COLLECTOR_KEY, readFileSync(join(folder, 'secrets.key'), 'utf8').trim(), sink.url, 'order-1'];
    for (const hidden of secrets) expect(collector.text).not.toContain(hidden);
    expect(scrubber(secrets)(collector.text)).toBe(collector.text);
  });

  it('what another request decides later belongs to the trace of the payment, with a link', async () => {
    const waiting = await api.post('/payments', { to: REVIEWED, amount: '1.00' }, { prefer: 'respond-async' });
    const id = paymentIdOf(waiting);
    await eventually(async () => (await api.get(`/payments/${id}`)).body['stage'] === 'screening');
    const other = CLIENT.trace.replace('0af', '1bf');
    await api.post(`/payments/${id}/cancel`, {}, { traceparent: TRACEPARENT.replace(CLIENT.trace, other) });
    const trace = await traceWith(id, 'POST /v1/payments', 'command payment.CancelPayment');
    expect(named(trace, 'command payment.CancelPayment').links).toEqual([other]);
    // The request itself, and its message, are in the trace of the client.
    await eventually(() => {
      expect(named(collector.spans, 'POST /v1/payments/:id/cancel').traceId).toBe(other);
      expect(named(collector.spans, 'consume payment.CancelPayment').traceId).toBe(other);
    });
  });

  it('the trace continues after the process was killed', async () => {
    const id = paymentIdOf(await api.post('/payments', SLOW, { prefer: 'respond-async' }));
    await traceWith(id, 'POST /v1/payments', 'chain broadcast');
    const { pid } = service;
    await service.end('SIGKILL');
    service = await startTraced();
    api = new Api(service.url, KEY);
    await untilEnded(api, id);

    const trace = await traceWith(id, 'POST /v1/payments', 'chain observe', 'webhook POST', 'consume payment.settled');
    const before = trace.filter(({ resource }) => resource['process.pid'] === pid);
    const after = trace.filter(({ resource }) => resource['process.pid'] === service.pid);
    expect(before.length + after.length).toBe(trace.length);
    expect(before.map(({ name }) => name)).toContain('consume payment.InitiatePayment');
    expect(after.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['command payment.ReportTransfer', 'consume treasury.PostReservation', 'webhook POST']),
    );
  });

  it('a collector that hangs stops no payment and no process', async () => {
    collector.mode = 'hangs';
    const paid = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' })),
    );
    expect(paid.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await service.end()).toBe(0);
  });
});

describe('without a protocol', () => {
  it('spans are written as protobuf: ids as bytes, text as it is', async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-protobuf-'));
    const own = await TraceCollector.open();
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: own.url });
    const api = new Api(service.url, KEY);
    const paid = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }, { traceparent: TRACEPARENT });
    await service.end();
    await own.close();
    rmSync(folder, { recursive: true, force: true });
    expect(new Set(own.headers.map((headers) => headers['content-type']))).toEqual(new Set(['application/x-protobuf']));
    const id = paymentIdOf(paid);
    for (const text of [id, 'payment.id', 'command payment.InitiatePayment', 'service.name', 'stablecoin-payments']) {
      expect(own.text).toContain(text);
    }
    expect(own.text).toContain(Buffer.from(CLIENT.trace, 'hex').toString('latin1'));
  });
});

describe('without a collector', () => {
  it('nothing of OpenTelemetry is loaded', async () => {
    ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-untraced-'));
    const [hook, loaded] = [join(folder, 'hook.cjs'), join(folder, 'loaded')];
    writeFileSync(
      hook,
      `process.on('exit', () => require('fs').appendFileSync(${JSON.stringify(loaded)}, Object.keys(require.cache).join('\\n')));`,
    );
    const service = await start({ GATEWAY_THREAD: 'off', NODE_OPTIONS: `--require ${hook}` });
    const api = new Api(service.url, KEY);
    const paid = await api.post('/payments', { to: EVM_RECIPIENT, amount: '1.00' }, { traceparent: TRACEPARENT });
    expect(paid.status).toBe(201);
    await service.end();
    const files = readFileSync(loaded, 'utf8');
    rmSync(folder, { recursive: true, force: true });
    expect(files).toContain('fastify');
    expect(files.split('\n').filter((file) => file.includes('/@opentelemetry/'))).toEqual([]);
  });
});
