/** Told when a store can no longer write, with why, and without anything when it can again. */
export type WritingListener = (problem: Error | undefined) => void;

/**
 * Whether a store can write, as far as it knows. Cheap to ask, so that requests are refused at once instead of waiting
 * for a disk or a server (protocol rule 30).
 */
export class WritingState {
  #problem: Error | undefined;
  readonly #listeners = new Set<WritingListener>();

  /** Why nothing can be written at present; undefined while nothing is known to prevent it. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /**
   * Calls the listener at every change between the two.
   *
   * @returns ends it
   */
  onChange(listener: WritingListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Nothing can be written until {@link works}. */
  fails(problem: Error): void {
    const isNew = this.#problem === undefined;
    this.#problem = problem;
    if (isNew) this.#tell();
  }

  /** Something was written. */
  works(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.#problem);
  }
}
