/** Called with the problem when a store cannot write, and with undefined when it can write again. */
export type WritingListener = (problem: Error | undefined) => void;

/**
 * Whether a store can write, as far as it knows. Cheap to read, so that requests are refused at once instead of waiting for
 * a disk or a server (protocol rule 30).
 */
export class WritingState {
  #problem: Error | undefined;
  readonly #listeners = new Set<WritingListener>();

  /** Why the store cannot write at present; undefined while no problem is known. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /**
   * Calls the listener at every change.
   *
   * @returns removes the listener
   */
  onChange(listener: WritingListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reports a problem, until {@link works}. */
  fails(problem: Error): void {
    const isNew = this.#problem === undefined;
    this.#problem = problem;
    if (isNew) this.#tell();
  }

  /** Reports a successful write. */
  works(): void {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.#problem);
  }
}
