import { openDatabase } from '@stablecoin/stores';
import { sql } from 'kysely';
import { givenBy, type Bench, type Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import type { Cleanup } from '../processes/cleanup';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atLeast, atMost, type Column, type Row } from '../report/section';
import { startFloorOn, type Server } from '../servers/floors';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

const CONNECTIONS = [1, 16, 64, 256];
const USUAL_CONNECTIONS = 64;
const WANTED_ON_PAIR = { perSecond: 1_000 };
const WANTED_ON_EVENTSTOREDB = { perSecond: 300, p99Ms: 400, p50Ms: 20 };

const COLUMNS: readonly Column[] = [
  { key: 'connections', title: 'connections', format: 'whole' },
  ...FIGURES,
  { key: 'floorPerSecond', title: 'floor req/s', format: 'whole' },
  { key: 'ofFloor', title: '× floor', format: 'hundredths' },
];

interface Contenders {
  readonly service: Server;
  readonly floor: Server;
}

/** Payments on the leader of a pair, whose PostgreSQL is on this machine, against one committed event on the same server. */
export const pairPayments: Measurement = {
  name: 'pair',
  title: 'POST /payments on a pair, with PostgreSQL on the same machine',
  option: '--pair',
  run: async (bench) => {
    const server = givenBy('BENCH_POSTGRES_URL', '--pair, which starts PostgreSQL');
    bench.progress.begin(CONNECTIONS.length * contestSteps(bench, 2));
    // The service and the floor have an event store each.
    const service = await serviceOn(await newDatabase(server, 'bench_service'), bench.cleanup);
    const floor = await startFloorOn(await newDatabase(server, 'bench_floor'), bench.cleanup);
    const rows = await measure(bench, { service, floor });
    const { perSecond } = reading(rows, USUAL_CONNECTIONS);
    const what = `payments per second on a pair, one account, ${USUAL_CONNECTIONS} connections`;
    return { columns: COLUMNS, rows, verdicts: [atLeast(what, perSecond, WANTED_ON_PAIR.perSecond)] };
  },
};

/** Payments of one process on the stand-in for EventStoreDB, which answers an append as late as the real server. */
export const eventStoreDbPayments: Measurement = {
  name: 'eventstoredb',
  title: 'POST /payments of one process on the stand-in for EventStoreDB',
  option: '--eventstoredb',
  run: async (bench) => {
    const url = givenBy('BENCH_EVENT_STORE_URL', '--eventstoredb, which starts the stand-in');
    const floorUrl = givenBy('BENCH_FLOOR_URL', '--eventstoredb, which starts the stand-in');
    bench.progress.begin(CONNECTIONS.length * contestSteps(bench, 2));
    const service = await serviceOn(url, bench.cleanup);
    const rows = await measure(bench, { service, floor: await startFloorOn(floorUrl, bench.cleanup) });
    const usual = reading(rows, USUAL_CONNECTIONS);
    return {
      columns: COLUMNS,
      rows,
      verdicts: [
        atLeast(
          `payments per second, ${USUAL_CONNECTIONS} connections`,
          usual.perSecond,
          WANTED_ON_EVENTSTOREDB.perSecond,
        ),
        atMost(`p99 ms, ${USUAL_CONNECTIONS} connections`, usual.p99Ms, WANTED_ON_EVENTSTOREDB.p99Ms),
        atMost('p50 ms, one connection', reading(rows, 1).p50Ms, WANTED_ON_EVENTSTOREDB.p50Ms),
      ],
    };
  },
};

function serviceOn(url: string, cleanup: Cleanup): Promise<Service> {
  return Service.start(temporaryFolder(cleanup).path, cleanup, {
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    EVENT_STORE_URL: url,
  });
}

async function measure(bench: Bench, servers: Contenders): Promise<readonly Row[]> {
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

function reading(rows: readonly Row[], connections: number) {
  const row = rows.find((each) => each['connections'] === connections);
  return {
    perSecond: Number(row?.['requestsPerSecond']),
    p50Ms: Number(row?.['p50Ms']),
    p99Ms: Number(row?.['p99Ms']),
  };
}

async function newDatabase(server: string, name: string): Promise<string> {
  const { db, close } = openDatabase<unknown>(server, { schema: 'public' });
  await sql.raw(`create database ${name}`).execute(db);
  await close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
