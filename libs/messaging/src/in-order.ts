/**
 * Runs the tasks of one key one after the other, and those of different keys side by side (protocol rule 22). A task
 * begins when the one before it has succeeded or failed.
 */
export class InOrder {
  /** Of each key that has a task: the last one. */
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = before === undefined ? task() : before.then(task, task);
    this.#last.set(key, running);
    const end = (): void => {
      if (this.#last.get(key) === running) this.#last.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
