import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Cleanup } from './cleanup';
import type { Answer, Question } from './answer-parent';

/** The compiled files of this package; also when this file is run from its source. */
const DIST = join(__dirname, '..', '..', 'dist');

/** What `npm start` has, for every process: room for what lives as long as a payment is under way. */
export const NODE_FLAGS = ['--max-semi-space-size=128'] as const;

/** A process of the bench's own that answers questions; its other end is `answerParent`. */
export class Child {
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #asked = 0;

  private constructor(
    private readonly name: string,
    private readonly process: ChildProcess,
  ) {
    process.on('message', (answer: Answer) => this.#receive(answer));
    process.on('exit', (code, signal) => this.#lose(`${name} has ended with ${signal ?? `exit code ${code}`}`));
  }

  /** @param script - its compiled file, from the root of this package */
  static start(script: string, args: readonly string[], cleanup: Cleanup): Child {
    const options = { execArgv: [...NODE_FLAGS], env: childEnvironment() };
    const child = new Child(script, fork(join(DIST, script), args, options));
    cleanup.add(() => child.stop());
    return child;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** @throws Error with what went wrong in the process, or that it has ended */
  ask<Result>(question: unknown = null): Promise<Result> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.process.send({ id, question } satisfies Question, (error) => {
        if (error !== null) this.#lose(`${this.name} cannot be asked: ${error.message}`);
      });
    });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }

  #receive({ id, result, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(`${this.name}: ${error}`));
  }

  #lose(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

/** Every process has the same: what a developer has set for Node would make some of them slower than others. */
export function childEnvironment(settings: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...settings };
}
