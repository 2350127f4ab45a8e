import { deadLetterId } from '../bus';
import type { DeadLetter, DeadLetters } from '../bus';

/** Dead letters in memory, for tests. */
export class MemoryDeadLetters implements DeadLetters {
  readonly #letters = new Map<string, DeadLetter>();

  add(letter: Omit<DeadLetter, 'id'>): Promise<void> {
    const id = deadLetterId(letter);
    this.#letters.set(id, { ...letter, id });
    return Promise.resolve();
  }

  list({ consumer, limit = 100 }: { readonly consumer?: string; readonly limit?: number } = {}): Promise<
    readonly DeadLetter[]
  > {
    const letters = [...this.#letters.values()]
      .filter((letter) => consumer === undefined || letter.consumer === consumer)
      .sort((a, b) => a.failedAt - b.failedAt || (a.id < b.id ? -1 : 1));
    return Promise.resolve(letters.slice(0, limit));
  }

  get(id: string): Promise<DeadLetter | undefined> {
    return Promise.resolve(this.#letters.get(id));
  }

  count(): Promise<number> {
    return Promise.resolve(this.#letters.size);
  }

  remove(id: string): Promise<void> {
    this.#letters.delete(id);
    return Promise.resolve();
  }
}
