import type { Kysely } from 'kysely';
import { FencedError, NotReachedError } from '../errors';
import { eventId } from '../event-id';
import { systemClock } from '../ports';
import type { Clock } from '../ports';
import { MemoryEventStore } from '@stablecoin/stores';
import type { Json, RecordedEvent } from '../ports/event-store';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { Balances } from '../testing/balances';
import type { BalanceTables } from '../testing/balances';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { RecordingLog, RecordingMeter } from '../testing/recording';
import { RecordingTracer, traceparentOf } from '../testing/recording-tracer';
import { silentLog, silentMeter } from '../testing/silent';
import { moveCheckpoint, readCheckpoint } from '../tables/checkpoint';
import { recordProjected } from './project-spans';
import { Projector } from './projector';
import { rebuildReadModel } from './rebuild';

let store: MemoryEventStore;
let db: Kysely<BalanceTables>;
let appended: number;
const projectors: Projector<BalanceTables>[] = [];

beforeEach(() => {
  store = new MemoryEventStore();
  appended = 0;
});

afterEach(async () => {
  for (const projector of projectors.splice(0)) await projector.stop();
  await store.close();
});

const describeEach = forEachDatabase<BalanceTables>((opened) => {
  ({ db } = opened);
});

interface Options {
  readonly projection?: Balances;
  readonly clock?: Clock;
  readonly log?: RecordingLog;
  readonly meter?: RecordingMeter;
  readonly tracer?: RecordingTracer;
  readonly batchSize?: number;
  readonly flushIntervalMs?: number;
}

function projectorOf(options: Options = {}): Projector<BalanceTables> {
  const projector = new Projector({
    store,
    db,
    projection: new Balances(),
    clock: systemClock,
    log: silentLog,
    meter: silentMeter,
    ...options,
  });
  projectors.push(projector);
  return projector;
}

/** @returns the position of the event */
async function append(
  stream: string,
  type = 'Deposited',
  data: Json = { amount: 1 },
  traceparent?: string,
): Promise<number> {
  const commandId = `cmd-${++appended}`;
  const trace = traceparent === undefined ? {} : { traceparent };
  const metadata = { commandId, at: 1_000, correlationId: 'cor', account: 'acme', livemode: false, ...trace };
  const id = eventId(stream, commandId, 0, type, JSON.stringify(data));
  return (await store.append(stream, 'any', [{ id, type, data, metadata }])).position;
}

function rows(): Promise<BalanceTables['balances'][]> {
  return db.selectFrom('balances').selectAll().orderBy('account').execute();
}

