// `npm run trace-picture`: draws docs/images/trace.svg, the trace of one payment. It starts the distributed stack with a collector of
// traces and an endpoint for webhooks, and pays. With a URL it pays there, and the services have to send their traces to port 4318, as
// http/json.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStack } from './build-stack.mjs';
import { root } from './workspace.mjs';

const IMAGE = join(root, 'docs', 'images', 'trace.svg');
const KEY = 'svc_test_0000000000000000000000000000000000000000';
const ORDER = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12.50' };
const COLLECTOR_PORT = 4318;
const SETTLED_WITHIN_MS = 60_000;
const ROW = 17;
const WIDTH = { names: 330, bars: 690, margin: 12 };
const HEAD = 46;
const COLORS = {
  gateway: '#2563eb',
  payment: '#7c3aed',
  compliance: '#db2777',
  treasury: '#059669',
  wallet: '#0891b2',
  webhook: '#d97706',
};

const load = await buildStack();
const support = (file) => load(join(root, 'tests', 'e2e', 'support', file));
const { TraceCollector } = support('trace-collector.ts');
const { WebhookSink } = support('webhook-sink.ts');
const { Stack } = load(join(root, 'infra', 'local', 'stack', 'stack.ts'));
const { processCounts } = load(join(root, 'infra', 'local', 'stack', 'options.ts'));
const { freePort } = load(join(root, 'infra', 'local', 'ports.ts'));
const given = process.argv[2];
const collector = await TraceCollector.open(given === undefined ? 0 : COLLECTOR_PORT);
const sink = await WebhookSink.open();
const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-picture-'));
const stack = new Stack({ instances: processCounts(), folder }, (line) => console.error(line));
try {
  const spans = await payOnce(given ?? (await start()), process.argv[3] ?? KEY);
  mkdirSync(join(root, 'docs', 'images'), { recursive: true });
  const svg = draw(spans);
  writeFileSync(IMAGE, svg);
  console.log(`docs/images/trace.svg: ${spans.length} spans, ${Math.round(svg.length / 1_000)} kB`);
} finally {
  await stack.stop();
  await sink.close();
  await collector.close();
  rmSync(folder, { recursive: true, force: true });
}

async function start() {
  return stack.start({
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(await freePort()) },
    ...collector.variables,
    BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
  });
}

/** The first payments find nothing warm: the second is drawn. A recipient that is new to it is screened. */
async function payOnce(url, key) {
  const post = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  for (let warm = 0; warm < 20; warm++) await post('/payments', ORDER);
  await post('/webhook_endpoints', { url: sink.url, events: ['payment.settled'] });
  const { id } = await post('/payments', { ...ORDER, country_code: 'DE', idempotency_key: `picture-${Date.now()}` });
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const spans = collector.traceOf(id);
    const names = new Set(spans.map(({ name }) => name));
    if (names.has('webhook POST') && names.has('project payment') && names.has('POST /v1/payments')) return spans;
    if (Date.now() > deadline) throw new Error(`the trace of ${id} is not complete: ${[...names].join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function draw(all) {
  // What rests before it is written comes long after all others, and would press them together.
  const delivered = all.find(({ name }) => name === 'webhook POST');
  const shown = inOrder(all.filter(({ startedAt }) => startedAt <= delivered.endedAt));
  const from = Math.min(...shown.map(({ span }) => span.startedAt));
  const to = Math.max(...shown.map(({ span }) => Math.min(span.endedAt, delivered.endedAt)));
  const x = (at) => WIDTH.names + (WIDTH.bars * (Math.min(at, to) - from)) / (to - from);
  const height = HEAD + shown.length * ROW + WIDTH.margin;
  const width = WIDTH.names + WIDTH.bars + 70;
  const rows = shown.map(({ span, depth }, index) => {
    const y = HEAD + index * ROW;
    const color = COLORS[span.scope] ?? '#475569';
    const [left, right] = [x(span.startedAt), x(span.endedAt)];
    const ms = (span.endedAt - span.startedAt) / 1_000;
    return [
      index % 2 === 0 ? `<rect x="0" y="${y}" width="${width}" height="${ROW}" fill="#f8fafc"/>` : '',
      text(WIDTH.margin + depth * 9, y + 12, span.name),
      `<rect x="${round(left)}" y="${y + 4}" width="${round(Math.max(2, right - left))}" height="9" rx="1.5" fill="${color}"/>`,
      text(
        Math.min(Math.max(left + 2, right) + 4, width - 48),
        y + 12,
        `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`,
        '#64748b',
      ),
    ].join('');
  });
  const scopes = [...new Set(shown.map(({ span }) => span.scope))];
  const legend = scopes.map((scope, index) => {
    const left = WIDTH.names + index * 100;
    return `<rect x="${left}" y="9" width="9" height="9" rx="1.5" fill="${COLORS[scope] ?? '#475569'}"/>${text(left + 14, 17, scope)}`;
  });
  const ticks = Array.from({ length: 6 }, (_, index) => {
    const at = from + ((to - from) * index) / 5;
    const line = `<line x1="${round(x(at))}" y1="${HEAD - 6}" x2="${round(x(at))}" y2="${height - WIDTH.margin}" stroke="#e2e8f0"/>`;
    return line + text(x(at) - 4, HEAD - 10, `${((at - from) / 1_000).toFixed(0)} ms`, '#64748b');
  });
  const title = `The trace of one payment: ${shown.length} spans`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui,sans-serif" font-size="11" role="img" aria-label="${title}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(WIDTH.margin, 18, title, '#0f172a', 'bold'),
    ...ticks,
    ...legend,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

/** Each span behind its parent, with how deep it is below the first. */
function inOrder(spans, parent = undefined, depth = 0) {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const isChild = ({ parentSpanId }) =>
    parent === undefined ? !ids.has(parentSpanId ?? '') : parentSpanId === parent.spanId;
  return spans.filter(isChild).flatMap((span) => [{ span, depth }, ...inOrder(spans, span, depth + 1)]);
}

function text(x, y, content, color = '#0f172a', weight = 'normal') {
  const bold = weight === 'normal' ? '' : ` font-weight="${weight}"`;
  return `<text x="${round(x)}" y="${y}" fill="${color}"${bold}>${content.replace(/[&<>]/g, (each) => `&#${each.charCodeAt(0)};`)}</text>`;
}

function round(number) {
  return Math.round(number * 10) / 10;
}
