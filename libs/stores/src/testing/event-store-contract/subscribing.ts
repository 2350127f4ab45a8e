import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { type Fixture, ids, newEvents } from './fixture';
import type { Subscriber } from './subscriber';

export function describeSubscribing(fixture: () => Fixture): void {
  describe('a subscription', () => {
    it('from the start delivers all events, then new ones', async () => {
      const test = fixture();
      const [before, after] = [newEvents(3), newEvents(2)];
      await test.store.append(test.stream(), 'none', before);
      const subscriber = await test.subscribeLive({ after: 'start' });
      expect(subscriber.ids).toEqual(ids(before));
      await test.store.append(test.stream(), 2, after);
      await subscriber.until(() => subscriber.events.length === 5);
      expect(subscriber.ids).toEqual(ids([...before, ...after]));
      expect(subscriber.events).toEqual(await test.store.read(test.stream()));
    });

    it('from the end delivers only new events', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(3));
      const subscriber = await test.subscribeLive({ after: 'end' });
      const events = newEvents(1);
      await test.store.append(test.stream(), 2, events);
      await subscriber.until(() => subscriber.events.length > 0);
      expect(subscriber.ids).toEqual(ids(events));
    });

    it('after a position starts with the next event, also inside an append', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(4));
      const stored = await test.store.read(test.stream());
      const subscriber = await test.subscribeLive({ after: stored[1]!.position });
      expect(subscriber.ids).toEqual(ids(stored.slice(2)));
    });

    it('passes over events that are not ours, unless it asks for them; a read has them in their places', async () => {
      const test = fixture();
      const [first, foreign, last] = [newEvents(1), newEvents(1), newEvents(1)];
      await test.store.append(test.stream(), 'none', first);
      await test.store.append(
        test.stream(),
        0,
        foreign.map((event) => ({ ...event, metadata: {} as never })),
      );
      await test.store.append(test.stream(), 1, last);
      const [own, all] = [
        await test.subscribeLive({ after: 'start' }),
        await test.subscribeLive({ after: 'start', includesForeign: true }),
      ];
      expect(own.ids).toEqual(ids([...first, ...last]));
      expect(own.batches.at(-1)?.position).toBe(all.events.at(-1)?.position);
      expect(all.ids).toEqual(ids([...first, ...foreign, ...last]));
      expect(ids(await test.store.read(test.stream()))).toEqual(all.ids);
    });

    it('fails after a position that the store has not reached, because it would skip events', async () => {
      const test = fixture();
      const subscriber = test.subscribe({ after: (await test.store.head()) + 1_000_000_000 });
      await expect(subscriber.ended).rejects.toThrow('ahead of the event store');
    });

    it('delivers only events of streams with its prefixes', async () => {
      const test = fixture();
      const { store } = test;
      await store.append(test.stream(1, 'order'), 'none', newEvents(1, 'order'));
      await store.append(test.stream(1, 'invoice'), 'none', newEvents(1, 'invoice'));
      const prefixes = [test.prefix('order'), test.prefix('refund')];
      const subscriber = await test.subscribeLive({ after: test.before, prefixes });
      await store.append(test.stream(2, 'invoice'), 'none', newEvents(1, 'invoice'));
      await store.append(test.stream(1, 'refund'), 'none', newEvents(1, 'refund'));
      await store.append(test.stream(2, 'order'), 'none', newEvents(1, 'order'));
      await subscriber.until(() => subscriber.events.length === 3);
      expect(subscriber.events.map(({ data }) => data)).toEqual(['order', 'refund', 'order']);
    });

    it('takes a prefix as it is written, with no wildcards', async () => {
      const test = fixture();
      await test.store.append(test.stream(1, 'a_b'), 'none', newEvents(1, 'a_b'));
      await test.store.append(test.stream(1, 'axb'), 'none', newEvents(1, 'axb'));
      const subscriber = await test.subscribeLive({ after: test.before, prefixes: [test.prefix('a_b')] });
      expect(subscriber.events.map(({ data }) => data)).toEqual(['a_b']);
    });

    it('delivers the events of all streams in order without prefixes', async () => {
      const test = fixture();
      const subscriber = await test.subscribeLive({ after: 'end' });
      const everything = test.subscribe({ after: subscriber.position, prefixes: [''] });
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => test.store.append(test.stream(n, `c${n % 4}`), 'none', newEvents(2, n))),
      );
      const own = () => everything.events.filter(({ stream }) => stream.includes(test.prefix('').slice(1)));
      await everything.until(() => own().length === 80);
      const positions = everything.events.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect(new Set(positions).size).toBe(positions.length);
    });

    it('says once that it has caught up, even when there was nothing to hand over', async () => {
      const test = fixture();
      const subscriber = await test.subscribeLive({ after: 'end' });
      expect(subscriber.batches).toEqual([{ events: [], position: expect.any(Number) as number, caughtUp: true }]);
    });

    it('moves on past events of other streams, without waking its consumer for each of them', async () => {
      const test = fixture();
      const subscriber = await test.subscribeLive({ after: test.before });
      const idle = subscriber.batches.length;
      const appended: number[] = [];
      for (let n = 0; n < 150; n += 1) {
        appended.push((await test.store.append(test.stream(n, 'other'), 'none', newEvents(10))).position);
      }
      const thousandBefore = appended.at(-101)!;
      await subscriber.until(() => subscriber.position >= thousandBefore);
      expect(subscriber.events).toEqual([]);
      expect(subscriber.batches.length - idle).toBeLessThan(15);
    });

    it('hands over no more than its batch size, and says when more is waiting', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(25));
      const subscriber = await test.subscribeLive({ after: test.before, batchSize: 10 });
      expect(subscriber.batches.filter(({ events }) => events.length > 0).map(({ events }) => events.length)).toEqual([
        10, 10, 5,
      ]);
      expect(subscriber.batches[0]?.caughtUp).toBe(false);
    });

    it('reports positions that never go back and cover each batch', async () => {
      const test = fixture();
      const subscriber = test.subscribe({ after: test.before, batchSize: 7 });
      await Promise.all(Array.from({ length: 60 }, (_, n) => test.store.append(test.stream(n), 'none', newEvents(2))));
      await subscriber.until(() => subscriber.events.length === 120);
      let before = 0;
      for (const { events, position } of subscriber.batches) {
        for (const event of events) {
          expect(event.position).toBeGreaterThan(before);
          expect(event.position).toBeLessThanOrEqual(position);
        }
        expect(position).toBeGreaterThanOrEqual(before);
        before = position;
      }
    });
  });

  describe('between catching up and being live', () => {
    it('there is no gap and no repetition, whenever the subscription begins', async () => {
      const test = fixture();
      const subscribers: Subscriber[] = [];
      const appends: Promise<unknown>[] = [];
      const rounds = test.many(60);
      for (let n = 0; n < rounds; n += 1) {
        for (let k = 0; k < 10; k += 1) appends.push(test.store.append(test.stream(`${n}.${k}`), 'none', newEvents(2)));
        subscribers.push(test.subscribe({ after: test.before, batchSize: 1 + (n % 50) }));
        if (n % 3 === 0) await setImmediate();
        if (n % 7 === 0) await appends.at(-1);
      }
      await Promise.all(appends);
      const [first, ...others] = subscribers;
      for (const subscriber of subscribers) await subscriber.until(() => subscriber.events.length >= rounds * 20);
      expect(new Set(first!.ids).size).toBe(rounds * 20);
      for (const other of others) expect(other.ids).toEqual(first!.ids);
    });

    it('there is none at any position to resume from', async () => {
      const test = fixture();
      const appends: Promise<unknown>[] = [];
      const resumed: Subscriber[] = [];
      const whole = test.subscribe({ after: test.before, batchSize: 5 });
      for (let n = 0; n < 100; n += 1) {
        appends.push(test.store.append(test.stream(n), 'none', newEvents(3)));
        if (n % 5 === 0) await setImmediate();
        if (n % 10 === 0) resumed.push(test.subscribe({ after: whole.position, batchSize: 4 }));
      }
      await Promise.all(appends);
      await whole.until(() => whole.events.length >= 300);
      for (const subscriber of resumed) {
        await subscriber.until(() => subscriber.ids.at(-1) === whole.ids.at(-1));
        expect(subscriber.ids).toEqual(whole.ids.slice(300 - subscriber.ids.length));
      }
    });

    it('a slow consumer misses nothing, and holds nobody else up', async () => {
      const test = fixture();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const slow = test.subscribe({ after: test.before, batchSize: 3 }, () => held);
      const quick = await test.subscribeLive({ after: test.before });
      const rounds = test.many(20);
      for (let n = 0; n < rounds; n += 1) {
        await Promise.all(
          Array.from({ length: 50 }, (_, k) => test.store.append(test.stream(`${n}.${k}`), 'none', newEvents(1))),
        );
      }
      await quick.until(() => quick.events.length === rounds * 50);
      expect(slow.events).toEqual([]);
      release();
      await slow.until(() => slow.events.length >= rounds * 50);
      expect(slow.ids).toEqual(quick.ids);
    });
  });

  describe('a subscription resumed from its checkpoint', () => {
    it('goes on with the next event after a restart', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(5));
      const first = await test.subscribeLive({ after: test.before, batchSize: 2 });
      const checkpoint = first.batches.find(({ events }) => events.length > 0)!.position;
      const missed = newEvents(3);
      await test.store.append(test.stream(), 4, missed);
      await test.reopen();
      const second = await test.subscribeLive({ after: checkpoint });
      await test.store.append(test.stream(), 7, newEvents(1));
      await second.until(() => second.events.length >= 7);
      expect(second.events.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    });
  });

  describe('the end of a subscription', () => {
    it('ends by its signal while it waits for events', async () => {
      const test = fixture();
      const subscriber = await test.subscribeLive({ after: test.before });
      await subscriber.stop();
      await test.store.append(test.stream(), 'none', newEvents(1));
      expect(subscriber.events).toEqual([]);
    });

    it('ends by its signal while its consumer works, with no further batch', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(10));
      let started = (): void => undefined;
      let release = (): void => undefined;
      const working = new Promise<void>((resolve) => (started = resolve));
      const held = new Promise<void>((resolve) => (release = resolve));
      const subscriber = test.subscribe({ after: test.before, batchSize: 2 }, async ({ events }) => {
        if (events.length === 0) return;
        started();
        await held;
      });
      await working;
      const stopped = subscriber.stop();
      release();
      await stopped;
      expect(subscriber.events).toHaveLength(2);
    });

    it('ends by a signal that was aborted before it began', async () => {
      const test = fixture();
      const batches = test.store.subscribe({ after: 'start', signal: AbortSignal.abort() })[Symbol.asyncIterator]();
      expect(await batches.next()).toEqual({ done: true, value: undefined });
    });

    it('ends together with all others of its signal, with one listener for all', async () => {
      const { store } = fixture();
      const controller = new AbortController();
      const { signal } = controller;
      const subscriptions = Array.from({ length: 20 }, () =>
        store.subscribe({ after: 'end', signal })[Symbol.asyncIterator](),
      );
      for (const batches of subscriptions) expect((await batches.next()).done).toBe(false);
      const ends = subscriptions.map((batches) => batches.next());
      // Node warns of a leak from the eleventh on.
      expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(10);
      controller.abort();
      for (const end of ends) expect((await end).done).toBe(true);
    });

    it('ends when its consumer leaves the loop', async () => {
      const test = fixture();
      await test.store.append(test.stream(), 'none', newEvents(1));
      const { signal } = new AbortController();
      let batches = 0;
      for await (const batch of test.store.subscribe({ after: test.before, signal })) {
        batches += 1;
        expect(batch.position).toBeGreaterThan(0);
        break;
      }
      expect(batches).toBe(1);
    });

    it('when the store is closed', async () => {
      const test = fixture();
      const subscriber = await test.subscribeLive({ after: test.before });
      await test.store.close();
      await expect(subscriber.ended).resolves.toBeUndefined();
    });

    it('one subscription ends while the others continue', async () => {
      const test = fixture();
      const [leaving, staying] = [
        await test.subscribeLive({ after: test.before }),
        await test.subscribeLive({ after: test.before }),
      ];
      await leaving.stop();
      await test.store.append(test.stream(), 'none', newEvents(1));
      await staying.until(() => staying.events.length === 1);
    });
  });
}
