type Undo = () => Promise<void> | void;

/** What has to be undone at the end, whatever ends it: processes to stop, folders to remove. The last one first. */
export class Cleanup {
  readonly #undos = new Set<Undo>();
  #ending: Promise<void> | undefined;

  /** Whether the end has begun. */
  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  /**
   * @returns undoes it now instead
   * @throws Error when the end has begun: what comes too late is undone at once
   */
  add(undo: Undo): () => Promise<void> {
    if (this.hasEnded) {
      void undo();
      throw new Error('the bench is ending');
    }
    this.#undos.add(undo);
    return async () => {
      if (this.#undos.delete(undo)) await undo();
    };
  }

  /** For a part that ends earlier, and is undone by then. */
  async within<T>(part: (cleanup: Cleanup) => Promise<T>): Promise<T> {
    const inner = new Cleanup();
    const end = this.add(() => inner.run());
    try {
      return await part(inner);
    } finally {
      await end();
    }
  }

  /** Undoes all of it. What fails does not keep the rest from being undone. */
  run(): Promise<void> {
    this.#ending ??= this.#undoAll();
    return this.#ending;
  }

  async #undoAll(): Promise<void> {
    for (const undo of [...this.#undos].reverse()) {
      try {
        if (this.#undos.delete(undo)) await undo();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
