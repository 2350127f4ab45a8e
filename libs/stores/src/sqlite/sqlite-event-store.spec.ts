import Database from 'libsql';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describeEventStore, type EventStoreUnderTest } from '../testing/event-store.contract';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Fixture, ids, newEvents } from '../testing/event-store-contract/fixture';
import { WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import { SqliteEventStore, type SqliteEventStoreOptions } from './sqlite-event-store';

const FILE = 'events.db';

async function open(
  options: SqliteEventStoreOptions = {},
): Promise<EventStoreUnderTest & { readonly file: string; readonly store: SqliteEventStore }> {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'));
  const file = join(folder, FILE);
  let store = await SqliteEventStore.open(file, options);
  return {
    file,
    store,
    reopen: async () => {
      await store.close();
      return (store = await SqliteEventStore.open(file, options));
    },
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Of the writer that is sent something next: ends it as an error of its own would, before it hears of anything that it is
 * sent after. To terminate its thread would do less and more: libsql aborts the process when a statement fails there.
 */
function writerKiller(): () => void {
  const post = jest.spyOn(Worker.prototype, 'postMessage');
  return () => (post.mock.contexts[0] as Worker).postMessage(null);
}

describeEventStore('sqlite', open);
// Live subscribers fall behind such a tail at once, so that every test crosses from the memory to the disk and back.
describeEventStore('sqlite, with a tail of three events', () => open({ tailCapacity: 3 }));

describe('sqlite event store', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let store: SqliteEventStore;

  beforeEach(async () => {
    opened = await open({ tailCapacity: 64 });
    store = opened.store;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await opened.dispose();
  });

  it('is empty at first: its head is 0', async () => {
    expect(await store.head()).toBe(0);
  });

  it('numbers positions without a gap, over conflicts and restarts', async () => {
    await store.append('a-1', 'none', newEvents(2));
    await store.append('a-1', 'none', newEvents(2)).catch(() => undefined);
    const reopened = await opened.reopen();
    expect(await reopened.append('a-1', 1, newEvents(3))).toEqual({ revision: 4, position: 5 });
  });

  it('commits in groups: appends that wait share a transaction', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.append(`a-${n}`, 'none', newEvents(1))));
    expect(store.statistics).toEqual({ requests: 50, transactions: 1, waiting: 0 });
  });

  it('begins with what a long turn has asked for before the turn has ended', async () => {
    const appending = Promise.all(Array.from({ length: 100 }, (_, n) => store.append(`a-${n}`, 'none', newEvents(1))));
    const database = new Database(opened.file);
    const head = database.prepare('SELECT coalesce(max(position), 0) FROM events').raw();
    const deadline = performance.now() + 30_000;
    let written = 0;
    // Nothing else of this thread runs meanwhile.
    while (written === 0 && performance.now() < deadline) [written] = head.get() as [number];
    database.close();
    expect(written).toBe(64);
    await appending;
  });

  it('cuts a flood into several transactions', async () => {
    const large = { text: 'x'.repeat(1_000_000) };
    await Promise.all(Array.from({ length: 10 }, (_, n) => store.append(`a-${n}`, 'none', newEvents(1, large))));
    expect(store.statistics.transactions).toBeGreaterThan(1);
    expect(await store.head()).toBe(10);
  });

  it('fails a conflicting append alone, and not its group', async () => {
    const results = await Promise.allSettled([
      store.append('a-1', 'none', newEvents(1)),
      store.append('a-1', 'none', newEvents(1)),
      store.append('a-1', 0, newEvents(2)),
      store.append('a-2', 5, newEvents(1)),
      store.append('a-3', 'none', newEvents(1)),
    ]);
    expect(store.statistics.transactions).toBe(1);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await store.head()).toBe(4);
  });

  it('refuses what JSON cannot carry, whatever the types say, and not its group', async () => {
    const good = store.append('a-1', 'none', newEvents(1));
    await expect(store.append('a-2', 'none', newEvents(1, 1n as never))).rejects.toThrow(TypeError);
    await expect(store.append('a-2', 'none', newEvents(1, (() => 1) as never))).rejects.toThrow(TypeError);
    expect((await good).revision).toBe(0);
  });

  it('reads a slow subscriber from the disk when it has fallen behind the tail, and from memory after', async () => {
    const fixture = await Fixture.begin({ ...opened, dispose: () => Promise.resolve() });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = fixture.subscribe({ after: 'start', batchSize: 10 }, () => held);
    for (let n = 0; n < 500; n += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, k) => store.append(fixture.stream(n + k), 'none', newEvents(1))),
      );
    }
    release();
    await slow.until(() => slow.events.length === 500);
    await store.append(fixture.stream('last'), 'none', newEvents(1));
    await slow.until(() => slow.events.length === 501);
    expect(slow.events.map(({ position }) => position)).toEqual(Array.from({ length: 501 }, (_, n) => n + 1));
    await fixture.dispose();
  });

  it('leaves everything in the one file when it is closed', async () => {
    await store.append('a-1', 'none', newEvents(3));
    await store.close();
    const log = `${opened.file}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
  });

  describe('when the file refuses', () => {
    let other: Database.Database;

    beforeEach(() => {
      other = new Database(opened.file);
    });
    afterEach(() => {
      other.close();
    });

    // What a full disk does to a statement in the middle of a group: some errors roll back by themselves, some do not.
    it.each(['ABORT', 'ROLLBACK'])(
      'says so, stores nothing of the group, and writes it later (%s)',
      async (resolution) => {
        await store.append('a-1', 'none', newEvents(1));
        other.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN new.event LIKE '%Refused%'
                  BEGIN SELECT RAISE(${resolution}, 'database or disk is full'); END`);
        const [first, second] = [newEvents(1), newEvents(1)];
        const refused = newEvents(1).map((event) => ({ ...event, type: 'Refused' }));
        const group = [
          store.append('a-1', 0, first),
          store.append('a-2', 'none', second),
          store.append('a-3', 'none', refused),
        ];
        const full = 'could not write: database or disk is full';
        for (const append of await Promise.allSettled(group)) {
          expect(append).toMatchObject({ reason: { message: expect.stringContaining(full) as string } });
        }
        expect(store.writing.problem?.message).toContain(full);
        // Nothing more is taken meanwhile, and whoever asks whether all is well hears of it.
        await expect(store.append('a-4', 'none', newEvents(1))).rejects.toThrow(full);
        await expect(store.append('a-4', 'none', newEvents(1), { beforeFlush: true })).rejects.toThrow(full);
        await expect(store.durable()).rejects.toThrow(full);
        await expect(store.head()).rejects.toThrow(full);
        await expect(store.read('a-1')).rejects.toThrow(full);
        expect(await store.read('a-4')).toEqual([]);
        const head = other.prepare('SELECT max(position) FROM events').raw();
        expect(head.get()).toEqual([1]);

        other.exec('DROP TRIGGER refuse');
        await eventually(async () => (await store.head().catch(() => 0)) === 4);
        expect(store.writing.problem).toBeUndefined();
        // The same once more is what it was.
        expect(await store.append('a-1', 0, first)).toEqual({ revision: 1, position: 2 });
        expect(await store.append('a-2', 'none', second)).toEqual({ revision: 0, position: 3 });
        expect(await store.append('a-3', 'none', refused)).toEqual({ revision: 0, position: 4 });
        expect(await store.append('a-4', 'none', newEvents(1))).toEqual({ revision: 0, position: 5 });
      },
    );

    it('is closed all the same: what could not be written is lost, as in a crash', async () => {
      await store.append('a-1', 'none', newEvents(1));
      other.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
      await store.append('a-1', 0, newEvents(1), { beforeFlush: true });
      await expect(store.durable()).rejects.toThrow('disk is full');
      await store.close();
      other.exec('DROP TRIGGER refuse');
      expect(await (await opened.reopen()).read('a-1')).toHaveLength(1);
    });

    it('takes what comes in meanwhile, over many turns of the event loop, into one transaction', async () => {
      other.exec('BEGIN IMMEDIATE');
      const appends = [store.append('a-1', 'none', newEvents(1))];
      for (let n = 0; n < 10; n += 1) {
        await setImmediate();
        appends.push(store.append('a-1', n, newEvents(1)));
      }
      await setImmediate();
      other.exec('ROLLBACK');
      const revisions = (await Promise.all(appends)).map(({ revision }) => revision);
      expect(revisions).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(store.statistics.transactions).toBeLessThanOrEqual(2);
    });

    it('rejects while somebody else has it locked, and goes on after', async () => {
      other.exec('BEGIN IMMEDIATE');
      const events = newEvents(1);
      await expect(store.append('a-1', 'none', events)).rejects.toThrow('database is locked');
      other.exec('ROLLBACK');
      await eventually(() => store.head().then(Boolean, () => false));
      expect((await store.append('a-1', 'none', events)).position).toBe(1);
    });
  });

  describe('append with beforeFlush', () => {
    /** Nothing of this thread's answers is heard of while a test does not wait for anything but promises. */
    const inThisTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await work();
      expect(store.statistics.requests).toBe(0);
      return result;
    };

    it('answers and delivers an append before it is flushed', async () => {
      const fixture = await Fixture.begin({ ...opened, dispose: () => Promise.resolve() });
      const [beforeFlush, flushed] = [
        await fixture.subscribeLive({ after: 'start', beforeFlush: true }),
        await fixture.subscribeLive({ after: 'start' }),
      ];
      const stream = fixture.stream(1);
      const lock = new Database(opened.file);
      lock.exec('BEGIN IMMEDIATE');
      expect(await store.append(stream, 'none', newEvents(2), { beforeFlush: true })).toEqual({
        revision: 1,
        position: 2,
      });
      expect(await store.append(stream, 1, newEvents(1), { beforeFlush: true })).toEqual({ revision: 2, position: 3 });
      await beforeFlush.until(() => beforeFlush.events.length === 3);
      expect(flushed.events).toEqual([]);
      let isDurable = false;
      const waiting = store.durable(2).then(() => (isDurable = true));
      await setImmediate();
      expect(isDurable).toBe(false);

      lock.exec('ROLLBACK');
      lock.close();
      await waiting;
      await flushed.until(() => flushed.events.length === 3);
      expect(flushed.events).toEqual(beforeFlush.events);
      expect(await store.read(stream)).toEqual(beforeFlush.events);
      await fixture.dispose();
    });

    it('decides the next append, a repetition and a conflict on unflushed events', async () => {
      const [first, second] = [newEvents(2), newEvents(1)];
      await inThisTurn(async () => {
        await store.append('a-1', 'none', first, { beforeFlush: true });
        await store.append('a-1', 1, second, { beforeFlush: true });
        expect(await store.append('a-1', 'none', first, { beforeFlush: true })).toEqual({ revision: 1, position: 2 });
        expect(await store.append('a-1', 1, second, { beforeFlush: true })).toEqual({ revision: 2, position: 3 });
        expect(await store.append('a-1', 'any', second, { beforeFlush: true })).toEqual({ revision: 2, position: 3 });
        expect(await store.append('a-1', 'any', newEvents(1), { beforeFlush: true })).toEqual({
          revision: 3,
          position: 4,
        });
        await expect(store.append('a-1', 1, newEvents(1), { beforeFlush: true })).rejects.toMatchObject({ actual: 3 });
        await expect(store.append('a-1', 'none', newEvents(1), { beforeFlush: true })).rejects.toMatchObject({
          actual: 3,
        });
        await expect(store.append('a-1', 9, newEvents(1), { beforeFlush: true })).rejects.toMatchObject({ actual: 3 });
      });
      // Also of what is half on the disk.
      await store.durable();
      await store.append('a-1', 3, newEvents(1), { beforeFlush: true });
      expect(await store.append('a-1', 'none', first)).toEqual({ revision: 1, position: 2 });
      expect(await store.read('a-1')).toHaveLength(5);
    });

    it('reads an appended event once it is flushed', async () => {
      await store.append('a-1', 'none', newEvents(1), { beforeFlush: true });
      expect(await store.read('a-1')).toHaveLength(1);
      expect(await store.head()).toBe(1);
    });

    it('knows the ends of streams of before, whatever they are called', async () => {
      const names = ['a-2', 'a-1', 'b-1', 'c', 'ä-1', 'a-\u{10ffff}', 'a-\uffff', 'a-'];
      for (const name of names) await store.append(name, 'none', newEvents(1));
      const reopened = await opened.reopen();
      for (const name of names) {
        await expect(reopened.append(name, 'none', newEvents(1))).rejects.toMatchObject({ actual: 0 });
        expect((await reopened.append(name, 0, newEvents(1), { beforeFlush: true })).revision).toBe(1);
      }
    });
  });

  it('rejects outstanding and new appends and ends subscriptions when its writer dies', async () => {
    const fixture = await Fixture.begin({ ...opened, dispose: () => Promise.resolve() });
    const subscriber = await fixture.subscribeLive({ after: 'start' });
    const kill = writerKiller();
    const stored = newEvents(1);
    await store.append('a-1', 'none', stored);
    kill();
    const outstanding = Array.from({ length: 3 }, (_, n) => store.append(`b-${n}`, 'none', newEvents(1)));
    const rejected = Promise.allSettled(outstanding);

    const lost = 'the event store has lost its writer';
    for (const result of await rejected) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining(lost) as string },
      });
    }
    await expect(store.append('a-1', 0, newEvents(1))).rejects.toThrow(lost);
    await expect(subscriber.ended).rejects.toThrow(lost);
    expect(ids(await store.read('a-1'))).toEqual(ids(stored));
  });

  it('reports that its writer died while idle, and has no head any more', async () => {
    const lost = jest.fn<undefined, [Error]>();
    const other = await SqliteEventStore.open(join(dirname(opened.file), 'other', FILE), { lost });
    const kill = writerKiller();
    await other.append('a-1', 'none', newEvents(1));
    await expect(other.head()).resolves.toBe(1);
    expect(lost).not.toHaveBeenCalled();
    kill();
    await eventually(() => expect(lost).toHaveBeenCalled());
    const message = 'the event store has lost its writer';
    expect(lost.mock.calls[0]?.[0].message).toContain(message);
    await expect(other.head()).rejects.toThrow(message);
    await expect(other.durable()).resolves.toBeUndefined();
    await other.close();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('rejects the last appends when its writer dies while closing', async () => {
    const kill = writerKiller();
    await store.append('a-1', 'none', newEvents(1));
    kill();
    const outstanding = store.append('a-1', 0, newEvents(1));
    const rejected = expect(outstanding).rejects.toThrow('the event store has lost its writer');
    await store.close();
    await rejected;
  });

  it('takes a known stream as it is when its conflict was decided before', async () => {
    await store.append('a-1', 'none', newEvents(1));
    await expect(store.append('a-1', 3, newEvents(1))).rejects.toBeInstanceOf(WrongExpectedRevisionError);
    expect((await store.append('a-1', 0, newEvents(1))).revision).toBe(1);
  });
});

describe('opening an sqlite event store', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes the folder when it is missing', async () => {
    const store = await SqliteEventStore.open(join(folder, 'a', 'b', FILE));
    await store.close();
    expect(existsSync(join(folder, 'a', 'b', FILE))).toBe(true);
  });

  it('a second time is refused with a line that names the folder, until the first is closed', async () => {
    const store = await SqliteEventStore.open(join(folder, FILE));
    await expect(SqliteEventStore.open(join(folder, FILE))).rejects.toThrow(`the data folder ${folder} is in use`);
    await store.close();
    await (await SqliteEventStore.open(join(folder, FILE))).close();
  });

  it.each([
    ['is of a newer version', `PRAGMA user_version = 99`, 'has version 99'],
    ['is another database', `CREATE TABLE events (x)`, 'already exists'],
  ])('is refused when the file %s, and leaves the folder free', async (_, sql, message) => {
    const other = new Database(join(folder, FILE));
    other.exec(sql);
    other.close();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(SqliteEventStore.open(join(folder, FILE))).rejects.toThrow(message);
    }
  });
});
