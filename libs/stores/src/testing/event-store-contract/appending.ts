import { type ExpectedRevision, WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import { decided, type Fixture, ids, newEvents, storeAndStream } from './fixture';

export function describeAppending(fixture: () => Fixture): void {
  describe('an append', () => {
    it('expecting `none` begins a stream at revision 0', async () => {
      const { store, stream } = storeAndStream(fixture());
      const result = await store.append(stream, 'none', newEvents(1));
      expect(result.revision).toBe(0);
      expect(result.position).toBeLessThanOrEqual(await store.head());
    });

    it('expecting the exact revision continues the stream', async () => {
      const { store, stream } = storeAndStream(fixture());
      const first = await store.append(stream, 'none', newEvents(2));
      const second = await store.append(stream, 1, newEvents(1));
      expect([first.revision, second.revision]).toEqual([1, 2]);
      expect(second.position).toBeGreaterThan(first.position);
    });

    it('expecting `any` begins or continues a stream', async () => {
      const { store, stream } = storeAndStream(fixture());
      expect((await store.append(stream, 'any', newEvents(1))).revision).toBe(0);
      expect((await store.append(stream, 'any', newEvents(2))).revision).toBe(2);
    });

    it.each<[ExpectedRevision, number, number | 'none']>([
      ['none', 2, 1],
      [0, 2, 1],
      [7, 2, 1],
      [0, 0, 'none'],
    ])('expecting %p of a stream of %p events is refused with what is there', async (expected, length, actual) => {
      const { store, stream } = storeAndStream(fixture());
      if (length > 0) await store.append(stream, 'none', newEvents(length));
      const refused = store.append(stream, expected, newEvents(1));
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevisionError);
      await expect(refused).rejects.toMatchObject({ stream, expected, actual });
      expect(await store.read(stream)).toHaveLength(length);
    });

    it('stores all of its events, or none on a conflict', async () => {
      const { store, stream } = storeAndStream(fixture());
      const events = newEvents(3);
      await store.append(stream, 'none', events);
      await expect(store.append(stream, 'none', newEvents(3))).rejects.toThrow(WrongExpectedRevisionError);
      expect(ids(await store.read(stream))).toEqual(ids(events));
    });

    it('stores two megabytes of many commands in order, and recognises the repetition', async () => {
      const { store, stream } = storeAndStream(fixture());
      const events = newEvents(14, { text: 'x'.repeat(150_000) });
      const first = await store.append(stream, 'none', events);
      expect(first.revision).toBe(13);
      expect(await store.append(stream, 'none', events)).toEqual(first);
      expect(ids(await store.read(stream))).toEqual(ids(events));
    });

    it('is rejected without events', async () => {
      const { store, stream } = storeAndStream(fixture());
      await expect(store.append(stream, 'any', [])).rejects.toThrow('needs at least one event');
    });

    it.each([-1, 0.5, Number.NaN])('expecting revision %p, which no event has, is refused', async (expected) => {
      const { store, stream } = storeAndStream(fixture());
      await expect(store.append(stream, expected, newEvents(1))).rejects.toThrow(RangeError);
    });

    it('does not change another stream whose name starts alike', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.append(stream, 'none', newEvents(1));
      expect((await store.append(`${stream}1`, 'none', newEvents(1))).revision).toBe(0);
    });
  });

  describe('a repetition with the same event ids', () => {
    it.each<[ExpectedRevision]>([['none'], [1], ['any']])('expecting %p answers as the first did', async (expected) => {
      const { store, stream } = storeAndStream(fixture());
      if (expected === 1) await store.append(stream, 'none', newEvents(2));
      const events = newEvents(2);
      const first = await store.append(stream, expected, events);
      expect(await store.append(stream, expected, events)).toEqual(first);
      await store.append(stream, first.revision, newEvents(1));
      expect(await store.append(stream, expected, events)).toEqual(first);
      expect(await store.read(stream)).toHaveLength(first.revision + 2);
    });

    it('is recognised while the first is under way', async () => {
      const { store, stream } = storeAndStream(fixture());
      const events = newEvents(2);
      const [first, second] = await Promise.all([
        store.append(stream, 'none', events),
        store.append(stream, 'none', events),
      ]);
      expect(second).toEqual(first);
      expect(await store.read(stream)).toHaveLength(2);
    });

    it('is recognised after a restart', async () => {
      const test = fixture();
      const { stream } = storeAndStream(test);
      const events = newEvents(2);
      const first = await test.store.append(stream, 'none', events);
      await test.reopen();
      expect(await test.store.append(stream, 'none', events)).toEqual(first);
    });

    it.each<[ExpectedRevision]>([['none'], ['any']])(
      'recognises a repetition of the leading part, expecting %p',
      async (expected) => {
        const { store, stream } = storeAndStream(fixture());
        const events = newEvents(3);
        await store.append(stream, expected, events);
        expect((await store.append(stream, expected, events.slice(0, 2))).revision).toBe(1);
        expect(await store.read(stream)).toHaveLength(3);
      },
    );

    it.each<[ExpectedRevision]>([['none'], ['any']])(
      'that adds new events conflicts, expecting %p',
      async (expected) => {
        const { store, stream } = storeAndStream(fixture());
        const events = newEvents(2);
        await store.append(stream, expected, events);
        for (const mixed of [
          [...events, ...newEvents(1)],
          [...events.slice(0, 1), ...newEvents(1)],
          [...newEvents(1), ...events.slice(1)],
          [...events].reverse(),
        ]) {
          await expect(store.append(stream, expected, mixed)).rejects.toMatchObject({ stream, expected, actual: 1 });
        }
        expect(ids(await store.read(stream))).toEqual(ids(events));
      },
    );
  });

  describe('protocol rule 1: an event id follows from stream, command, index and content, never from the revision', () => {
    it('two commands that race for one revision: one of them conflicts', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.append(stream, 'none', newEvents(1));
      await store.append(stream, 0, decided(stream, 'command-a', [{ bytes: '0x1' }]));
      await expect(store.append(stream, 0, decided(stream, 'command-b', [{ bytes: '0x1' }]))).rejects.toMatchObject({
        expected: 0,
        actual: 1,
      });
    });

    it('one command decided twice with different content: the second conflicts', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.append(stream, 'none', decided(stream, 'command', [{ bytes: '0x1' }]));
      await expect(store.append(stream, 'none', decided(stream, 'command', [{ bytes: '0x2' }]))).rejects.toThrow(
        WrongExpectedRevisionError,
      );
    });

    it('a retry of the same append repeats its ids and is recognised', async () => {
      const { store, stream } = storeAndStream(fixture());
      const contents = [{ bytes: '0x1' }, { bytes: '0x2' }];
      const first = await store.append(stream, 'none', decided(stream, 'command', contents));
      expect(await store.append(stream, 'none', decided(stream, 'command', contents))).toEqual(first);
      expect(await store.read(stream)).toHaveLength(2);
    });
  });

  describe('many appends at once', () => {
    it('exactly one of many with the same expected revision succeeds', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.append(stream, 'none', newEvents(1));
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, () => store.append(stream, 0, newEvents(1))),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(99);
      for (const { reason } of refused) expect(reason).toBeInstanceOf(WrongExpectedRevisionError);
      expect(await store.read(stream)).toHaveLength(2);
    });

    it('each of many expecting `any` gets its own revision', async () => {
      const { store, stream } = storeAndStream(fixture());
      const length = fixture().many(1_000);
      const results = await Promise.all(Array.from({ length }, () => store.append(stream, 'any', newEvents(1))));
      const revisions = results.map(({ revision }) => revision).sort((a, b) => a - b);
      expect(revisions).toEqual(Array.from({ length }, (_, revision) => revision));
      expect((await store.read(stream)).map(({ revision }) => revision)).toEqual(revisions);
    });

    it('stores appends to 10,000 streams once, each at its own position', async () => {
      const test = fixture();
      const length = test.many(10_000);
      const results = await Promise.all(
        Array.from({ length }, (_, n) => test.store.append(test.stream(n), 'none', newEvents(1, { n }))),
      );
      expect(results.every(({ revision }) => revision === 0)).toBe(true);
      expect(new Set(results.map(({ position }) => position)).size).toBe(length);
      const subscriber = test.subscribe({ after: test.before });
      await subscriber.until(() => subscriber.events.length >= length);
      expect(new Set(subscriber.events.map(({ stream }) => stream)).size).toBe(length);
    });
  });
}
