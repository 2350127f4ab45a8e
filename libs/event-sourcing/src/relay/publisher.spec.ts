import type { Kysely } from 'kysely';
import { FencedError, NotReachedError, NotWrittenError } from '../errors';
import { eventId } from '../event-id';
import { systemClock } from '../ports';
import { readCheckpoint, resetCheckpoint } from '../tables/checkpoint';
import { MemoryEventStore } from '@stablecoin/stores';
import type { RecordedEvent } from '../ports/event-store';
import { StreamCategory } from '../stream-category';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { eventually } from '../testing/eventually';
import { ManualClock } from '../testing/manual-clock';
import { RecordingLog, RecordingMeter } from '../testing/recording';
import { silentLog, silentMeter } from '../testing/silent';
import type { Steps } from './ordering-keys';
import { Publisher } from './publisher';
import type { PublisherOptions } from './publisher';

interface Message {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
}

type Place = `${string}/${string}`;

/** What an event of these tests leads to: `topic/key`, one after the other, those in a list of their own side by side. */
type To = readonly (Place | readonly Place[])[];

/** Where the relay named `payments` keeps its place; a read model may have that name too. */
const CHECKPOINT = 'relay payments';

let store: MemoryEventStore;
let db: Kysely<object>;
let bus: Bus;
let appended: number;
const publishers: Publisher<Message>[] = [];

/** A bus that keeps calls until it is told to acknowledge them. */
class Bus {
  /** Every message that came, as often as it came. */
  readonly came: string[] = [];
  readonly calls: { readonly messages: readonly Message[]; readonly answer: (error?: Error) => void }[] = [];
  /** Acknowledges at once. */
  open = true;
  calledTimes = 0;
  faults: Error[] = [];

