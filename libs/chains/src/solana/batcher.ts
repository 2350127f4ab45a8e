interface Waiting<Answer> {
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers what is asked at the same moment, and asks it together. */
export class Batcher<Answer> {
  readonly #size: number;
  readonly #askAll: (keys: readonly string[]) => Promise<readonly Answer[]>;
  #waiting = new Map<string, Waiting<Answer>>();

  /** @param parts - `size`: keys that are asked together at most; `askAll`: answers them in their order */
  constructor(parts: {
    readonly size: number;
    readonly askAll: (keys: readonly string[]) => Promise<readonly Answer[]>;
  }) {
    this.#size = parts.size;
    this.#askAll = parts.askAll;
  }

  ask(key: string): Promise<Answer> {
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.answer;
    if (this.#waiting.size === 0) setImmediate(() => this.#flush());
    let [resolve, reject]: [Waiting<Answer>['resolve'], Waiting<Answer>['reject']] = [() => undefined, () => undefined];
    const answer = new Promise<Answer>((...settle) => {
      [resolve, reject] = settle;
    });
    this.#waiting.set(key, { answer, resolve, reject });
    return answer;
  }

  #flush(): void {
    const all = [...this.#waiting];
    this.#waiting = new Map();
    for (let from = 0; from < all.length; from += this.#size) void this.#send(all.slice(from, from + this.#size));
  }

  async #send(asked: readonly (readonly [string, Waiting<Answer>])[]): Promise<void> {
    try {
      const answers = await this.#askAll(asked.map(([key]) => key));
      if (answers.length !== asked.length) throw new Error(`${answers.length} answers to ${asked.length} questions`);
      for (const [index, [, { resolve }]] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const [, { reject }] of asked) reject(error);
    }
  }
}
