import type { Kysely } from 'kysely';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { RecordingLog, RecordingMeter } from '../testing/recording';
import { silentLog, silentMeter } from '../testing/silent';
import { EventStoreUnavailableError } from '../errors';
import type { ProjectedListener } from '../projection/projector';
import { WritingState } from '../ports/writing-state';
import { JobChanges } from '../jobs/job-changes';
import { createJobTable } from '../jobs/job-table';
import type { Job, NewJob } from '../jobs/job';
import type { JobTables } from '../jobs/job-table';
import { JobRunner } from './job-runner';
import type { JobRunnerOptions, RunResult } from './job-runner';
import { TableJobQueue } from './table-job-queue';

let db: Kysely<JobTables>;
let clock: ManualClock;
let projector: FakeProjector;
const runners: JobRunner[] = [];

/** A projector whose transactions the test makes itself. */
class FakeProjector {
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

  /** Changes jobs, and says so. */
  async project(change: (jobs: JobChanges) => void): Promise<void> {
    const jobs = new JobChanges();
    change(jobs);
    await jobs.save(db);
    this.position++;
    this.#waiting.splice(0).forEach((resolve) => resolve());
    this.#listeners.forEach((listener) => listener(this.position, jobs.due));
  }
}

/** Runs that are under way, by the keys of their jobs, until the test ends them. */
class Runs {
  /** The keys of every run that began, in order. */
  readonly began: string[][] = [];
  readonly #underWay = new Map<string, { end: (result: RunResult) => void; fail: (error: Error) => void }>();
  most = 0;

