/**
 * Runs the tasks of one key one after the other, those of different keys side by side (protocol rule 22). When one
 * fails, those that waited for it fail with it: they are tried again after it, not instead of it.
 */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = before === undefined ? task() : before.then(task);
    this.#last.set(key, running);
    const end = (): void => {
      if (this.#last.get(key) === running) this.#last.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
