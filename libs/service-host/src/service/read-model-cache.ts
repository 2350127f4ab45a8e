import { LRUCache } from 'lru-cache';

/**
 * Answers of a read model, kept in memory until its projection has them forgotten.
 *
 * An answer is never older than the read model: the projection forgets inside the very transaction that changes the rows,
 * and a database that takes one transaction at a time lets nobody read before that transaction has ended. It is the
 * question that is kept, so one that is under way then is forgotten with its answer. Where another process may write the
 * read model nothing is kept, and each question is asked.
 */
export class ReadModelCache<Answer> {
  readonly #kept: LRUCache<string, Promise<Answer>>;
  readonly #keeps: boolean;

  /** @param keeps - false where another process may write the read model */
  constructor({ max, keeps }: { readonly max: number; readonly keeps: boolean }) {
    this.#kept = new LRUCache({ max });
    this.#keeps = keeps;
  }

  /** Answers that are kept now. */
  get size(): number {
    return this.#kept.size;
  }

  /** The answer to a question, asked when it is not kept. What fails is not kept. */
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
