import { type Fixture, ids, newEvents } from './fixture';

/** Holds for every store: a store on a server answers only after the flush. */
export function describeBeforeFlush(fixture: () => Fixture): void {
  describe('an append with beforeFlush', () => {
    it('has the same result as an append that waits for the flush', async () => {
      const { store } = fixture();
      const stream = fixture().stream();
      const [first, second] = [newEvents(2), newEvents(1)];
      const appended = await store.append(stream, 'none', first, { beforeFlush: true });
      expect(await store.append(stream, 1, second, { beforeFlush: true })).toMatchObject({ revision: 2 });
      expect(await store.append(stream, 'none', first, { beforeFlush: true })).toEqual(appended);
      await expect(store.append(stream, 'none', newEvents(1), { beforeFlush: true })).rejects.toMatchObject({
        actual: 2,
      });
      await store.durable();
      expect(await store.append(stream, 1, second)).toMatchObject({ revision: 2 });
      expect(ids(await store.read(stream))).toEqual(ids([...first, ...second]));
    });

    it('reaches flushed-only readers and subscribers once it is durable', async () => {
      const { store } = fixture();
      const subscriber = await fixture().subscribeLive({ after: 'end' });
      const events = newEvents(3);
      const { position } = await store.append(fixture().stream(), 'none', events, { beforeFlush: true });
      await store.durable(position);
      expect(ids(await store.read(fixture().stream(), { flushedOnly: true }))).toEqual(ids(events));
      expect(await store.head()).toBeGreaterThanOrEqual(position);
      await subscriber.until(() => subscriber.events.length === 3);
      expect(ids(subscriber.events)).toEqual(ids(events));
    });

    it('is delivered once and in order to subscribers before and after the flush', async () => {
      const test = fixture();
      const [beforeFlush, flushed] = [
        await test.subscribeLive({ after: 'end', beforeFlush: true, batchSize: 7 }),
        await test.subscribeLive({ after: 'end', batchSize: 7 }),
      ];
      const appends = test.many(400);
      const isBeforeFlush = (n: number): boolean => n % 3 !== 0;
      await Promise.all(
        Array.from({ length: appends }, (_, n) =>
          test.store.append(test.stream(n), 'none', newEvents(2, n), { beforeFlush: isBeforeFlush(n) }),
        ),
      );
      for (const subscriber of [beforeFlush, flushed]) {
        await subscriber.until(() => subscriber.events.length === 2 * appends);
        const positions = subscriber.events.map(({ position }) => position);
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
        expect(new Set(ids(subscriber.events)).size).toBe(2 * appends);
      }
      expect(beforeFlush.events).toEqual(flushed.events);
    });
  });
}
