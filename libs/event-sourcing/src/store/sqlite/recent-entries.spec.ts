import { RecentEntries } from './recent-entries';

describe('recent entries', () => {
  it('keeps what was set last, and so many of them at least', () => {
    const entries = new RecentEntries<number>(3);
    for (let n = 0; n < 100; n++) {
      entries.set(`key-${n}`, n);
      for (let last = Math.max(0, n - 2); last <= n; last++) expect(entries.get(`key-${last}`)).toBe(last);
    }
    expect(entries.get('key-0')).toBeUndefined();
  });

  it('has the latest value of a key, wherever the one before it stands', () => {
    const entries = new RecentEntries<number>(2);
    entries.set('a', 1);
    entries.set('b', 1);
    entries.set('a', 2);
    expect(entries.get('a')).toBe(2);
    expect(entries.get('b')).toBe(1);
  });

  it('says when it forgets, which is no more than what was set before it said so the last time', () => {
    const seen = new Set<string>();
    const known: ReadonlySet<string>[] = [new Set()];
    const entries = new RecentEntries<number>(4, () => known.push(new Set(seen)));
    for (let n = 0; n < 50; n++) {
      const key = `key-${n % 7 === 0 ? 0 : n}`;
      seen.add(key);
      entries.set(key, n);
      const forgotten = [...seen].filter((each) => entries.get(each) === undefined);
      const before = known.at(-2) ?? new Set();
      expect(forgotten.filter((each) => !before.has(each))).toEqual([]);
    }
    expect(known.length).toBeGreaterThan(5);
  });

  it('has nothing after it was cleared', () => {
    const entries = new RecentEntries<number>(1);
    entries.set('a', 1);
    entries.clear();
    expect(entries.get('a')).toBeUndefined();
  });
});
