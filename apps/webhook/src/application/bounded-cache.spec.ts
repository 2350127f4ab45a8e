import { BoundedCache } from './bounded-cache';

describe('BoundedCache', () => {
  it('makes a value once, until it is deleted', () => {
    const cache = new BoundedCache<number>(2);
    let made = 0;
    const get = (): number => cache.get('a', () => ++made);
    expect([get(), get()]).toEqual([1, 1]);
    cache.delete('a');
    expect(get()).toBe(2);
  });

  it('gives up what was not used for longest', () => {
    const evicted: string[] = [];
    const cache = new BoundedCache<string>(2, (value) => evicted.push(value));
    for (const key of ['a', 'b', 'a', 'c', 'd']) cache.get(key, () => key);
    expect(evicted).toEqual(['b', 'a']);
    expect([...cache.values()]).toEqual(['c', 'd']);
  });
});