describeEach('a projector', () => {
  it('turns what is there, and what comes, into rows, each event once', async () => {
    await append('account-1');
    const projector = projectorOf();
    await projector.start();
    await append('account-2', 'Deposited', { amount: 5 });
    await projector.waitFor(await append('account-1', 'Withdrawn'));
    expect(await rows()).toEqual([
      { account: 'account-1', balance: 0, events: 2 },
      { account: 'account-2', balance: 5, events: 1 },
    ]);
    expect(projector.position()).toBe(3);
  });

  it('sees only the streams that it asks for', async () => {
    const projector = projectorOf();
    await projector.start();
    await append('payment-1');
    await projector.waitFor(await append('account-1'));
    expect((await rows()).map(({ account }) => account)).toEqual(['account-1']);
  });

  it('can be waited for until it has all of its own streams, whatever stands behind it', async () => {
    const projector = projectorOf();
    await projector.start();
    await append('account-1');
    await append('payment-1');
    await projector.waitForAll();
    expect((await rows()).map(({ account }) => account)).toEqual(['account-1']);
    await append('payment-1');
    await projector.waitForAll();
  });

  it('is complete when it has started for the first time, whatever stands at the end of the store', async () => {
    for (let n = 0; n < 300; n++) await append(`account-${n % 3}`);
    await append('payment-1');
    await projectorOf().start();
    expect((await rows()).map(({ events }) => events)).toEqual([100, 100, 100]);
  });

  it('tells listeners when it has moved on, until they have heard enough', async () => {
    const projector = projectorOf();
    await projector.start();
    const heard: number[] = [];
    const end = projector.onProjected((position) => heard.push(position));
    await projector.waitFor(await append('account-1'));
    end();
    await projector.waitFor(await append('account-1'));
    expect(heard).toEqual([1]);
  });

  it('goes on after a restart where it was, and never applies an event twice', async () => {
    const first = projectorOf();
    await first.start();
    await first.waitFor(await append('account-1'));
    await first.stop();
    await append('account-1');
    const second = projectorOf();
    await second.start();
    await second.waitFor(2);
    expect(await rows()).toEqual([{ account: 'account-1', balance: 2, events: 2 }]);
  });

  it('holds all that the store held before it started, once it has started: who decides by it must not miss that', async () => {
    const first = projectorOf();
    await first.start();
    await first.stop();
    for (let n = 0; n < 300; n++) await append('account-1');
    await append('payment-1');
    const second = projectorOf();
    await second.start();
    expect(await rows()).toEqual([{ account: 'account-1', balance: 300, events: 300 }]);
    expect(second.position()).toBe(301);
  });

  describe('that may rest', () => {
    const clock = new ManualClock(0);
    let projector: Projector<BalanceTables>;
    let transactions: number;

    beforeEach(async () => {
      projector = projectorOf({ clock, flushIntervalMs: 250, batchSize: 10 });
      await projector.start();
      transactions = 0;
      projector.onProjected(() => transactions++);
      await append('account-1');
      await eventually(() => expect(projector.position()).toBe(1));
      for (let n = 0; n < 10; n++) await append('account-1');
    });

    it('does so after a transaction, for its time, and what has come in meanwhile shares the next one', async () => {
      expect(await rows()).toEqual([{ account: 'account-1', balance: 1, events: 1 }]);
      clock.advance(250);
      await eventually(async () => expect(await rows()).toEqual([{ account: 'account-1', balance: 11, events: 11 }]));
      expect(transactions).toBe(2);
    });

    it('does not while more is waiting: it would fall behind for good', async () => {
      for (let n = 0; n < 25; n++) await append('account-1');
      clock.advance(250);
      await eventually(async () => expect(await rows()).toEqual([{ account: 'account-1', balance: 36, events: 36 }]));
      expect(transactions).toBe(5);
    });

    it('leaves nothing behind when it stops', async () => {
      await projector.stop();
      expect(await rows()).toEqual([{ account: 'account-1', balance: 11, events: 11 }]);
    });

    it('is woken by whoever waits, and rests no more while somebody does', async () => {
      await projector.waitFor(11);
      expect(await rows()).toEqual([{ account: 'account-1', balance: 11, events: 11 }]);
      const later = projector.waitFor(13);
      await append('account-1');
      await append('account-1');
      await later;
      expect(projector.position()).toBe(13);
    });

    it('is hastened by whoever has written what something is due of, before it rests or while it does', async () => {
      projector.flush(11);
      projector.flush(12);
      await eventually(() => expect(projector.position()).toBe(11));
      await append('account-1');
      await eventually(() => expect(projector.position()).toBe(12));
      projector.flush(12);
      await append('account-1');
      expect(await rows()).toEqual([{ account: 'account-1', balance: 12, events: 12 }]);
    });
  });

  it('writes no checkpoint for events of other streams, unless there are very many', async () => {
    const projector = projectorOf();
    await projector.start();
    await projector.waitFor(await append('account-1'));
    for (let n = 0; n < 600; n++) await append('payment-1');
    await eventually(() => projector.position() > 500);
    expect((await readCheckpoint(db, 'balances'))?.position).toBe(1);
    for (let n = 0; n < 5_000; n++) await append('payment-1');
    await eventually(async () => ((await readCheckpoint(db, 'balances'))?.position ?? 0) > 4_000);
    await projector.waitFor(await append('account-1'));
    expect(await rows()).toEqual([{ account: 'account-1', balance: 2, events: 2 }]);
  });

  it('shows how far it is as a metric', async () => {
    const meter = new RecordingMeter();
    const projector = projectorOf({ meter });
    await projector.start();
    await projector.waitFor(await append('account-1'));
    expect(meter.read('projection_position')).toBe(1);
    expect(meter.counted('projection_events_total')).toBe(1);
  });
});

