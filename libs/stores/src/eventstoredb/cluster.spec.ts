/** @slow 28 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbCluster } from '../../../../infra/local/eventstoredb/src/cluster';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { Subscriber } from '../testing/event-store-contract/subscriber';
import { eventually, RecordingLog } from '@stablecoin/event-sourcing/testing';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { type EventStoreDbEventStore, openEventStoreDb } from './index';

const CALLERS = 32;
/** Everything is over in a tenth of the time that a real cluster takes, calls included. */
const SPEED = 10;
const IMPATIENT = '&defaultDeadline=500&discoveryInterval=10';
/** For what no call may be given up in. */
const PATIENT = '&defaultDeadline=20000';

let folder: string;
let cluster: EventStoreDbCluster;
let store: EventStoreDbEventStore;
let patient: EventStoreDbEventStore;
let log: RecordingLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
  cluster = await EventStoreDbCluster.start({ folder, speed: SPEED });
  log = new RecordingLog();
  store = openEventStoreDb(cluster.url + IMPATIENT, log);
  patient = openEventStoreDb(cluster.url + PATIENT, log);
});
afterEach(async () => {
  await Promise.all([store.close(), patient.close()]);
  await cluster.stop();
  await rm(folder, { recursive: true });
});

/** Appends, again and again if need be: on a busy machine a call may take longer than it is given here. */
function append(on: EventStoreDbEventStore, stream: string, expected: 'none' | number, count = 1) {
  const events = newEvents(count);
  return eventually(async () => ({ ...(await on.append(stream, expected, events)), events }));
}

/** Every caller appends to a stream of its own, in order, until it is over, and repeats what has failed. */
class Load {
  readonly appended = new Map<string, string[]>();
  done = 0;
  over = false;
  readonly #callers: Promise<unknown>;

  constructor(private readonly on: EventStoreDbEventStore) {
    this.#callers = Promise.all(Array.from({ length: CALLERS }, (_, caller) => this.#call(`order-${caller}`)));
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.#callers;
  }

  /** Waits until it has got on. */
  async flows(): Promise<void> {
    const before = this.done;
    await eventually(() => this.done > before + 2 * CALLERS);
  }

  async #call(stream: string): Promise<void> {
    const known: string[] = [];
    this.appended.set(stream, known);
    while (!this.over) {
      const events = newEvents(2);
      const expected = known.length === 0 ? 'none' : known.length - 1;
      const append = async (): Promise<unknown> => {
        try {
          return await this.on.append(stream, expected, events);
        } catch (error) {
          expect(error).toMatchObject({ retry: 'always' });
          throw error;
        }
      };
      await eventually(append);
      known.push(...ids(events));
      this.done++;
    }
  }
}

async function expectAllOnce(load: Load, seen: readonly RecordedEvent[]): Promise<void> {
  for (const [stream, appended] of load.appended) {
    expect(ids(await patient.read(stream))).toEqual(appended);
    expect(ids(seen.filter((event) => event.stream === stream))).toEqual(appended);
  }
}

const FAULTS: readonly [string, () => Promise<void>][] = [
  [
    'the leader is killed',
    async () => {
      const killed = await cluster.killLeader();
      await eventually(() => cluster.leader !== undefined && cluster.leader !== killed);
      await cluster.startAgain();
    },
  ],
  [
    'the leader freezes, and goes on when another leads',
    async () => {
      const frozen = await cluster.freezeLeader();
      await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
      cluster.resume();
      await eventually(() => cluster.roles[frozen] === 'follower');
    },
  ],
  [
    'the leader freezes for a moment',
    async () => {
      const { replacements } = store.statistics;
      await cluster.freezeLeader();
      await eventually(() => store.statistics.replacements > replacements);
      cluster.resume();
    },
  ],
  [
    'the quorum is lost',
    async () => {
      await cluster.loseQuorum();
      await eventually(() => cluster.leader === undefined);
      await cluster.startAgain();
    },
  ],
];

describe.each(FAULTS)('32 callers when %s', (_, strike) => {
  it('append everything once, and a subscriber is given it once and in order', async () => {
    const subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    const load = new Load(store);
    await load.flows();
    await strike();
    await load.flows();
    await load.stop();
    const count = [...load.appended.values()].reduce((sum, { length }) => sum + length, 0);
    await eventually(() => subscriber.events.length >= count);
    await expectAllOnce(load, subscriber.events);
    expect(store.statistics.strays).toBe(0);
    await subscriber.stop();
  });
});

