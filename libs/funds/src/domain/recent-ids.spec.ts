import fc from 'fast-check';
import { RecentIds } from './recent-ids';

describe('RecentIds', () => {
  it('forgets the id remembered longest when it is full', () => {
    const ids = new RecentIds(2);
    for (const id of ['a', 'b', 'c']) ids.add(id);
    expect([ids.has('a'), ids.has('b'), ids.has('c')]).toEqual([false, true, true]);
  });

  it('does not make an id younger that is remembered again', () => {
    const ids = new RecentIds(2);
    for (const id of ['a', 'b', 'a', 'c']) ids.add(id);
    expect(ids.toJSON()).toEqual(['b', 'c']);
  });

  it('keeps the latest that were new when they came, whatever comes again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 5 }), (added, capacity) => {
        const ids = new RecentIds(capacity);
        let expected: string[] = [];
        for (const id of added.map(String)) {
          ids.add(id);
          if (!expected.includes(id)) expected = [...expected, id].slice(-capacity);
          expect(ids.toJSON()).toEqual(expected);
        }
      }),
    );
  });

  it('is the same after a snapshot, for any ids and any capacity', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 5 }), (added, capacity) => {
        const ids = new RecentIds(capacity);
        for (const id of added) ids.add(id);
        const restored = new RecentIds(capacity, ids.toJSON());
        expect(restored.toJSON()).toEqual(ids.toJSON());
        expect(ids.toJSON().length).toBe(Math.min(capacity, new Set(added).size));
      }),
    );
  });
});
