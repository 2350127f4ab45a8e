/**
 * The entries that were set last, at least so many of them. It forgets by generations, a whole one at a time: to keep the
 * order of use of each entry, as a cache does, costs several times as much.
 */
export class RecentEntries<V> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();

  /** @param forgets - is called whenever it has forgotten entries, all of them set before it was called the last time */
  constructor(
    private readonly least: number,
    private readonly forgets: () => void = () => undefined,
  ) {}

  get(key: string): V | undefined {
    return this.young.get(key) ?? this.old.get(key);
  }

  set(key: string, value: V): void {
    this.young.set(key, value);
    if (this.young.size < this.least) return;
    this.old = this.young;
    this.young = new Map();
    this.forgets();
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
  }
}