describe('one of the nodes, by its own name', () => {
  it.each([0, 1, 2])('node %p leads to the leader, and to the next one when that is gone', async (index) => {
    const named = openEventStoreDb(cluster.urlOf(index) + IMPATIENT, log);
    expect((await append(named, 'order-1', 'none')).revision).toBe(0);
    const killed = await cluster.killLeader();
    await eventually(() => cluster.leader !== undefined && cluster.leader !== killed);
    if (killed === index) await cluster.startAgain();
    await append(named, 'order-1', 0);
    await eventually(async () => expect(await store.read('order-1')).toHaveLength(2));
    await named.close();
  });
});

describe('a subscription', () => {
  it('that nothing else is asked beside finds out that its node stands still', async () => {
    await append(store, 'order-1', 'none');
    const subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
    await eventually(() => subscriber.events.length === 1);
    const frozen = await cluster.freezeLeader();
    await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
    const other = openEventStoreDb(cluster.url + IMPATIENT, log);
    await append(other, 'order-2', 'none');
    await eventually(() => subscriber.events.length === 2);
    await other.close();
    await subscriber.stop();
  });
});

it('a node that does not know of what this process has seen is not asked, and nothing is taken as seen', async () => {
  await append(store, 'order-1', 'none');
  const frozen = await cluster.freezeLeader();
  await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
  const { events } = await append(store, 'order-2', 'none', 3);
  // The old leader goes on as if it led while the new one answers nothing: whoever looks for a leader finds the old one.
  cluster.speed = 1 / 4;
  cluster.resume();
  await cluster.freezeLeader();
  const subscriber = new Subscriber(store, { after: 'start', prefixes: ['order-'] });
  while (cluster.roles[frozen] === 'deposed') {
    const read = await store.read('order-2').catch((error: unknown) => error);
    expect(read).toMatchObject({ retry: 'always' });
  }
  cluster.resume();
  await eventually(() => subscriber.events.length === 4);
  expect(ids(subscriber.events.slice(1))).toEqual(ids(events));
  await subscriber.stop();
});

it('a node that leads no longer is not asked, also by a process that has seen nothing since', async () => {
  await append(store, 'order-1', 'none');
  const frozen = await cluster.freezeLeader();
  await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
  await append(store, 'order-2', 'none', 3);
  cluster.speed = 1 / 4;
  cluster.resume();
  // By its own name it is the first that is asked.
  const fooled = openEventStoreDb(cluster.urlOf(frozen) + IMPATIENT, log);
  const read = await fooled.read('order-2').catch((error: unknown) => error);
  expect(cluster.roles[frozen]).toBe('deposed');
  expect(read).toMatchObject({ retry: 'always' });
  await fooled.close();
});

it('a node from which nothing came for a while is asked who leads before it is believed again', async () => {
  await append(store, 'order-1', 'none');
  const frozen = await cluster.freezeLeader();
  await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
  const other = openEventStoreDb(cluster.url + IMPATIENT, log);
  await append(other, 'order-2', 'none', 3);
  cluster.speed = 1 / 4;
  const read = store.read('order-2').catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  cluster.resume();
  expect(await read).not.toEqual([]);
  expect(cluster.roles[frozen]).toBe('deposed');
  await other.close();
});

it('what one process was answered, another one reads, whatever becomes of the leader', async () => {
  const writer = openEventStoreDb(cluster.url + IMPATIENT, log);
  const written: string[] = [];
  const lies: string[] = [];
  let over = false;
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      for (let n = 0; !over; n++) {
        const stream = `order-${caller}-${n}`;
        await append(writer, stream, 'none');
        written.push(stream);
      }
    }),
  );
  const reading = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!over) {
        const stream = written.at(-1) ?? 'order-0-0';
        const isWritten = written.includes(stream);
        const events = await store.read(stream).catch(() => undefined);
        if (isWritten && events?.length === 0) lies.push(`${stream} ${cluster.roles.join()}`);
      }
    }),
  );
  for (let round = 0; round < 3; round++) {
    const frozen = await cluster.freezeLeader();
    await eventually(() => cluster.leader !== undefined && cluster.leader !== frozen);
    cluster.resume();
    await eventually(() => cluster.roles[frozen] === 'follower');
    const before = written.length;
    await eventually(() => written.length > before + 50);
  }
  over = true;
  await Promise.all([writing, reading]);
  await writer.close();
  expect(lies).toEqual([]);
});

it('says when the server was last away', async () => {
  await append(store, 'order-1', 'none');
  const before = store.lastAwayAt;
  await cluster.loseQuorum();
  await eventually(() => cluster.leader === undefined);
  await expect(store.append('order-1', 0, newEvents(1))).rejects.toMatchObject({ retry: 'always' });
  expect(store.lastAwayAt).toBeGreaterThan(before);
});