describeEach('the traces of what is projected', () => {
  it('have one span for each batch, from the start on; a rebuild has none', async () => {
    const tracer = new RecordingTracer();
    await append('account-1', 'Deposited', { amount: 1 }, traceparentOf('a'));
    const projector = projectorOf({ tracer });
    await projector.start();
    expect(tracer.spans).toEqual([]);
    await projector.stop();
    for (const [trace, span] of [
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'e'],
    ] as const)
      await append('account-1', 'Deposited', { amount: 1 }, traceparentOf(trace, span));
    const another = projectorOf({ tracer, projection: new Balances() });
    await another.start();
    await another.waitFor(await append('account-1', 'Deposited', { amount: 1 }, traceparentOf('f')));
    expect(tracer.spans).toMatchObject([
      { name: 'project balances', parent: traceparentOf('f'), attributes: { events: 1, batch: 1 } },
    ]);
  });
});

describe('a batch', () => {
  it('is recorded once for each trace in it', () => {
    const tracer = new RecordingTracer();
    const of = (traceparent?: string) => ({ metadata: { traceparent } }) as RecordedEvent;
    const [first, again, other] = [traceparentOf('a'), traceparentOf('a', 'e'), traceparentOf('c')];
    recordProjected(tracer, 'balances', [of(first), of(), of(other), of(again)], 7);
    expect(tracer.spans).toMatchObject([
      { parent: first, startedAt: 7, attributes: { events: 2, batch: 4 } },
      { parent: other, startedAt: 7, attributes: { events: 1, batch: 4 } },
    ]);
  });
});

