import type { Kysely } from 'kysely';
import { forEachDatabase } from '../testing/databases';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { RecordingLog, RecordingMeter } from '../testing/recording';
import { silentLog, silentMeter } from '../testing/silent';
import type { ProjectedListener } from '../projection/projector';
import { WorkChanges } from './work-changes';
import { createWorkTable } from './work-list';
import type { NewWork, WorkRow, WorkTables } from './work-list';
import { Worker } from './worker';
import type { ReadModelProgress, RunResult, WorkerOptions } from './worker';

let db: Kysely<WorkTables>;
let clock: ManualClock;
let projector: FakeProjector;
const workers: Worker[] = [];

/** A projector whose transactions the test makes itself. */
class FakeProjector implements ReadModelProgress {
  position = 0;
  readonly #listeners = new Set<ProjectedListener>();
  #waiting: (() => void)[] = [];

  async waitFor(position: number): Promise<void> {
    while (this.position < position) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  onProjected(listener: ProjectedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Changes rows, and says so. */
  async project(change: (work: WorkChanges) => void): Promise<void> {
    const work = new WorkChanges();
    change(work);
    await work.save(db);
    this.position++;
    this.#waiting.splice(0).forEach((resolve) => resolve());
    this.#listeners.forEach((listener) => listener(this.position, work.due));
  }
}

/** Runs that are under way, by the keys of their rows, until the test ends them. */
class Runs {
  /** The keys of every run that began, in order. */
  readonly began: string[][] = [];
  readonly #underWay = new Map<string, { end: (result: RunResult) => void; fail: (error: Error) => void }>();
  most = 0;

  readonly run = (rows: readonly WorkRow[], signal: AbortSignal): Promise<RunResult> => {
    const keys = rows.map(({ key }) => key);
    this.began.push(keys);
    return new Promise((resolve, reject) => {
      const name = keys[0] ?? '';
      const end = (result: RunResult): void => {
        this.#underWay.delete(name);
        resolve(result);
      };
      const fail = (error: Error): void => {
        this.#underWay.delete(name);
        reject(error);
      };
      this.#underWay.set(name, { end, fail });
      this.most = Math.max(this.most, this.#underWay.size);
      signal.addEventListener('abort', () => fail(new Error('aborted')));
    });
  };

  get underWay(): string[] {
    return [...this.#underWay.keys()];
  }

  end(key: string, result: RunResult): void {
    this.#of(key).end(result);
  }

  fail(key: string): void {
    this.#of(key).fail(new Error('provider down'));
  }

  #of(key: string): { end: (result: RunResult) => void; fail: (error: Error) => void } {
    const run = this.#underWay.get(key);
    if (run === undefined) throw new Error(`${key} is not under way`);
    return run;
  }
}

beforeEach(() => {
  clock = new ManualClock(1_000_000);
  projector = new FakeProjector();
});

afterEach(async () => {
  let stopped = false;
  const stopping = Promise.all(workers.splice(0).map((worker) => worker.stop())).then(() => (stopped = true));
  await eventually(() => {
    clock.advance(10_000);
    return stopped;
  });
  await stopping;
});

const describeEach = forEachDatabase<WorkTables>((opened) => {
  ({ db } = opened);
  return createWorkTable(db);
});

function start(runs: Runs, options: Partial<WorkerOptions> = {}): Worker {
  const { run } = runs;
  const parts = { db, projector, clock, log: silentLog, meter: silentMeter };
  const worker = new Worker({ kind: 'deliver', concurrency: 10, run, ...parts, ...options });
  workers.push(worker);
  worker.start();
  return worker;
}

function row(key: string, change: Partial<NewWork> = {}): NewWork {
  return {
    kind: 'deliver',
    key,
    dueAt: clock.now(),
    eventId: `event-${key}`,
    stream: 'webhook_delivery-1',
    account: 'acme',
    livemode: false,
    correlationId: 'cor',
    data: { url: 'https://example.test' },
    ...change,
  };
}

const add = (...rows: NewWork[]): Promise<void> => projector.project((work) => rows.forEach((each) => work.add(each)));
const remove = (...keys: string[]): Promise<void> =>
  projector.project((work) => keys.forEach((key) => work.remove('deliver', key)));

/** The run reports, and the projector follows. */
async function report(runs: Runs, key: string): Promise<void> {
  runs.end(key, { position: projector.position + 1 });
  await remove(key);
}

describeEach('a worker', () => {
  it('does what is there when it starts, and what the projector adds', async () => {
    await add(row('a'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    await add(row('b'));
    await eventually(() => runs.underWay.length === 2);
    expect(runs.began).toEqual([['a'], ['b']]);
  });

  it('hands over the whole row', async () => {
    await add(row('a', { claim: 'endpoint', sequence: 7, attempt: 2, livemode: true }));
    let handed: readonly WorkRow[] = [];
    start(new Runs(), {
      run: (rows) => {
        handed = rows;
        return new Promise(() => undefined);
      },
      stopMs: 1,
    });
    await eventually(() => handed.length === 1);
    expect(handed).toEqual([row('a', { claim: 'endpoint', sequence: 7, attempt: 2, livemode: true })]);
  });

  it('leaves other kinds alone', async () => {
    await add(row('a', { kind: 'screen' }), row('b'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.began.length === 1);
    await report(runs, 'b');
    await eventually(() => runs.underWay.length === 0);
    expect(runs.began).toEqual([['b']]);
  });

  it('runs nothing before it is due, and is woken then without anybody asking', async () => {
    await add(row('late', { dueAt: clock.now() + 500 }), row('later', { dueAt: clock.now() + 900 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => clock.timers === 1);
    clock.advance(499);
    expect(runs.began).toEqual([]);
    clock.advance(1);
    await eventually(() => runs.began.length === 1);
    await eventually(() => clock.timers === 1);
    clock.advance(400);
    await eventually(() => runs.began.length === 2);
    expect(runs.began).toEqual([['late'], ['later']]);
  });

  it('sets no timer when nothing is to come: it does not poll', async () => {
    const runs = new Runs();
    start(runs);
    await add(row('a'));
    await eventually(() => runs.underWay.length === 1);
    await report(runs, 'a');
    await eventually(() => runs.underWay.length === 0);
    await add(row('b', { kind: 'screen' }));
    expect(clock.timers).toBe(0);
  });

  it('bounds how much runs at once, and goes on as soon as there is room', async () => {
    await add(...Array.from({ length: 50 }, (_, n) => row(`k${n}`, { dueAt: clock.now() - 50 + n })));
    const runs = new Runs();
    start(runs, { concurrency: 3 });
    await eventually(() => runs.underWay.length === 3);
    for (let done = 0; done < 50; done++) {
      const first = await eventually(() => runs.underWay[0] ?? false);
      await report(runs, first);
    }
    await eventually(() => runs.began.length === 50);
    expect(runs.most).toBe(3);
    expect(runs.began.map(([key]) => key)).toEqual(Array.from({ length: 50 }, (_, n) => `k${n}`));
  });

  it('passes over lanes that have no place, however many rows they have before others, until a run ends', async () => {
    const runs = new Runs();
    const of = (lane: string) => runs.underWay.filter((key) => key.startsWith(lane)).length;
    await add(...Array.from({ length: 60 }, (_, n) => row(`a:${n}`)));
    await add(row('b:1', { dueAt: clock.now() }), row('c:1', { dueAt: clock.now() }));
    start(runs, { lanes: { characters: 2, admits: ({ key }) => of(key.slice(0, 2)) < 2 } });
    await eventually(() => of('b:') + of('c:') === 2);
    expect(of('a:')).toBe(2);
    await remove('a:0', 'b:1');
    runs.end('a:0', { position: projector.position });
    runs.end('b:1', { position: projector.position });
    await eventually(() => runs.began.length === 5);
    expect(of('a:')).toBe(2);
    expect(runs.underWay).not.toContain('a:0');
  });

  it('gets through more rows than it looks at in one query, whatever their claims', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => row(`k${n}`, { claim: `c${n % 400}`, sequence: n }));
    await add(...rows);
    const done: string[] = [];
    start(new Runs(), {
      concurrency: 50,
      run: async ([first]) => {
        done.push(first!.key);
        await remove(first!.key);
        return { position: projector.position };
      },
    });
    await eventually(() => done.length === 1_000, { withinMs: 20_000 });
    for (let claim = 0; claim < 400; claim++) {
      const own = done.filter((key) => Number(key.slice(1)) % 400 === claim).map((key) => Number(key.slice(1)));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  });
});

describeEach('protocol rule 22: for one claim the lowest sequence goes first', () => {
  it('the next row of a claim runs only when the first one is gone', async () => {
    await add(row('second', { claim: 'x', sequence: 2 }), row('first', { claim: 'x', sequence: 1 }), row('other'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 2);
    expect(runs.underWay.sort()).toEqual(['first', 'other']);
    await report(runs, 'first');
    await eventually(() => runs.underWay.includes('second'));
  });

  it('even if it is due only later', async () => {
    const later = row('first', { claim: 'x', sequence: 1, dueAt: clock.now() + 1_000 });
    await add(later, row('second', { claim: 'x', sequence: 2 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => clock.timers === 1);
    expect(runs.began).toEqual([]);
    clock.advance(1_000);
    await eventually(() => runs.began.length === 1);
    expect(runs.began).toEqual([['first']]);
  });

  it('the next row of a claim does not pass while the first is put off by its report', async () => {
    await add(row('first', { claim: 'x', sequence: 1 }), row('second', { claim: 'x', sequence: 2 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('first', { position: projector.position + 1 });
    await projector.project((work) => work.postpone('deliver', 'first', { dueAt: clock.now() + 5_000, attempt: 1 }));
    await eventually(() => clock.timers === 1);
    expect(runs.began).toEqual([['first']]);
    clock.advance(5_000);
    await eventually(() => runs.began.length === 2);
    expect(runs.began).toEqual([['first'], ['first']]);
  });

  it('rows of one claim are handed over together, in order, up to the batch size, as far as they are due', async () => {
    const due = [3, 1, 2, 5, 4].map((sequence) => row(`k${sequence}`, { claim: 'x', sequence }));
    await add(...due, row('late', { claim: 'y', sequence: 2, dueAt: clock.now() + 1 }), row('y', { claim: 'y' }));
    const runs = new Runs();
    start(runs, { batchSize: 4 });
    await eventually(() => runs.began.length === 2);
    expect(runs.began.sort()).toEqual([['k1', 'k2', 'k3', 'k4'], ['y']]);
    runs.end('k1', { position: projector.position + 1 });
    await remove('k1', 'k2', 'k3', 'k4');
    await eventually(() => runs.underWay.includes('k5'));
  });
});

describeEach('a run', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is not kept waiting for long by a look at the list that took a minute', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    await add(row('a'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    await add(row('b'));
    await eventually(() => runs.underWay.includes('b'));
  });

  it('keeps its claim until the read model has passed what it reported', async () => {
    await add(row('a'));
    const log = new RecordingLog();
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { position: projector.position + 2 });
    await projector.project(() => undefined);
    await eventually(() => runs.underWay.length === 0);
    expect(runs.began).toHaveLength(1);
    await remove('a');
    await add(row('b'));
    await eventually(() => runs.underWay.includes('b'));
    expect(runs.began).toEqual([['a'], ['b']]);
    expect(log.lines).toEqual([]);
  });

  it('that has nothing to report yet is looked at again when it asks for it', async () => {
    await add(row('a'), row('b', { claim: 'a', sequence: 1 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { againInMs: 2_000 });
    await eventually(() => clock.timers === 1);
    clock.advance(1_999);
    await add(row('c'));
    await eventually(() => runs.underWay.includes('c'));
    expect(runs.began).toEqual([['a'], ['c']]);
    clock.advance(1);
    await eventually(() => runs.began.length === 3);
    expect(runs.began[2]).toEqual(['a']);
  });

  it('that throws is said, counted, and tried again with back-off', async () => {
    const [log, meter] = [new RecordingLog(), new RecordingMeter()];
    await add(row('a'));
    const runs = new Runs();
    start(runs, { log, meter });
    for (const [failures, wait] of [100, 200, 400].entries()) {
      await eventually(() => runs.underWay.length === 1);
      runs.fail('a');
      await eventually(() => clock.timers === 1);
      expect(log.lines.at(-1)).toEqual({
        level: 'warn',
        fields: { kind: 'deliver', claim: 'a', failures: failures + 1, error: 'Error: provider down' },
        message: 'work failed, trying again',
      });
      clock.advance(wait - 1);
      expect(runs.underWay).toEqual([]);
      clock.advance(1);
    }
    await eventually(() => runs.underWay.length === 1);
    expect(meter.counted('work_runs_total')).toBe(3);
  });

  it('whose report changes nothing is a failure too: it would begin again at once, and again', async () => {
    const log = new RecordingLog();
    await add(row('a'));
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { position: projector.position });
    await eventually(() => clock.timers === 1);
    expect(log.lines.map(({ fields }) => fields)).toEqual([
      { kind: 'deliver', claim: 'a', failures: 1, error: 'Error: the report on a has left its row as it was' },
    ]);
    expect(runs.began).toHaveLength(1);
  });

  it('begins anew after a restart, since its row is still there', async () => {
    await add(row('a'));
    const crashed = new Runs();
    const worker = start(crashed, { stopMs: 1 });
    await eventually(() => crashed.underWay.length === 1);
    const stopping = worker.stop();
    await eventually(() => {
      clock.advance(1);
      return crashed.underWay.length === 0;
    });
    await stopping;
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.began.length === 1);
    expect(runs.began).toEqual([['a']]);
  });

  it('begins when its worker starts again, whatever that one knew of the row before', async () => {
    await add(row('a'));
    const runs = new Runs();
    const worker = start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { againInMs: 60_000 });
    await eventually(() => clock.timers === 1);
    await worker.stop();
    worker.start();
    await eventually(() => runs.began.length === 2);
    await report(runs, 'a');
    await eventually(async () => (await db.selectFrom('work').selectAll().execute()).length === 0);
  });

  it('begins when its worker starts again, although that one stopped while it spared the processor', async () => {
    let now = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    await add(row('a'));
    const runs = new Runs();
    const worker = start(runs);
    await eventually(() => runs.underWay.length === 1);
    // A turn, in which it looks at how long its look took.
    await eventually(() => clock.timers === 0 && now >= 2_000);
    time.mockRestore();
    const stopping = worker.stop();
    runs.end('a', { againInMs: 60_000 });
    await stopping;
    worker.start();
    await eventually(() => runs.began.length === 2);
  });
});

describeEach('a worker that stops', () => {
  it('starts nothing more, and lets what runs finish', async () => {
    await add(row('a'), row('b'));
    const runs = new Runs();
    const worker = start(runs, { concurrency: 1 });
    await eventually(() => runs.underWay.length === 1);
    const stopping = worker.stop();
    await add(row('c'));
    await report(runs, 'a');
    await stopping;
    expect(runs.began).toEqual([['a']]);
  });

  it('aborts what does not finish in time', async () => {
    await add(row('a'));
    const runs = new Runs();
    const worker = start(runs, { stopMs: 100 });
    await eventually(() => runs.underWay.length === 1);
    const stopping = worker.stop();
    await eventually(() => clock.timers === 1);
    clock.advance(99);
    expect(runs.underWay).toEqual(['a']);
    clock.advance(1);
    await stopping;
    expect(runs.underWay).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('does not wait for ever for a run that ignores it', async () => {
    await add(row('a'));
    let began = false;
    const run = (): Promise<RunResult> => {
      began = true;
      return new Promise(() => undefined);
    };
    const worker = start(new Runs(), { run, stopMs: 100 });
    await eventually(() => began);
    const stopping = worker.stop();
    for (let n = 0; n < 2; n++) {
      await eventually(() => clock.timers === 1);
      clock.advance(100);
    }
    await stopping;
  });
});

describeEach('a work list that cannot be read', () => {
  it('is said and tried again', async () => {
    const log = new RecordingLog();
    await add(row('a'));
    await db.schema.alterTable('work').renameTo('gone').execute();
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => log.messages('error').length === 1);
    expect(log.messages('error')).toEqual(['work list cannot be read, trying again']);
    await db.schema.alterTable('gone').renameTo('work').execute();
    await eventually(() => clock.timers === 1);
    clock.advance(60_000);
    await eventually(() => runs.underWay.length === 1);
  });
});
