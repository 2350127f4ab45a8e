/** What has to be undone at the end, whatever ends it: processes to stop, folders to remove. The last one first. */
export class Cleanup {
  readonly #undos = new Set<() => Promise<void> | void>();

  /** @returns undoes it now instead */
  add(undo: () => Promise<void> | void): () => Promise<void> {
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
  async run(): Promise<void> {
    const undos = [...this.#undos].reverse();
    this.#undos.clear();
    for (const undo of undos) {
      try {
        await undo();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
