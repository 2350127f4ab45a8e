import type { Bench, Measurement } from '../bench';
import { PAYMENTS, type Workload } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atLeast, type Column, type Row, type Verdict } from '../report/section';
import { startBare, startFloor } from '../servers/floors';
import { subscribe } from '../servers/sink';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

interface Variant {
  readonly load: string;
  readonly workload: Workload;
  readonly connections: readonly number[];
  readonly hasEndpoint?: true;
}

const CONNECTIONS = [1, 16, 64, 256];
const USUAL_CONNECTIONS = 64;
const FLOOR_RATIO_WANTED = 0.35;
const ONE_ACCOUNT = 'one account';

const COLUMNS: readonly Column[] = [
  { key: 'load', title: 'payments', format: 'text' },
  { key: 'connections', title: 'connections', format: 'whole' },
  ...FIGURES,
  { key: 'floorPerSecond', title: 'floor req/s', format: 'whole' },
  { key: 'floorCpuMicroseconds', title: 'floor CPU µs', format: 'whole' },
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
    bench.progress.begin(configurations * contestSteps(bench, 3));
    const rows: Row[] = [];
    for (const variant of variants) {
      rows.push(...(await bench.cleanup.within((cleanup) => measure({ ...bench, cleanup }, variant))));
    }
    return { columns: COLUMNS, rows, verdicts: rows.flatMap(verdictOf) };
  },
};

function variantsOf({ scale }: Bench): readonly Variant[] {
  const connections = scale.quick ? [USUAL_CONNECTIONS] : CONNECTIONS;
  return [
    { load: ONE_ACCOUNT, workload: PAYMENTS, connections: CONNECTIONS },
    { load: 'with idempotency keys', workload: { ...PAYMENTS, idempotencyKeys: true }, connections },
    { load: 'with a webhook endpoint', workload: PAYMENTS, connections, hasEndpoint: true },
    {
      load: 'to new recipients only',
      workload: { ...PAYMENTS, recipients: 'new' },
      connections: [USUAL_CONNECTIONS],
    },
  ];
}

/** On a store of its own, so that no variant pays for the payments of another. */
async function measure(bench: Bench, { load, workload, connections, hasEndpoint }: Variant): Promise<readonly Row[]> {
  const { cleanup, scale } = bench;
  const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
  const [floor, bare] = [await startFloor(cleanup), await startBare(cleanup)];
  const sink = hasEndpoint === true ? await subscribe(service.url, cleanup) : undefined;
  const contenders = (at: number) => {
    const stress = { kind: 'closed', workload, connections: at, seconds: scale.sliceSeconds } as const;
    return {
      service: { server: service, stress },
      floor: { server: floor, stress },
      bare: { server: bare, stress },
    };
  };
  await warmUp(bench, contenders(USUAL_CONNECTIONS));
  const rows: Row[] = [];
  for (const at of connections) {
    const results = await contest(bench, `${load}, ${at} connections`, contenders(at));
    const floorFigures = figuresOf(results.floor);
    rows.push({
      load,
      connections: at,
      ...figuresOf(results.service),
      floorPerSecond: floorFigures.requestsPerSecond,
      floorCpuMicroseconds: floorFigures.cpuMicroseconds,
      barePerSecond: figuresOf(results.bare).requestsPerSecond,
      ofFloor: speedRatio(results.service, results.floor),
      ofBare: speedRatio(results.service, results.bare),
    });
  }
  if (sink !== undefined && (await sink.received()) === 0) throw new Error('no webhook has arrived');
  return rows;
}

function verdictOf({ load, connections, ofFloor }: Row): readonly Verdict[] {
  if (load !== ONE_ACCOUNT || Number(connections) < USUAL_CONNECTIONS) return [];
  const what = `POST /payments × floor, one account, ${Number(connections)} connections`;
  return [atLeast(what, Number(ofFloor), FLOOR_RATIO_WANTED)];
}
