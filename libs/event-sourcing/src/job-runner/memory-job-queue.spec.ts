import type { Projection } from '../projection/projection';
import { openDatabase, MemoryEventStore } from '@stablecoin/stores';
import type { OpenDatabase } from '../ports/open-database';
import { Projector } from '../projection/projector';
import { StreamCategory } from '../stream-category';
import type { StoredEvent } from '../stream-category';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { silentLog, silentMeter } from '../testing/silent';
import { MemoryJobQueue } from './memory-job-queue';
import type { JobSink } from './memory-job-queue';
import { createJobTable, jobFrom } from '../jobs/job-table';
import type { Job } from '../jobs/job';
import type { JobTables } from '../jobs/job-table';
import { JobRunner } from './job-runner';
import { TableJobQueue } from './table-job-queue';

const KIND = 'deliver';
const FLUSH_INTERVAL_MS = 60_000;

const clock = new ManualClock(1_000_000);
const base = { clock, log: silentLog, meter: silentMeter };

let store: MemoryEventStore;
let database: OpenDatabase<JobTables>;
let began: string[][];
let stopped: (() => Promise<void>)[];

beforeEach(() => {
  store = new MemoryEventStore();
  database = openDatabase<JobTables>('sqlite::memory:');
  began = [];
  stopped = [];
});

afterEach(async () => {
  await stop();
  await store.close();
  await database.close();
});

type JobEvent = { readonly type: 'Added' | 'Done'; readonly data: null };
const jobStreams = new StreamCategory<JobEvent>('job');

function applyTo(jobs: JobSink): (events: readonly StoredEvent<JobEvent>[]) => void {
  return (events) => {
    for (const event of events) {
      const key = jobStreams.idOf(event);
      if (event.type === 'Done') jobs.remove(KIND, key);
      else jobs.add(jobFrom(event, { kind: KIND, key, orderingKey: 'all', dueAt: 0 }));
    }
  };
}

const projection: Projection<JobTables, JobEvent> = {
  name: 'jobs',
  streams: [jobStreams],
  version: 1,
  tables: ['work'],
  createTables: createJobTable,
  apply: (events, _trx, jobs) => {
    applyTo(jobs)(events);
    return Promise.resolve();
  },
};

let appended = 0;

async function append(job: string, type: 'Added' | 'Done'): Promise<number> {
  const metadata = { commandId: `cmd-${++appended}`, at: 1, correlationId: 'cor', account: 'acme', livemode: false };
  const event = { id: `event-${appended}`, type, data: null, metadata };
  return (await store.append(`job-${job}`, 'any', [event])).position;
}

/** A runner that runs jobs at once, over a table whose projector flushes only at the start. */
async function start({ jobsMax = 10, flushIntervalMs = FLUSH_INTERVAL_MS } = {}) {
  const { db } = database;
  const projector = new Projector({ ...base, store, db, projection, flushIntervalMs });
  const table = new TableJobQueue(db, projector);
  const queue = new MemoryJobQueue({ ...base, store, db, table, projection, kinds: [KIND], applyTo, jobsMax });
  const run = async (jobs: readonly Job[]) => {
    began.push(jobs.map(({ key }) => key));
    const done = await Promise.all(jobs.map(({ key }) => append(key, 'Done')));
    return { position: Math.max(...done) };
  };
  const runner = new JobRunner({ ...base, kind: KIND, queue, concurrency: 2, batchSize: 2, run });
  await projector.start();
  queue.start();
  runner.start();
  stopped = [() => runner.stop(), () => queue.stop(), () => projector.stop()];
  return { queue, projector };
}

async function stop(): Promise<void> {
  for (const each of stopped.splice(0)) await each();
}

const table = async () => (await database.db.selectFrom('work').select('key').orderBy('key').execute()).length;

describe('jobs in memory', () => {
  it('run before the table has them', async () => {
    const { queue, projector } = await start();
    await append('first', 'Added');
    await eventually(() => began.length === 1);
    await eventually(() => projector.position() > 0);
    const position = projector.position();
    await append('second', 'Added');
    await eventually(() => began.length === 2);
    expect(began).toEqual([['first'], ['second']]);
    await eventually(() => queue.index?.size === 0);
    expect(projector.position()).toBe(position);
    await projector.waitForAll();
    expect(await table()).toBe(0);
  });

  it('are loaded from the table at the start', async () => {
    await append('a', 'Added');
    await append('b', 'Added');
    await append('c', 'Added');
    await start();
    await eventually(() => began.length === 2);
    expect(began).toEqual([['a', 'b'], ['c']]);
  });

  it('are read from the table while there are too many, and loaded again later', async () => {
    for (const job of ['a', 'b', 'c', 'd', 'e']) await append(job, 'Added');
    const { queue } = await start({ jobsMax: 3, flushIntervalMs: 0 });
    await eventually(() => began.length === 3);
    expect(queue.index).toBeUndefined();
    await eventually(async () => (await table()) === 0);
    clock.advance(5_000);
    await eventually(() => queue.index !== undefined);
    await append('f', 'Added');
    await eventually(() => began.length === 4);
    expect(began.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('leave memory when they become too many, and none runs twice or never', async () => {
    const started = await start({ jobsMax: 3, flushIntervalMs: 0 });
    await eventually(() => started.queue.index !== undefined);
    const jobs = Array.from({ length: 40 }, (_, n) => `job${n + 10}`);
    await Promise.all(jobs.map((job) => append(job, 'Added')));
    await eventually(() => began.flat().length === jobs.length);
    expect(began.flat().sort()).toEqual(jobs);
    expect(started.queue.index).toBeUndefined();
    await started.queue.waitFor(await store.head());
  });

  it('let a wait for a position go on in the table once they have left memory', async () => {
    const { queue, projector } = await start({ flushIntervalMs: 0 });
    await eventually(() => queue.index !== undefined);
    const waiting = queue.waitFor(2);
    await queue.stop();
    await append('a', 'Done');
    await append('b', 'Done');
    await waiting;
    expect(projector.position()).toBe(2);
  });
});
