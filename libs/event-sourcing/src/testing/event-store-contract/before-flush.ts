import { type Fixture, ids, newEvents } from './fixture';

/** Stores on servers know no early moment: what they answer is on the disk. What may be said of both is here. */
export function describeEarly(fixture: () => Fixture): void {
  describe('appended early', () => {
    it('comes to what it would come to otherwise', async () => {
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

    it('is there once it is durable, for those too who see only what is on the disk', async () => {
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

    it('is handed out once, in order, to early subscribers and to others, however many there are of it', async () => {
      const test = fixture();
      const [early, others] = [
        await test.subscribeLive({ after: 'end', beforeFlush: true, batchSize: 7 }),
        await test.subscribeLive({ after: 'end', batchSize: 7 }),
      ];
      const appends = test.many(400);
      const isEarly = (n: number): boolean => n % 3 !== 0;
      await Promise.all(
        Array.from({ length: appends }, (_, n) =>
          test.store.append(test.stream(n), 'none', newEvents(2, n), { beforeFlush: isEarly(n) }),
        ),
      );
      for (const subscriber of [early, others]) {
        await subscriber.until(() => subscriber.events.length === 2 * appends);
        const positions = subscriber.events.map(({ position }) => position);
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
        expect(new Set(ids(subscriber.events)).size).toBe(2 * appends);
      }
      expect(early.events).toEqual(others.events);
    });
  });
}