  readonly run = (jobs: readonly Job[], signal: AbortSignal): Promise<RunResult> => {
    const keys = jobs.map(({ key }) => key);
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

  fail(key: string, error = new Error('provider down')): void {
    this.#of(key).fail(error);
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
  const stopping = Promise.all(runners.splice(0).map((runner) => runner.stop())).then(() => (stopped = true));
  await eventually(() => {
    clock.advance(10_000);
    return stopped;
  });
  await stopping;
});

const describeEach = forEachDatabase<JobTables>((opened) => {
  ({ db } = opened);
  return createJobTable(db);
});

function start(runs: Runs, options: Partial<JobRunnerOptions> = {}): JobRunner {
  const { run } = runs;
  const parts = { queue: new TableJobQueue(db, projector), clock, log: silentLog, meter: silentMeter };
  const runner = new JobRunner({ kind: 'deliver', concurrency: 10, run, ...parts, ...options });
  runners.push(runner);
  runner.start();
  return runner;
}

function job(key: string, change: Partial<NewJob> = {}): NewJob {
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

const add = (...added: NewJob[]): Promise<void> => projector.project((jobs) => added.forEach((each) => jobs.add(each)));
const remove = (...keys: string[]): Promise<void> =>
  projector.project((jobs) => keys.forEach((key) => jobs.remove('deliver', key)));

/** The run reports, and the projector follows. */
async function report(runs: Runs, key: string): Promise<void> {
  runs.end(key, { position: projector.position + 1 });
  await remove(key);
}

describeEach('a job runner', () => {
  it('runs the jobs that are there when it starts, and those that the projector adds', async () => {
    await add(job('a'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    await add(job('b'));
    await eventually(() => runs.underWay.length === 2);
    expect(runs.began).toEqual([['a'], ['b']]);
  });

  it('hands over the whole job', async () => {
    await add(job('a', { orderingKey: 'endpoint', sequence: 7, attempt: 2, livemode: true }));
    let handed: readonly Job[] = [];
    start(new Runs(), {
      run: (jobs) => {
        handed = jobs;
        return new Promise(() => undefined);
      },
      stopMs: 1,
    });
    await eventually(() => handed.length === 1);
    expect(handed).toEqual([job('a', { orderingKey: 'endpoint', sequence: 7, attempt: 2, livemode: true })]);
  });

  it('ignores jobs of other kinds', async () => {
    await add(job('a', { kind: 'screen' }), job('b'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.began.length === 1);
    await report(runs, 'b');
    await eventually(() => runs.underWay.length === 0);
    expect(runs.began).toEqual([['b']]);
  });

  it('runs a job when it is due and not before', async () => {
    await add(job('late', { dueAt: clock.now() + 500 }), job('later', { dueAt: clock.now() + 900 }));
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

  it('does not poll: it sets no timer when no job is to come', async () => {
    const runs = new Runs();
    start(runs);
    await add(job('a'));
    await eventually(() => runs.underWay.length === 1);
    await report(runs, 'a');
    await eventually(() => runs.underWay.length === 0);
    await add(job('b', { kind: 'screen' }));
    expect(clock.timers).toBe(0);
  });

  it('limits how many jobs run at once, and starts the next when one ends', async () => {
    await add(...Array.from({ length: 50 }, (_, n) => job(`k${n}`, { dueAt: clock.now() - 50 + n })));
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

  it('leaves out full groups, however many jobs they have before others, until a run ends', async () => {
    const runs = new Runs();
    const of = (group: string) => runs.underWay.filter((key) => key.startsWith(group)).length;
    await add(...Array.from({ length: 60 }, (_, n) => job(`a:${n}`)));
    await add(job('b:1', { dueAt: clock.now() }), job('c:1', { dueAt: clock.now() }));
    start(runs, { groups: { length: 2, admits: ({ key }) => of(key.slice(0, 2)) < 2 } });
    await eventually(() => of('b:') + of('c:') === 2);
    expect(of('a:')).toBe(2);
    await remove('a:0', 'b:1');
    runs.end('a:0', { position: projector.position });
    runs.end('b:1', { position: projector.position });
    await eventually(() => runs.began.length === 5);
    expect(of('a:')).toBe(2);
    expect(runs.underWay).not.toContain('a:0');
  });

  it('runs more jobs than it reads in one query, whatever their ordering keys', async () => {
    const jobs = Array.from({ length: 1_000 }, (_, n) => job(`k${n}`, { orderingKey: `c${n % 400}`, sequence: n }));
    await add(...jobs);
    const done: string[] = [];
    start(new Runs(), {
      concurrency: 50,
      run: async ([first]) => {
        done.push(first!.key);
        await remove(first!.key);
        return { position: projector.position };
      },
    });
    await eventually(() => done.length === 1_000);
    for (let n = 0; n < 400; n++) {
      const own = done.filter((key) => Number(key.slice(1)) % 400 === n).map((key) => Number(key.slice(1)));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  });
});

describeEach('protocol rule 22: the lowest sequence of an ordering key runs first', () => {
  it('the next job runs only when the first one is gone', async () => {
    await add(
      job('second', { orderingKey: 'x', sequence: 2 }),
      job('first', { orderingKey: 'x', sequence: 1 }),
      job('other'),
    );
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 2);
    expect(runs.underWay.sort()).toEqual(['first', 'other']);
    await report(runs, 'first');
    await eventually(() => runs.underWay.includes('second'));
  });

  it('the next job waits even if the first one is due later', async () => {
    const later = job('first', { orderingKey: 'x', sequence: 1, dueAt: clock.now() + 1_000 });
    await add(later, job('second', { orderingKey: 'x', sequence: 2 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => clock.timers === 1);
    expect(runs.began).toEqual([]);
    clock.advance(1_000);
    await eventually(() => runs.began.length === 1);
    expect(runs.began).toEqual([['first']]);
  });

  it('the next job waits while the first one is postponed by its report', async () => {
    await add(job('first', { orderingKey: 'x', sequence: 1 }), job('second', { orderingKey: 'x', sequence: 2 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('first', { position: projector.position + 1 });
    await projector.project((jobs) => jobs.postpone('deliver', 'first', { dueAt: clock.now() + 5_000, attempt: 1 }));
    await eventually(() => clock.timers === 1);
    expect(runs.began).toEqual([['first']]);
    clock.advance(5_000);
    await eventually(() => runs.began.length === 2);
    expect(runs.began).toEqual([['first'], ['first']]);
  });

  it('jobs of one ordering key run together, in order, up to the batch size, if they are due', async () => {
    const due = [3, 1, 2, 5, 4].map((sequence) => job(`k${sequence}`, { orderingKey: 'x', sequence }));
    await add(
      ...due,
      job('late', { orderingKey: 'y', sequence: 2, dueAt: clock.now() + 1 }),
      job('y', { orderingKey: 'y' }),
    );
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

  it('waits only briefly after a read that took a minute', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
    await add(job('a'));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    await add(job('b'));
    await eventually(() => runs.underWay.includes('b'));
  });

  it('blocks its ordering key until the read model holds its report', async () => {
    await add(job('a'));
    const log = new RecordingLog();
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { position: projector.position + 2 });
    await projector.project(() => undefined);
    await eventually(() => runs.underWay.length === 0);
    expect(runs.began).toHaveLength(1);
    await remove('a');
    await add(job('b'));
    await eventually(() => runs.underWay.includes('b'));
    expect(runs.began).toEqual([['a'], ['b']]);
    expect(log.lines).toEqual([]);
  });

  it('that has nothing to report yet begins again when it asks for it', async () => {
    await add(job('a'), job('b', { orderingKey: 'a', sequence: 1 }));
    const runs = new Runs();
    start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { againInMs: 2_000 });
    await eventually(() => clock.timers === 1);
    clock.advance(1_999);
    await add(job('c'));
    await eventually(() => runs.underWay.includes('c'));
    expect(runs.began).toEqual([['a'], ['c']]);
    clock.advance(1);
    await eventually(() => runs.began.length === 3);
    expect(runs.began[2]).toEqual(['a']);
  });

  it('that throws is logged, counted and retried with back-off', async () => {
    const [log, meter] = [new RecordingLog(), new RecordingMeter()];
    await add(job('a'));
    const runs = new Runs();
    start(runs, { log, meter });
    for (const [failures, wait] of [100, 200, 400].entries()) {
      await eventually(() => runs.underWay.length === 1);
      runs.fail('a');
      await eventually(() => clock.timers === 1);
      expect(log.lines.at(-1)).toEqual({
        level: 'warn',
        fields: { kind: 'deliver', orderingKey: 'a', failures: failures + 1, error: 'Error: provider down' },
        message: 'job failed, retrying',
      });
      clock.advance(wait - 1);
      expect(runs.underWay).toEqual([]);
      clock.advance(1);
    }
    await eventually(() => runs.underWay.length === 1);
    expect(meter.counted('work_runs_total')).toBe(3);
  });

  it('that failed because the event store was away begins again as soon as that can write', async () => {
    const writing = new WritingState();
    const away = new EventStoreUnavailableError(new Error('connection refused'));
    await add(job('a'), job('b'), job('c'));
    const runs = new Runs();
    start(runs, { writing });
    await eventually(() => runs.underWay.length === 3);
    writing.fails(away);
    for (let failures = 1; failures < 8; failures++) {
      await eventually(() => runs.underWay.length === 3);
      runs.fail('a', away);
      runs.fail('b');
      runs.fail('c', away);
      await eventually(() => runs.underWay.length === 0 && clock.timers === 1);
      clock.advance(failures < 7 ? 10_000 : 0);
    }
    const before = runs.began.length;
    writing.works();
    await eventually(() => runs.began.length === before + 2);
    expect(runs.underWay).toEqual(['a', 'c']);
    // One that had begun before that fails once more.
    writing.fails(away);
    writing.works();
    runs.fail('c', away);
    await eventually(() => clock.timers === 1 && !runs.underWay.includes('c'));
    clock.advance(100);
    await eventually(() => runs.underWay.includes('c'));
  });

  it('whose report changes nothing counts as a failure', async () => {
    const log = new RecordingLog();
    await add(job('a'));
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { position: projector.position });
    await eventually(() => clock.timers === 1);
    expect(log.lines.map(({ fields }) => fields)).toEqual([
      { kind: 'deliver', orderingKey: 'a', failures: 1, error: 'Error: the report on a has left its job as it was' },
    ]);
    expect(runs.began).toHaveLength(1);
  });

  it('begins again after a restart, because its job is still there', async () => {
    await add(job('a'));
    const crashed = new Runs();
    const runner = start(crashed, { stopMs: 1 });
    await eventually(() => crashed.underWay.length === 1);
    const stopping = runner.stop();
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

  it('begins when its runner starts again, whatever the runner knew of the job', async () => {
    await add(job('a'));
    const runs = new Runs();
    const runner = start(runs);
    await eventually(() => runs.underWay.length === 1);
    runs.end('a', { againInMs: 60_000 });
    await eventually(() => clock.timers === 1);
    await runner.stop();
    runner.start();
    await eventually(() => runs.began.length === 2);
    await report(runs, 'a');
    await eventually(async () => (await db.selectFrom('work').selectAll().execute()).length === 0);
  });

  it('begins when its runner starts again, although the runner was stopped during a pause', async () => {
    let now = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    await add(job('a'));
    const runs = new Runs();
    const runner = start(runs);
    await eventually(() => runs.underWay.length === 1);
    // A turn, in which it looks at how long its look took.
    await eventually(() => clock.timers === 0 && now >= 2_000);
    time.mockRestore();
    const stopping = runner.stop();
    runs.end('a', { againInMs: 60_000 });
    await stopping;
    runner.start();
    await eventually(() => runs.began.length === 2);
  });
});

describeEach('a job runner that stops', () => {
  it('starts no more runs, and lets those under way finish', async () => {
    await add(job('a'), job('b'));
    const runs = new Runs();
    const runner = start(runs, { concurrency: 1 });
    await eventually(() => runs.underWay.length === 1);
    const stopping = runner.stop();
    await add(job('c'));
    await report(runs, 'a');
    await stopping;
    expect(runs.began).toEqual([['a']]);
  });

  it('aborts runs that do not finish in time', async () => {
    await add(job('a'));
    const runs = new Runs();
    const runner = start(runs, { stopMs: 100 });
    await eventually(() => runs.underWay.length === 1);
    const stopping = runner.stop();
    await eventually(() => clock.timers === 1);
    clock.advance(99);
    expect(runs.underWay).toEqual(['a']);
    clock.advance(1);
    await stopping;
    expect(runs.underWay).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('does not wait for ever for a run that ignores it', async () => {
    await add(job('a'));
    let began = false;
    const run = (): Promise<RunResult> => {
      began = true;
      return new Promise(() => undefined);
    };
    const runner = start(new Runs(), { run, stopMs: 100 });
    await eventually(() => began);
    const stopping = runner.stop();
    for (let n = 0; n < 2; n++) {
      await eventually(() => clock.timers === 1);
      clock.advance(100);
    }
    await stopping;
  });
});

describeEach('a table of jobs that cannot be read', () => {
  it('is logged and read again', async () => {
    const log = new RecordingLog();
    await add(job('a'));
    await db.schema.alterTable('work').renameTo('gone').execute();
    const runs = new Runs();
    start(runs, { log });
    await eventually(() => log.messages('error').length === 1);
    expect(log.messages('error')).toEqual(['cannot read jobs, retrying']);
    await db.schema.alterTable('gone').renameTo('work').execute();
    await eventually(() => clock.timers === 1);
    clock.advance(60_000);
    await eventually(() => runs.underWay.length === 1);
  });
});
