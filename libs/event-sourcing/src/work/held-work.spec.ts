import type { Projection } from '../projection/projection';
import { openDatabase } from '../projection/database';
import type { OpenDatabase } from '../projection/database';
import { Projector } from '../projection/projector';
import { MemoryEventStore } from '../store';
import type { RecordedEvent } from '../store';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { silentLog, silentMeter } from '../testing/silent';
import { HeldWork } from './held-work';
import type { WorkSink } from './held-work';
import { createWorkTable, workFrom } from './work-list';
import type { WorkRow, WorkTables } from './work-list';
import { Worker } from './worker';

const KIND = 'deliver';
const REST_MS = 60_000;

const clock = new ManualClock(1_000_000);
const base = { clock, log: silentLog, meter: silentMeter };

let store: MemoryEventStore;
let database: OpenDatabase<WorkTables>;
let began: string[][];
let stopped: (() => Promise<void>)[];

beforeEach(() => {
  store = new MemoryEventStore();
  database = openDatabase<WorkTables>('sqlite::memory:');
  began = [];
  stopped = [];
});

afterEach(async () => {
  await stop();
  await store.close();
  await database.close();
});

function follow(work: WorkSink): (events: readonly RecordedEvent[]) => void {
  return (events) => {
    for (const event of events) {
      const key = event.stream.slice('job-'.length);
      if (event.type === 'Done') work.remove(KIND, key);
      else work.add(workFrom(event, { kind: KIND, key, claim: 'all', dueAt: 0 }));
    }
  };
}

const projection: Projection<WorkTables> = {
  name: 'jobs',
  prefixes: ['job-'],
  version: 1,
  tables: ['work'],
  createTables: createWorkTable,
  apply: (events, _trx, work) => {
    follow(work)(events);
    return Promise.resolve();
  },
};

let appended = 0;

async function append(job: string, type: 'Added' | 'Done'): Promise<number> {
  const metadata = { commandId: `cmd-${++appended}`, at: 1, correlationId: 'cor', account: 'acme', livemode: false };
  const event = { id: `event-${appended}`, type, data: null, metadata };
  return (await store.append(`job-${job}`, 'any', [event])).position;
}

/** A worker that does what it finds at once, over a table that rests for ever after its first transaction. */
async function start({ most = 10, flushIntervalMs = REST_MS } = {}) {
  const { db } = database;
  const projector = new Projector({ ...base, store, db, projection, flushIntervalMs });
  const held = new HeldWork({ ...base, store, db, projector, projection, kinds: [KIND], follow, most });
  const run = async (rows: readonly WorkRow[]) => {
    began.push(rows.map(({ key }) => key));
    const done = await Promise.all(rows.map(({ key }) => append(key, 'Done')));
    return { position: Math.max(...done) };
  };
  const worker = new Worker({ ...base, kind: KIND, db, projector: held, concurrency: 2, batchSize: 2, run });
  await projector.start();
  held.start();
  worker.start();
  stopped = [() => worker.stop(), () => held.stop(), () => projector.stop()];
  return { held, projector };
}

async function stop(): Promise<void> {
  for (const each of stopped.splice(0)) await each();
}

const table = async () => (await database.db.selectFrom('work').select('key').orderBy('key').execute()).length;

describe('work that is held in memory', () => {
  it('is done before the table has it', async () => {
    const { held, projector } = await start();
    await append('first', 'Added');
    await eventually(() => began.length === 1);
    await eventually(() => projector.position() > 0);
    const position = projector.position();
    await append('second', 'Added');
    await eventually(() => began.length === 2);
    expect(began).toEqual([['first'], ['second']]);
    await eventually(() => held.rows?.size === 0);
    expect(projector.position()).toBe(position);
    await projector.waitForAll();
    expect(await table()).toBe(0);
  });

  it('begins with what stands in the table', async () => {
    await append('a', 'Added');
    await append('b', 'Added');
    await append('c', 'Added');
    await start();
    await eventually(() => began.length === 2);
    expect(began).toEqual([['a', 'b'], ['c']]);
  });

  it('is read from the table while there is too much of it, and held again later', async () => {
    for (const job of ['a', 'b', 'c', 'd', 'e']) await append(job, 'Added');
    const { held } = await start({ most: 3, flushIntervalMs: 0 });
    await eventually(() => began.length === 3);
    expect(held.rows).toBeUndefined();
    await eventually(async () => (await table()) === 0);
    clock.advance(5_000);
    await eventually(() => held.rows !== undefined);
    await append('f', 'Added');
    await eventually(() => began.length === 4);
    expect(began.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('is let go when it becomes too much, and nothing is done twice or left out', async () => {
    const started = await start({ most: 3, flushIntervalMs: 0 });
    await eventually(() => started.held.rows !== undefined);
    const jobs = Array.from({ length: 40 }, (_, n) => `job${n + 10}`);
    await Promise.all(jobs.map((job) => append(job, 'Added')));
    await eventually(() => began.flat().length === jobs.length);
    expect(began.flat().sort()).toEqual(jobs);
    expect(started.held.rows).toBeUndefined();
    await started.held.waitFor(await store.head());
  });

  it('lets whoever waits for a position wait for the table once it holds nothing', async () => {
    const { held, projector } = await start({ flushIntervalMs: 0 });
    await eventually(() => held.rows !== undefined);
    const waiting = held.waitFor(2);
    await held.stop();
    await append('a', 'Done');
    await append('b', 'Done');
    await waiting;
    expect(projector.position()).toBe(2);
  });
});
