import { setTimeout as pause } from 'node:timers/promises';

/** Has appends wait as for the flush of a real server: those that come during one share the next. */
export class GroupCommit {
  #last: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param flushMs - what a flush takes, in milliseconds; 0: no time */
  constructor(private readonly flushMs: number) {}

  /** Resolves when a flush that began after the call is over. */
  async flushed(): Promise<void> {
    if (this.flushMs === 0) return;
    await (this.#last === undefined ? this.#begin() : (this.#next ??= this.#last.then(() => this.#begin())));
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const flush = pause(this.flushMs).then(() => {
      if (this.#last === flush) this.#last = undefined;
    });
    this.#last = flush;
    return flush;
  }
}
