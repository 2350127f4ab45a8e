import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProgramOptions {
  /** For people. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The file that takes what it writes. */
  readonly log: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Who runs it, for a program that refuses root. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const LOG_END = 1_500;
const LOOK_EVERY_MS = 50;

/** A program that the stack has started and will stop. */
export class Program {
  readonly #child: ChildProcess;

  constructor(private readonly options: ProgramOptions) {
    const log = openSync(options.log, 'a', 0o600);
    this.#child = spawn(options.command, options.args, {
      stdio: ['ignore', log, log],
      env: options.environment ?? process.env,
      // A Ctrl-C is for the stack, which stops them in order.
      detached: true,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...options.user,
    });
    closeSync(log);
    this.#child.once('error', () => undefined);
  }

  get name(): string {
    return this.options.name;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
  }

  /** Resolves when it has ended, whatever ended it. */
  async ended(): Promise<void> {
    if (!this.hasEnded) await once(this.#child, 'exit');
  }

  /** @throws Error with the end of its log when it ends before, or takes too long */
  async until(isReady: () => Promise<boolean>, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!(await isReady().catch(() => false))) {
      if (this.hasEnded) throw this.failure('ended');
      if (performance.now() > deadline) throw this.failure(`was not ready within ${withinMs / 1_000} s`);
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Lets it finish, and ends it by force when it takes too long. */
  async stop(withinMs: number): Promise<void> {
    if (this.hasEnded) return;
    this.#child.kill('SIGTERM');
    const tooLong = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await this.ended();
    clearTimeout(tooLong);
  }

  /** An error that shows what it said last. */
  failure(what: string): Error {
    const { name, log } = this.options;
    return new Error(`${name} ${what}; ${log} ends with:\n${readFileSync(log, 'utf8').trim().slice(-LOG_END)}`);
  }
}
