/** What happens at a point of its work that a process comes by, before it goes on. */
export type AtPoint = (point: string, process: Process) => Promise<void>;

/** Ends what is under way in a process that has ended; nobody hears of it. */
export class EndedError extends Error {
  override readonly name = 'EndedError';
}

/**
 * One process of the service, from its start to its end, within the process of a test. Whatever it does outside of its
 * memory goes through here; once it was killed nothing of that happens any more, and whatever it waits for never comes.
 * So all that is left of it is what it has stored and sent.
 */
export class Process {
  /** Resolves when it has ended. */
  readonly end: Promise<void>;
  readonly #at: AtPoint;
  #hasEnded: () => void = () => undefined;
  #ended = false;
  #underWay = 0;
  #steps = 0;

  /** @param at - is called before and after each step, with its name: `before append PaymentSettled` */
  constructor(at: AtPoint) {
    this.#at = at;
    this.end = new Promise((resolve) => (this.#hasEnded = resolve));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** What it waits for now, other than time. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Grows with all that it does. */
  get steps(): number {
    return this.#steps;
  }

  /** As `kill -9` does it. */
  kill(): void {
    this.#ended = true;
    this.#hasEnded();
  }

  /** Does something that changes the world outside of it, or asks it a question, with a point before and after it. */
  async step<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.hear(async () => {
      await this.#pass('before', names);
      const result = await this.hear(work);
      await this.#pass('after', names);
      return result;
    });
  }

  /** An answer from outside. */
  async hear<T>(ask: () => Promise<T>): Promise<T> {
    await this.goOn();
    this.#underWay++;
    this.#steps++;
    try {
      return await ask();
    } finally {
      this.#underWay--;
      await this.goOn();
    }
  }

  /** Never resolves in a process that has ended. */
  goOn(): Promise<void> {
    return this.#ended ? new Promise(() => undefined) : Promise.resolve();
  }

  /** A point within what must not wait for ever, since others would wait for it. @throws {@link EndedError} */
  async reach(point: string): Promise<void> {
    await this.#at(point, this);
    this.assertAlive();
  }

  /** @throws {@link EndedError} */
  assertAlive(): void {
    this.#steps++;
    if (this.#ended) throw new EndedError('the process has ended');
  }

  async #pass(moment: 'before' | 'after', names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.#at(`${moment} ${name}`, this);
      await this.goOn();
    }
  }
}
