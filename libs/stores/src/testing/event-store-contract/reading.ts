import type { Json, ReadOptions } from '@stablecoin/event-sourcing';
import { type Fixture, ids, newEvents, storeAndStream } from './fixture';

export function describeReading(fixture: () => Fixture): void {
  describe('reading a stream', () => {
    it('gives back what was appended, with its place', async () => {
      const { store, stream } = storeAndStream(fixture());
      const events = newEvents(2);
      const { position } = await store.append(stream, 'none', events);
      const read = await store.read(stream);
      expect(read).toEqual(
        events.map((event, revision) => ({
          ...event,
          stream,
          revision,
          position: expect.any(Number) as number,
        })),
      );
      expect(read[1]?.position).toBe(position);
      expect(read[0]?.position).toBeLessThan(position);
    });

    it.each<[string, ReadOptions, readonly number[]]>([
      ['all', {}, [0, 1, 2, 3, 4]],
      ['forwards from a revision', { from: 3 }, [3, 4]],
      ['forwards with a limit', { limit: 2 }, [0, 1]],
      ['nothing with a limit of 0', { limit: 0 }, []],
      ['forwards from a revision with a limit', { from: 1, limit: 3 }, [1, 2, 3]],
      ['forwards from after the end', { from: 5 }, []],
      ['backwards', { direction: 'backwards' }, [4, 3, 2, 1, 0]],
      ['backwards with a limit', { direction: 'backwards', limit: 1 }, [4]],
      ['backwards from a revision', { direction: 'backwards', from: 1 }, [1, 0]],
      ['backwards from after the end', { direction: 'backwards', from: 9, limit: 2 }, [4, 3]],
    ])('%s', async (_, options, revisions) => {
      const { store, stream } = storeAndStream(fixture());
      await store.append(stream, 'none', newEvents(5));
      expect((await store.read(stream, options)).map(({ revision }) => revision)).toEqual(revisions);
    });

    it('that does not exist gives nothing', async () => {
      const { store, stream } = storeAndStream(fixture());
      expect(await store.read(stream)).toEqual([]);
      expect(await store.read(stream, { direction: 'backwards', limit: 1 })).toEqual([]);
    });

    it('sees an append as soon as it is answered', async () => {
      const { store, stream } = storeAndStream(fixture());
      for (let revision = 0; revision < 50; revision += 1) {
        await store.append(stream, revision === 0 ? 'none' : revision - 1, newEvents(1));
        expect(await store.read(stream, { from: revision })).toHaveLength(1);
      }
    });

    it.each<[string, Json]>([
      ['unicode, quotes and control characters', { text: 'Ünïcödé 💸 中文 "quoted" \\ \n \u0000 \u2028 \ud800' }],
      ['100 KB', { text: '0123456789'.repeat(10_000) }],
      ['nothing much', null],
      ['numbers', [0, -1.5, Number.MAX_SAFE_INTEGER, 1e21]],
    ])('brings back data as it was: %s', async (_, data) => {
      const test = fixture();
      const { store, stream } = storeAndStream(test);
      await store.append(stream, 'none', newEvents(1, data));
      expect((await store.read(stream))[0]?.data).toEqual(data);
      const live = test.subscribe({ after: test.before });
      await live.until(() => live.events.length === 1);
      expect(live.events[0]?.data).toEqual(data);
    });

    it('finds everything again after a restart', async () => {
      const test = fixture();
      const events = newEvents(3);
      await test.store.append(test.stream(), 'none', events);
      const before = await test.store.read(test.stream());
      const head = await test.store.head();
      await test.reopen();
      expect(await test.store.read(test.stream())).toEqual(before);
      expect(await test.store.head()).toBe(head);
      await test.store.append(test.stream(), 2, newEvents(1));
      expect(await test.store.head()).toBeGreaterThan(head);
    });
  });

  describe('a snapshot', () => {
    const snapshot = (revision: number) => ({ revision, version: 1, state: { balance: '12.5 💸', ids: ['a', 'b'] } });

    it('that was not saved is not there', async () => {
      const { store, stream } = storeAndStream(fixture());
      expect(await store.loadSnapshot(stream)).toBeUndefined();
    });

    it('comes back as it was saved, also after a restart', async () => {
      const test = fixture();
      await test.store.saveSnapshot(test.stream(), snapshot(7));
      expect(await test.store.loadSnapshot(test.stream())).toEqual(snapshot(7));
      await test.reopen();
      expect(await test.store.loadSnapshot(test.stream())).toEqual(snapshot(7));
    });

    it('takes the place of the one before', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.saveSnapshot(stream, snapshot(7));
      await store.saveSnapshot(stream, { ...snapshot(9), version: 2 });
      expect(await store.loadSnapshot(stream)).toEqual({ ...snapshot(9), version: 2 });
      expect(await store.loadSnapshot(`${stream}1`)).toBeUndefined();
    });

    it('is no event: it is not in its stream and not delivered to subscriptions', async () => {
      const test = fixture();
      const { store, stream } = storeAndStream(test);
      const everything = await test.subscribeLive({ after: test.before, prefixes: [test.prefix(), 'snapshot_'] });
      await store.saveSnapshot(stream, snapshot(7));
      expect(await store.read(stream)).toEqual([]);
      const events = newEvents(1);
      await store.append(stream, 'none', events);
      await everything.until(() => everything.events.length > 0);
      expect(everything.ids).toEqual(ids(events));
    });
  });

  describe('the head', () => {
    it('is the position of the last event, and stays with a conflict, a repetition and a snapshot', async () => {
      const { store, stream } = storeAndStream(fixture());
      const events = newEvents(2);
      const { position } = await store.append(stream, 'none', events);
      await store.append(stream, 'none', events);
      await store.append(stream, 'none', newEvents(1)).catch(() => undefined);
      await store.saveSnapshot(stream, { revision: 1, version: 1, state: null });
      expect(await store.head()).toBe(position);
    });
  });

  describe('after close', () => {
    it('every call is refused, and closing again changes nothing', async () => {
      const { store, stream } = storeAndStream(fixture());
      await store.close();
      await store.close();
      const closed = /closed/;
      await expect(store.append(stream, 'none', newEvents(1))).rejects.toThrow(closed);
      await expect(store.read(stream)).rejects.toThrow(closed);
      await expect(store.head()).rejects.toThrow(closed);
      await expect(store.saveSnapshot(stream, { revision: 0, version: 1, state: null })).rejects.toThrow(closed);
      await expect(store.loadSnapshot(stream)).rejects.toThrow(closed);
      const late = store.subscribe({ after: 'start', signal: new AbortController().signal })[Symbol.asyncIterator]();
      await expect(late.next()).rejects.toThrow(closed);
    });

    it('what was appended before is stored', async () => {
      const test = fixture();
      const appended = Array.from({ length: 50 }, (_, n) => test.store.append(test.stream(n), 'none', newEvents(1)));
      await test.reopen();
      await Promise.all(appended);
      for (let n = 0; n < 50; n += 1) expect(await test.store.read(test.stream(n))).toHaveLength(1);
    });
  });
}
