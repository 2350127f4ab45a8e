import type { Bench, Measurement } from '../bench';
import type { Workload } from '../load/workload';
import { API_KEYS } from '../processes/accounts';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { type Column, type Row, type Section, atLeast } from '../report/section';
import { pairedRatio } from '../report/statistics';
import { startBare, startFloor } from '../servers/floors';
import { type Contender, contest, contestSteps, type Result, warmUp } from './contest';
import { type Sink, subscribe } from './sink';

interface Variant {
  readonly label: string;
  readonly workload: Partial<Workload>;
  readonly connections: readonly number[];
  readonly withWebhook?: true;
}

const CONNECTIONS = [1, 16, 64, 256];
const USUAL_CONNECTIONS = [64];
const FLOOR_RATIO_WANTED = 0.35;
const ONE_ACCOUNT = 'one account';

const COLUMNS: readonly Column[] = [
  { key: 'load', title: 'POST /payments', format: 'text' },
  { key: 'connections', title: 'connections', format: 'whole' },
  { key: 'requestsPerSecond', title: 'req/s', format: 'whole' },
  { key: 'p50Ms', title: 'p50 ms', format: 'tenths' },
  { key: 'p99Ms', title: 'p99 ms', format: 'tenths' },
  { key: 'cpuMicroseconds', title: 'CPU µs', format: 'whole' },
  { key: 'floorPerSecond', title: 'floor req/s', format: 'whole' },
  { key: 'barePerSecond', title: 'bare req/s', format: 'whole' },
  { key: 'ofFloor', title: '× floor', format: 'hundredths' },
  { key: 'ofBare', title: '× bare', format: 'hundredths' },
];

/** Payments to settlement, against one durable event and against none, as many as the connections can carry. */
export const postPayments: Measurement = {
  name: 'post',
  title: 'POST /payments, as fast as it goes',
  run: async (bench) => {
    const variants = variantsOf(bench);
    const configurations = variants.reduce((count, { connections }) => count + connections.length, 0);
    bench.progress.begin(postPayments.title, configurations * contestSteps(bench, 3));
    const rows: Row[] = [];
    for (const variant of variants) {
      rows.push(...(await bench.cleanup.within((cleanup) => measure({ ...bench, cleanup }, variant))));
    }
    return { columns: COLUMNS, rows, verdicts: verdictsOf(rows) };
  },
};

function variantsOf({ scale }: Bench): readonly Variant[] {
  const others = scale.quick ? USUAL_CONNECTIONS : CONNECTIONS;
  return [
    { label: ONE_ACCOUNT, workload: {}, connections: CONNECTIONS },
    { label: '16 accounts', workload: { apiKeys: API_KEYS }, connections: others },
    { label: 'with idempotency keys', workload: { idempotencyKeys: true }, connections: others },
    { label: 'with a webhook endpoint', workload: {}, connections: others, withWebhook: true },
    { label: 'new recipients only', workload: { body: 'new recipients' }, connections: USUAL_CONNECTIONS },
  ];
}

/** On a store of its own, so that no variant pays for the payments of another. */
async function measure(bench: Bench, variant: Variant): Promise<readonly Row[]> {
  const { cleanup } = bench;
  const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
  const servers = [
    { name: 'service', server: service },
    { name: 'floor', server: await startFloor(cleanup) },
    { name: 'bare', server: await startBare(cleanup) },
  ];
  const sink: Sink | undefined = variant.withWebhook && (await subscribe(service.url, cleanup));
  const workload = { ...paymentWorkload(), ...variant.workload };
  const contenders = (connections: number): readonly Contender[] =>
    servers.map((contender) => ({
      ...contender,
      stress: { kind: 'closed', workload, connections, seconds: bench.scale.sliceSeconds },
    }));
  await warmUp(bench, contenders(USUAL_CONNECTIONS[0] ?? 1));
  const rows: Row[] = [];
  for (const connections of variant.connections) {
    const results = await contest(bench, `${variant.label}, ${connections} connections`, contenders(connections));
    rows.push(rowOf(variant.label, connections, results));
  }
  if (sink !== undefined && (await sink.received()) === 0) throw new Error('no webhook has arrived');
  return rows;
}

/** Payments of one account, whose treasury all of them meet in. */
export function paymentWorkload(): Workload {
  return {
    method: 'POST',
    paths: ['/v1/payments'],
    apiKeys: API_KEYS.slice(0, 1),
    body: 'known recipients',
    idempotencyKeys: false,
  };
}

function rowOf(load: string, connections: number, [service, floor, bare]: readonly Result[]): Row {
  const rates = (result: Result | undefined): readonly number[] =>
    result?.slices.map(({ requestsPerSecond }) => requestsPerSecond) ?? [];
  return {
    load,
    connections,
    requestsPerSecond: service?.requestsPerSecond ?? null,
    p50Ms: service?.p50Ms ?? null,
    p99Ms: service?.p99Ms ?? null,
    cpuMicroseconds: service?.cpuMicroseconds ?? null,
    floorPerSecond: floor?.requestsPerSecond ?? null,
    barePerSecond: bare?.requestsPerSecond ?? null,
    ofFloor: pairedRatio(rates(service), rates(floor)),
    ofBare: pairedRatio(rates(service), rates(bare)),
  };
}

function verdictsOf(rows: readonly Row[]): Section['verdicts'] {
  return rows
    .filter(({ load, connections }) => load === ONE_ACCOUNT && Number(connections) >= 64)
    .map(({ connections, ofFloor }) =>
      atLeast(`POST /payments × floor, one account, ${connections} connections`, Number(ofFloor), FLOOR_RATIO_WANTED),
    );
}
