/** Everything that is left to chance in a run, from one seed: the same seed is the same run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Seeds that follow each other begin far apart.
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bf03635) | 0;
  }

  /** From 0 up to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `end`, exclusive. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Draws nothing where there is nothing to decide, so that a fault that is turned off changes nothing else. */
  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  pick<const T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** The same items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