  readonly publish = async (messages: readonly Message[]): Promise<void> => {
    this.calledTimes++;
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
    this.came.push(...messages.map(({ id }) => id));
    if (this.open) return;
    await new Promise<void>((resolve, reject) => {
      this.calls.push({ messages, answer: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  };

  /** The messages of each call under way, by id. */
  get underWay(): string[][] {
    return this.calls.map(({ messages }) => messages.map(({ id }) => id));
  }

  /** Answers the call that holds this message. */
  answer(id: string, error?: Error): void {
    const index = this.calls.findIndex(({ messages }) => messages.some((message) => message.id === id));
    const [call] = this.calls.splice(index, 1);
    if (index < 0 || call === undefined) throw new Error(`${id} is not under way`);
    call.answer(error);
  }
}

beforeEach(() => {
  store = new MemoryEventStore();
  bus = new Bus();
  appended = 0;
});

afterEach(async () => {
  bus.calls.splice(0).forEach(({ answer }) => answer());
  bus.open = true;
  for (const publisher of publishers.splice(0)) await publisher.stop();
  await store.close();
});

const describeEach = forEachDatabase<object>((opened) => {
  ({ db } = opened);
});

function messagesOf({ data, position }: RecordedEvent): Steps<Message> {
  let index = 0;
  const messageTo = (place: Place): Message => {
    const [topic = '', key = ''] = place.split('/');
    return { id: `${position}.${index++}`, topic, key };
  };
  return (data as unknown as To).map((to) => (typeof to === 'string' ? messageTo(to) : to.map(messageTo)));
}

function publisherOf(options: Partial<PublisherOptions<Message>> = {}): Publisher<Message> {
  const publisher = new Publisher<Message>({
    name: 'payments',
    store,
    streams: [new StreamCategory('payment')],
    db,
    map: messagesOf,
    publish: bus.publish,
    topicOf: ({ topic }) => topic,
    clock: systemClock,
    log: silentLog,
    meter: silentMeter,
    stopMs: 50,
    ...options,
  });
  publishers.push(publisher);
  return publisher;
}

async function started(options: Partial<PublisherOptions<Message>> = {}): Promise<Publisher<Message>> {
  const publisher = publisherOf(options);
  await publisher.start();
  return publisher;
}

/** @returns the event's position; its messages are `<position>.<index>` */
async function append(to: To, stream = 'payment-1'): Promise<number> {
  const commandId = `cmd-${++appended}`;
  const metadata = { commandId, at: 1_000, correlationId: 'cor', account: 'acme', livemode: false };
  const event = {
    id: eventId(stream, commandId, 0, 'Happened', JSON.stringify(to)),
    type: 'Happened',
    data: to,
    metadata,
  };
  return (await store.append(stream, 'any', [event])).position;
}

describeEach('a publisher', () => {
  it('publishes what follows from events, and nothing else', async () => {
    await append(['t/a']);
    await append(['t/b'], 'wallet-1');
    await append([]);
    const publisher = await started();
    await append(['t/a', 't/c']);
    await publisher.drained();
    expect(bus.came).toEqual(['1.0', '4.0', '4.1']);
    expect(publisher.position()).toBe(4);
  });

  it('has drained when nothing of its own is left, whatever others append', async () => {
    const publisher = await started();
    await append(['t/a']);
    await append(['t/b'], 'wallet-1');
    await publisher.drained();
    expect(bus.came).toEqual(['1.0']);
    await publisher.drained();
  });

  it('has not drained before everything is acknowledged', async () => {
    bus.open = false;
    const publisher = await started();
    await append(['t/a']);
    await append(['t/b']);
    let drained = false;
    const draining = publisher.drained().then(() => (drained = true));
    await eventually(() => bus.calls.length === 2);
    bus.answer('2.0');
    await eventually(() => bus.calls.length === 1);
    expect(drained).toBe(false);
    bus.answer('1.0');
    await draining;
  });

  it('has bounded what is in flight', async () => {
    bus.open = false;
    const meter = new RecordingMeter();
    const publisher = await started({ maxInFlight: 3, meter });
    for (let n = 0; n < 10; n++) await append([`t/key${n}`]);
    await eventually(() => bus.calls.length === 3);
    expect(meter.read('relay_in_flight_events')).toBe(3);
    bus.answer('2.0');
    await eventually(() => bus.underWay.flat().includes('4.0'));
    expect(bus.calls).toHaveLength(3);
    bus.open = true;
    for (const [id] of bus.underWay) bus.answer(id ?? '');
    await publisher.drained();
    expect(bus.came).toHaveLength(10);
  });
});

describeEach('what is in flight', () => {
  it('is told of by the time for which there was no progress, whatever came after it', async () => {
    bus.open = false;
    const [clock, meter] = [new ManualClock(), new RecordingMeter()];
    const publisher = await started({ clock, meter });
    expect(meter.read('relay_stalled_seconds')).toBe(0);
    await append(['t/a']);
    await append(['t/b']);
    await eventually(() => bus.calls.length === 2);
    clock.advance(90_000);
    bus.answer('2.0');
    await eventually(() => meter.read('relay_in_flight_events') === 1);
    expect(meter.read('relay_stalled_seconds')).toBe(90);
    bus.answer('1.0');
    await publisher.drained();
    expect(meter.read('relay_stalled_seconds')).toBe(0);
  });
});

describeEach('protocol rule 21: order', () => {
  it('the next message of a key goes out only after the one before it is acknowledged, others meanwhile', async () => {
    bus.open = false;
    await started();
    await append(['t/a']);
    await eventually(() => bus.calls.length === 1);
    await append(['t/a']);
    await append(['t/b']);
    await append(['u/a']);
    await eventually(() => bus.calls.length === 3);
    expect(bus.underWay).toEqual([['1.0'], ['3.0'], ['4.0']]);
    bus.answer('1.0');
    await eventually(() => bus.calls.length === 3);
    expect(bus.underWay).toEqual([['3.0'], ['4.0'], ['2.0']]);
  });

  it('what has gathered for a key goes out together, in order', async () => {
    bus.open = false;
    const publisher = await started();
    await append(['t/hot']);
    await eventually(() => bus.calls.length === 1);
    for (let n = 0; n < 100; n++) await append(['t/hot']);
    await append(['t/last']);
    await eventually(() => bus.calls.length === 2);
    bus.answer('1.0');
    await eventually(() => bus.underWay.some((ids) => ids.length === 100));
    expect(bus.underWay[1]).toEqual(Array.from({ length: 100 }, (_, n) => `${n + 2}.0`));
    bus.answer('2.0');
    bus.answer('102.0');
    await publisher.drained();
    expect(bus.calledTimes).toBe(3);
  });

  it('the next message of an event goes out only after the one before it is acknowledged', async () => {
    bus.open = false;
    const publisher = await started();
    await append(['t/treasury', 'e/payment', 'e/payment']);
    for (const id of ['1.0', '1.1', '1.2']) {
      await eventually(() => bus.calls.length === 1);
      expect(bus.underWay).toEqual([[id]]);
      expect(publisher.position()).toBe(0);
      bus.answer(id);
    }
    await publisher.drained();
  });

  it('messages of one step go out side by side, and the next step when all of them are acknowledged', async () => {
    bus.open = false;
    const publisher = await started();
    await append([['t/treasury', 'w/wallet', 'w/wallet'], 'e/payment']);
    await eventually(() => bus.calls.length === 2);
    expect(bus.underWay).toEqual([['1.0'], ['1.1', '1.2']]);
    bus.answer('1.1');
    await append(['e/payment', 'e/other']);
    await append(['t/other']);
    await eventually(() => bus.calls.length === 2);
    expect(bus.underWay).toEqual([['1.0'], ['3.0']]);
    bus.answer('1.0');
    await eventually(() => bus.calls.length === 2);
    expect(bus.underWay).toEqual([['3.0'], ['1.3', '2.0']]);
    expect(publisher.position()).toBe(0);
    for (const id of ['3.0', '1.3']) bus.answer(id);
    await eventually(() => bus.calls.length === 1);
    bus.answer('2.1');
    await publisher.drained();
  });

  it('a message that waits for another of its event keeps its place among those of its key', async () => {
    bus.open = false;
    await started();
    await append(['t/slow', 'e/payment']);
    await append(['e/payment']);
    await append(['e/other']);
    await eventually(() => bus.calls.length === 2);
    expect(bus.underWay).toEqual([['1.0'], ['3.0']]);
    bus.answer('1.0');
    await eventually(() => bus.calls.length === 2);
    expect(bus.underWay).toEqual([['3.0'], ['1.1', '2.0']]);
  });

  it('holds for any messages and any order of acknowledgements and failures', async () => {
    let seed = 3;
    const random = (most: number): number => (seed = (seed * 16_807) % 2_147_483_647) % most;
    bus.open = false;
    const clock = new ManualClock();
    const publisher = await started({ clock, maxInFlight: 20 });
    const keys = ['t/a', 't/b', 't/c', 'u/a'] as const;
    const order = new Map<string, string[]>();
    const total = 200;
    for (let n = 0; n < total; n++) {
      const to = Array.from({ length: random(4) }, () => keys[random(4)] ?? 't/a');
      const position = await append(to, `payment-${random(5)}`);
      to.forEach((key, index) => order.set(key, [...(order.get(key) ?? []), `${position}.${index}`]));
    }
    const acknowledged: string[] = [];
    const draining = publisher.drained();
    let drained = false;
    void draining.then(() => (drained = true));
    await eventually(() => {
      clock.advance(10_000);
      const call = bus.calls[random(Math.max(1, bus.calls.length))];
      const first = call?.messages[0];
      if (call !== undefined && first !== undefined) {
        const fails = random(4) === 0;
        if (!fails) acknowledged.push(...call.messages.map(({ topic, key, id }) => `${topic}/${key} ${id}`));
        bus.answer(first.id, fails ? new Error('no leader') : undefined);
      }
      return drained;
    });
    for (const key of keys) {
      const seen = acknowledged.filter((each) => each.startsWith(`${key} `)).map((each) => each.split(' ')[1]);
      expect(seen).toEqual(order.get(key));
    }
    const ofEvents = new Map<string, number>();
    for (const id of acknowledged.map((each) => each.split(' ')[1] ?? '')) {
      const [position = '', index = ''] = id.split('.');
      expect(Number(index)).toBe(ofEvents.get(position) ?? 0);
      ofEvents.set(position, Number(index) + 1);
    }
  });
});

describeEach('the checkpoint is the lowest position that is not acknowledged', () => {
  it('a crash with unacknowledged messages publishes them again, and loses none', async () => {
    bus.open = false;
    const crashing = await started();
    for (const to of ['t/a', 't/b', 't/c'] as const) await append([to]);
    await eventually(() => bus.calls.length === 3);
    bus.answer('1.0');
    bus.answer('3.0');
    await eventually(() => crashing.position() === 1);
    await crashing.stop();
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(1);
    bus.open = true;
    const restarted = await started();
    await restarted.drained();
    expect(bus.came).toEqual(['1.0', '2.0', '3.0', '2.0', '3.0']);
  });

  it('is written from time to time, and when it stops', async () => {
    const clock = new ManualClock();
    const publisher = await started({ clock });
    await append(['t/a']);
    await publisher.drained();
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(0);
    clock.advance(1_000);
    await eventually(async () => (await readCheckpoint(db, CHECKPOINT))?.position === 1);
    await append(['t/a']);
    await publisher.drained();
    await publisher.stop();
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(2);
    expect(clock.timers).toBe(0);
  });

  it('begins anew when the store ends before it: it belongs to another store', async () => {
    await (await started()).stop();
    await resetCheckpoint(db, CHECKPOINT, { position: 99, version: 0 });
    await append(['t/a']);
    await (await started()).drained();
    expect(bus.came).toEqual(['1.0']);
  });

  it('publishes everything again in another generation, whose consumers drop what was published before', async () => {
    await append(['t/a']);
    const first = await started();
    await first.drained();
    await first.stop();
    const again = await started({ generation: 7 });
    await again.drained();
    await again.stop();
    const restarted = await started({ generation: 7 });
    await append(['t/b']);
    await restarted.drained();
    expect(bus.came).toEqual(['1.0', '1.0', '2.0']);
    expect(await readCheckpoint(db, CHECKPOINT)).toMatchObject({ version: 7 });
  });

  it('rule 28: and of which everything is on the disk', async () => {
    let isOnDisk = false;
    const durable = jest.spyOn(store, 'durable').mockImplementation(() => {
      return isOnDisk ? Promise.resolve() : Promise.reject(new NotWrittenError('the disk is full'));
    });
    const log = new RecordingLog();
    const publisher = await started({ checkpointMs: 1, log });
    await append(['t/a']);
    await publisher.drained();
    await eventually(() => durable.mock.calls.length > 0 && log.lines.length > 0);
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(0);
    isOnDisk = true;
    await append(['t/a']);
    await eventually(async () => (await readCheckpoint(db, CHECKPOINT))?.position === 2);
  });

  it('rule 27: a publisher whose checkpoint another one has moved stops', async () => {
    const [clock, log] = [new ManualClock(), new RecordingLog()];
    const publisher = await started({ clock, log });
    await append(['t/a']);
    await publisher.drained();
    await resetCheckpoint(db, CHECKPOINT, { position: 7, version: 0 });
    clock.advance(1_000);
    await eventually(() => log.messages('error').length === 1);
    expect(log.messages('error')).toEqual(['another instance publishes these events; stopping this publisher']);
    await append(['t/b']);
    await expect(publisher.drained()).rejects.toThrow(FencedError);
    expect(bus.came).toEqual(['1.0']);
    await publisher.stop();
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(7);
  });
});

describeEach('a publisher that starts again', () => {
  it('goes on where another one has left off', async () => {
    const [first, second] = [await started(), publisherOf()];
    await append(['t/a']);
    await first.drained();
    await first.stop();
    await second.start();
    await append(['t/a']);
    await second.drained();
    await second.stop();
    await first.start();
    await append(['t/a']);
    await first.drained();
    expect(bus.came).toEqual(['1.0', '2.0', '3.0']);
  });

  it('publishes nothing of what waited when it stopped beside what it finds again', async () => {
    bus.open = false;
    const publisher = await started({ stopMs: 1 });
    await append(['t/a']);
    await eventually(() => bus.underWay.length === 1);
    await append(['t/a']);
    await publisher.stop();
    await publisher.start();
    await eventually(() => bus.underWay.length === 2);
    bus.answer('1.0');
    bus.open = true;
    bus.answer('1.0');
    await publisher.drained();
    expect(bus.came.filter((id) => id === '2.0')).toEqual(['2.0']);
  });

  it('starts again after it was fenced off, which it says', async () => {
    const clock = new ManualClock();
    const publisher = await started({ clock });
    let fenced = 0;
    publisher.onFenced(() => fenced++);
    await append(['t/a']);
    await publisher.drained();
    await resetCheckpoint(db, CHECKPOINT, { position: 1, version: 0 });
    clock.advance(1_000);
    await eventually(() => fenced === 1);
    await publisher.stop();
    await append(['t/b']);
    await publisher.start();
    await publisher.drained();
    expect(bus.came).toEqual(['1.0', '2.0']);
  });
});

describeEach('what fails', () => {
  it('a bus that does not answer is tried for ever, with one line per interval, and the order is kept', async () => {
    const [clock, log, meter] = [new ManualClock(), new RecordingLog(), new RecordingMeter()];
    bus.faults = Array.from({ length: 40 }, () => new Error('no leader'));
    const publisher = await started({ clock, log, meter });
    await append(['t/a']);
    await append(['t/a']);
    await append(['t/b']);
    await eventually(() => {
      clock.advance(1_000);
      return bus.faults.length === 0;
    });
    await eventually(() => {
      clock.advance(10_000);
      return publisher.position() === 3;
    });
    expect(meter.counted('relay_publish_failures_total')).toBe(40);
    expect(log.messages('error').length).toBeLessThan(40);
    expect(new Set(log.messages('error'))).toEqual(new Set(['cannot publish messages, retrying']));
    expect(log.messages('info')).toEqual(['messages are published again']);
    expect(bus.came.filter((id) => id !== '3.0')).toEqual(['1.0', '2.0']);
  });

  it('a key that fails holds up no other', async () => {
    const publish = (messages: readonly Message[]): Promise<void> =>
      messages[0]?.key === 'bad' ? Promise.reject(new Error('too large')) : bus.publish(messages);
    const publisher = await started({ publish });
    await append(['t/bad']);
    for (let n = 0; n < 20; n++) await append(['t/good']);
    await eventually(() => bus.came.length === 20);
    expect(publisher.position()).toBe(0);
  });

  it('a mapping that throws is tried again, and nothing is skipped', async () => {
    const [clock, log] = [new ManualClock(), new RecordingLog()];
    let broken = true;
    const map = (event: RecordedEvent): Steps<Message> => {
      if (broken && event.position === 2) throw new Error('no such type');
      return messagesOf(event);
    };
    const publisher = await started({ clock, log, map });
    for (let n = 0; n < 3; n++) await append(['t/a']);
    await eventually(() => log.messages('error').length === 1);
    await eventually(() => bus.came.length === 1);
    broken = false;
    clock.advance(50);
    await publisher.drained();
    expect(bus.came).toEqual(['1.0', '2.0', '3.0']);
  });

  it('a publisher that stops tells those who wait for it', async () => {
    bus.open = false;
    const publisher = await started();
    await append(['t/a']);
    const draining = publisher.drained();
    await eventually(() => bus.calls.length === 1);
    await Promise.all([publisher.stop(), expect(draining).rejects.toThrow(NotReachedError)]);
  });

  it('a publisher that stops lets the calls under way finish, for a limited time', async () => {
    bus.open = false;
    const publisher = await started({ stopMs: 60_000 });
    await append(['t/a']);
    await append(['t/a']);
    await eventually(() => bus.calls.length === 1);
    const stopping = publisher.stop();
    bus.answer('1.0');
    await stopping;
    expect(publisher.position()).toBe(1);
    expect((await readCheckpoint(db, CHECKPOINT))?.position).toBe(1);
  });
});
