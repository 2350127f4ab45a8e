import { LRUCache } from 'lru-cache';

/**
 * Caches the answers of a read model until its projection invalidates them.
 *
 * An answer is never older than the read model: the projection invalidates within the transaction that changes the rows,
 * and the database runs one transaction at a time. The promise of a query is cached, so a query that is under way is
 * invalidated too. When another process may write the read model, nothing is cached.
 */
export class ReadModelCache<Answer> {
  readonly #kept: LRUCache<string, Promise<Answer>>;
  readonly #keeps: boolean;

  /** @param keeps - false where another process may write the read model */
  constructor({ max, keeps }: { readonly max: number; readonly keeps: boolean }) {
    this.#kept = new LRUCache({ max });
    this.#keeps = keeps;
  }

  /** Number of cached answers. */
  get size(): number {
    return this.#kept.size;
  }

  /** Returns the cached answer, or asks for it. Failures are not cached. */
  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    if (!this.#keeps) return ask();
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const asked = ask();
    this.#kept.set(key, asked);
    asked.catch(() => {
      if (this.#kept.peek(key) === asked) this.#kept.delete(key);
    });
    return asked;
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  forgetAll(): void {
    this.#kept.clear();
  }
}