describeEach('rows and checkpoint are written in one transaction', () => {
  it('a crash between batches, or within one, leaves neither without the other', async () => {
    const projection = new Balances();
    const crashing = projectorOf({ projection, batchSize: 10 });
    await crashing.start();
    projection.faults.push(new Error('crash'), new Error('crash'), new Error('crash'));
    for (let n = 0; n < 40; n++) await append('account-1');
    await eventually(() => projection.faults.length < 3);
    await crashing.stop();
    const checkpoint = await readCheckpoint(db, 'balances');
    const [row] = await rows();
    expect(row?.events ?? 0).toBe(checkpoint?.position);
    const restarted = projectorOf();
    await restarted.start();
    await restarted.waitFor(40);
    expect(await rows()).toEqual([{ account: 'account-1', balance: 40, events: 40 }]);
  });

  it('a failing application is tried again with back-off, said in log and metric, and never skipped', async () => {
    const [clock, log, meter] = [new ManualClock(), new RecordingLog(), new RecordingMeter()];
    const projection = new Balances();
    const projector = projectorOf({ projection, clock, log, meter });
    await projector.start();
    projection.faults.push(new Error('locked'));
    await append('account-1');
    await eventually(() => meter.counted('projection_failures_total') === 1 && clock.timers === 1);
    projection.faults.push(new Error('locked'));
    clock.advance(50);
    await eventually(() => meter.counted('projection_failures_total') === 2 && clock.timers === 1);
    expect(await rows()).toEqual([]);
    const behind = Number(meter.read('projection_behind_seconds'));
    clock.advance(99);
    expect(meter.read('projection_behind_seconds')).toBeCloseTo(behind + 0.099);
    // Each failure is followed by a look for the event that cannot be applied, which finds none.
    expect(projection.batches).toBe(4);
    clock.advance(1);
    await projector.waitFor(1);
    expect(meter.read('projection_behind_seconds')).toBe(0);
    expect(await rows()).toEqual([{ account: 'account-1', balance: 1, events: 1 }]);
    expect(log.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([
      { projection: 'balances', position: 0, failures: 1, error: 'Error: locked' },
      { projection: 'balances', position: 0, failures: 2, error: 'Error: locked' },
    ]);
  });
});

describeEach('an event that cannot be applied', () => {
  it('is named with its stream and revision, and the read model is not ready', async () => {
    const [clock, log, meter] = [new ManualClock(), new RecordingLog(), new RecordingMeter()];
    const projection = new Balances();
    const projector = projectorOf({ projection, clock, log, meter });
    await projector.start();
    await expect(projector.check()).resolves.toBeUndefined();
    projection.poison = 'account-2';
    await append('account-1');
    await projector.waitFor(1);
    await append('account-2');
    await eventually(() => meter.counted('projection_failures_total') === 1 && clock.timers === 1);
    await expect(projector.check()).rejects.toThrow(/^read model balances cannot take \w+ at revision 0 of account-2$/);
    expect(log.lines.map(({ fields }) => JSON.stringify(fields)).join()).toContain('at revision 0 of account-2');
    projection.poison = undefined;
    clock.advance(50);
    await projector.waitFor(2);
    await expect(projector.check()).resolves.toBeUndefined();
  });
});

describeEach('protocol rule 27: a lease alone is no fence', () => {
  it('a projector whose checkpoint another one has moved writes nothing more and stops', async () => {
    const log = new RecordingLog();
    const [late, other] = [projectorOf({ log }), projectorOf()];
    await late.start();
    await late.waitFor(await append('account-1'));
    await moveCheckpoint(db, 'balances', { position: 1, version: 1 }, { position: 0, version: 1 });
    await append('account-1');
    await expect(late.waitFor(2)).rejects.toThrow(FencedError);
    await expect(late.waitFor(3)).rejects.toThrow(FencedError);
    expect(log.messages('error')).toEqual(['another instance writes this read model; stopping this writer']);
    expect(await rows()).toEqual([{ account: 'account-1', balance: 1, events: 1 }]);
    await other.start();
    await other.waitFor(2);
  });

  it('a projector that another one overtakes while it starts has started, and writes nothing', async () => {
    const first = projectorOf();
    await first.start();
    await first.stop();
    await append('account-1');
    const projection = new Balances();
    const log = new RecordingLog();
    const late = projectorOf({ projection, log });
    projection.faults.push(new FencedError('balances'));
    await late.start();
    await expect(late.waitFor(1)).rejects.toThrow(FencedError);
    expect(log.messages('error')).toEqual(['another instance writes this read model; stopping this writer']);
    expect(await rows()).toEqual([]);
  });

  it('two that run at once apply each event once', async () => {
    const both = [projectorOf({ batchSize: 7 }), projectorOf({ batchSize: 7 })];
    await both[0]?.start();
    await both[1]?.start();
    for (let n = 0; n < 100; n++) await append('account-1');
    await Promise.any(both.map((projector) => projector.waitFor(100)));
    expect(await rows()).toEqual([{ account: 'account-1', balance: 100, events: 100 }]);
  });
});

describeEach('a projector that follows another instance', () => {
  it('learns from the database how far that one has come, and so does whoever waits here', async () => {
    const [leader, follower] = [projectorOf(), projectorOf()];
    const following = follower.standBy();
    const waiting = follower.waitFor(1);
    await leader.start();
    await following;
    await append('account-1');
    await waiting;
    expect(await rows()).toEqual([{ account: 'account-1', balance: 1, events: 1 }]);
    await follower.waitFor(await append('account-1'));
    expect(follower.position()).toBe(2);
  });

  it('can be asked when the read model is complete and of its own version, and not before', async () => {
    let complete = false;
    void projectorOf({ projection: new Balances(2) })
      .standBy()
      .then(() => (complete = true));
    await projectorOf({ projection: new Balances(1) }).start();
    const newer = projectorOf({ projection: new Balances(1) });
    await newer.standBy();
    expect(complete).toBe(false);
    await rebuildReadModel({ store, db, projection: new Balances(2) });
    await eventually(() => complete);
  });

  it('finds its tables before anybody leads', async () => {
    void projectorOf().standBy();
    await eventually(rows);
  });

  it('takes over, and gives up again; whoever waits at that moment is told', async () => {
    const [first, second] = [projectorOf(), projectorOf()];
    await first.start();
    await second.standBy();
    const waiting = second.waitFor(1);
    await first.stop();
    await second.start();
    await append('account-1');
    await waiting;
    const lost = second.waitFor(2);
    await Promise.all([second.stop(), expect(lost).rejects.toThrow(NotReachedError)]);
    await first.start();
    await second.standBy();
    await second.waitFor(await append('account-1'));
    expect(await rows()).toEqual([{ account: 'account-1', balance: 2, events: 2 }]);
  });

  it('starts again after it was fenced off, which it says', async () => {
    const projector = projectorOf();
    let fenced = 0;
    projector.onFenced(() => fenced++);
    await projector.start();
    await projector.waitFor(await append('account-1'));
    await moveCheckpoint(db, 'balances', { position: 1, version: 1 }, { position: 0, version: 1 });
    await append('account-1');
    await eventually(() => fenced === 1);
    await moveCheckpoint(db, 'balances', { position: 0, version: 1 }, { position: 1, version: 1 });
    await projector.stop();
    await projector.start();
    await projector.waitFor(2);
    expect(await rows()).toEqual([{ account: 'account-1', balance: 2, events: 2 }]);
  });
});

describeEach('a read model is made anew', () => {
  async function project(projection: Balances): Promise<void> {
    const projector = projectorOf({ projection });
    await projector.start();
    await projector.waitFor(await store.head());
    await projector.stop();
  }

  async function damage(): Promise<void> {
    await db.updateTable('balances').set({ balance: -1 }).execute();
  }

  it('is rebuilt when its version has changed, before the projector has started', async () => {
    for (let n = 0; n < 10; n++) await append('account-1');
    await project(new Balances(1));
    await damage();
    await projectorOf({ projection: new Balances(1) }).start();
    expect(await rows()).toEqual([{ account: 'account-1', balance: -1, events: 10 }]);
    await projectorOf({ projection: new Balances(2) }).start();
    expect(await rows()).toEqual([{ account: 'account-1', balance: 10, events: 10 }]);
  });

  it('is rebuilt when it has more events than the store', async () => {
    for (let n = 0; n < 5; n++) await append('account-1');
    await project(new Balances());
    await store.close();
    store = new MemoryEventStore();
    await append('account-9');
    await projectorOf().start();
    expect(await rows()).toEqual([{ account: 'account-9', balance: 1, events: 1 }]);
  });

  it('on request, with its progress, and equals the one that was there', async () => {
    for (let n = 0; n < 300; n++) await append(`account-${n % 7}`);
    await append('payment-1');
    await project(new Balances());
    const live = await rows();
    await damage();
    const progress: number[] = [];
    await rebuildReadModel({
      store,
      db,
      projection: new Balances(),
      batchSize: 128,
      onProgress: ({ done, total }) => {
        expect(total).toBe(301);
        progress.push(done);
      },
    });
    expect(progress).toEqual([128, 256, 301]);
    expect(await rows()).toEqual(live);
  });

  it('an empty store is rebuilt to empty rows', async () => {
    await rebuildReadModel({ store, db, projection: new Balances() });
    expect(await rows()).toEqual([]);
  });

  it('a rebuild that was interrupted continues at the next start, and is complete after it', async () => {
    for (let n = 0; n < 300; n++) await append('account-1');
    const projection = new Balances();
    const stop = new AbortController();
    const rebuilding = rebuildReadModel({
      store,
      db,
      projection,
      batchSize: 128,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await rebuilding;
    expect((await rows())[0]?.events).toBe(128);
    const restarted = new Balances();
    await projectorOf({ projection: restarted }).start();
    expect((await rows())[0]?.events).toBe(300);
    expect(restarted.batches).toBe(1);
  });

  it('fencing off a projector that runs meanwhile', async () => {
    const projector = projectorOf();
    await projector.start();
    await projector.waitFor(await append('account-1'));
    await rebuildReadModel({ store, db, projection: new Balances(2) });
    await append('account-1');
    await expect(projector.waitFor(2)).rejects.toThrow(FencedError);
  });

  it('what the projection throws while it catches up ends the start', async () => {
    await append('account-1');
    const projection = new Balances();
    projection.faults.push(new Error('unknown event'));
    await expect(projectorOf({ projection }).start()).rejects.toThrow('unknown event');
  });
});

describeEach('waitFor', () => {
  it('resolves at once for what is reached', async () => {
    const projector = projectorOf();
    await projector.start();
    await projector.waitFor(0);
  });

  it('rejects after its time limit', async () => {
    const clock = new ManualClock();
    const projector = projectorOf({ clock });
    await projector.start();
    const waiting = projector.waitFor(1, 500);
    const other = projector.waitFor(1, 501);
    clock.advance(500);
    await expect(waiting).rejects.toThrow('read model balances is at 0, not at 1, after 500 ms');
    await append('account-1');
    await other;
    expect(clock.timers).toBe(0);
  });

  it('rejects when the projector stops', async () => {
    const projector = projectorOf();
    await projector.start();
    const waiting = projector.waitFor(1);
    await Promise.all([projector.stop(), expect(waiting).rejects.toThrow(NotReachedError)]);
  });

  it('lets a thousand wait, each for its own position', async () => {
    const projector = projectorOf();
    await projector.start();
    const seen: number[] = [];
    const waiting = Array.from({ length: 1_000 }, (_, n) => {
      const position = ((n * 7) % 1_000) + 1;
      return projector.waitFor(position, Infinity).then(() => {
        expect(projector.position()).toBeGreaterThanOrEqual(position);
        seen.push(position);
      });
    });
    for (let n = 0; n < 1_000; n++) await append('account-1');
    await Promise.all(waiting);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
  });
});
