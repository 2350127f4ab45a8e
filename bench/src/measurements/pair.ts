import { openDatabase } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Bench, Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atLeast, type Column, type Row } from '../report/section';
import { startFloorOn } from '../servers/floors';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

const CONNECTIONS = [1, 16, 64, 256];
const USUAL_CONNECTIONS = 64;
const WANTED_PER_SECOND = 1_000;

const COLUMNS: readonly Column[] = [
  { key: 'connections', title: 'connections', format: 'whole' },
  ...FIGURES,
  { key: 'floorPerSecond', title: 'floor req/s', format: 'whole' },
  { key: 'ofFloor', title: '× floor', format: 'hundredths' },
];

/** Payments on the leader of a pair, whose PostgreSQL is on this machine, against one committed event on the same server. */
export const pairPayments: Measurement = {
  name: 'pair',
  title: 'POST /payments on a pair, with PostgreSQL on the same machine',
  option: '--pair',
  byNameOnly: true,
  run: async (bench) => {
    const server = process.env['BENCH_POSTGRES_URL'];
    if (server === undefined) throw new Error('run it with --pair, which starts PostgreSQL');
    bench.progress.begin(CONNECTIONS.length * contestSteps(bench, 2));
    const settings = { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
    const url = await newDatabase(server, 'bench_service');
    const service = await Service.start(temporaryFolder(bench.cleanup).path, bench.cleanup, {
      ...settings,
      EVENT_STORE_URL: url,
    });
    const floor = await startFloorOn(await newDatabase(server, 'bench_floor'), bench.cleanup);
    const rows = await measure(bench, { service, floor });
    const usual = rows.find(({ connections }) => connections === USUAL_CONNECTIONS);
    const what = `payments per second on a pair, one account, ${USUAL_CONNECTIONS} connections`;
    return {
      columns: COLUMNS,
      rows,
      verdicts: [atLeast(what, Number(usual?.['requestsPerSecond']), WANTED_PER_SECOND)],
    };
  },
};

async function measure(
  bench: Bench,
  servers: { readonly service: Service; readonly floor: Awaited<ReturnType<typeof startFloorOn>> },
): Promise<readonly Row[]> {
  const contenders = (connections: number) => {
    const stress = { kind: 'closed', workload: PAYMENTS, connections, seconds: bench.scale.sliceSeconds } as const;
    return { service: { server: servers.service, stress }, floor: { server: servers.floor, stress } };
  };
  await warmUp(bench, contenders(USUAL_CONNECTIONS));
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) {
    const results = await contest(bench, `${connections} connections`, contenders(connections));
    rows.push({
      connections,
      ...figuresOf(results.service),
      floorPerSecond: figuresOf(results.floor).requestsPerSecond,
      ofFloor: speedRatio(results.service, results.floor),
    });
  }
  return rows;
}

/** The service and the floor have an event store each. */
async function newDatabase(server: string, name: string): Promise<string> {
  const { db, close } = openDatabase<unknown>(server, { schema: 'public' });
  await sql.raw(`create database ${name}`).execute(db);
  await close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
