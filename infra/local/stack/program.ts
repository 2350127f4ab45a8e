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
  /** Ends it as a crash would, with all its own processes. Default: SIGKILL. */
  readonly crashSignal?: NodeJS.Signals;
}

const LOG_END = 1_500;
const LOOK_EVERY_MS = 50;

/** A program that the stack has started and will stop. */
export class Program {
  #child: ChildProcess;

  constructor(private readonly options: ProgramOptions) {
    this.#child = spawned(options);
  }

  get name(): string {
    return this.options.name;
  }

  /** 0 when it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Null while it runs, and when a signal ended it. */
  get exitCode(): number | null {
    return this.#child.exitCode;
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

  /** Starts it once more, when it has ended. */
  startAgain(): void {
    if (!this.hasEnded) throw new Error(`${this.name} runs already`);
    this.#child = spawned(this.options);
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    if (this.hasEnded) return;
    this.#child.kill(this.options.crashSignal ?? 'SIGKILL');
    await this.ended();
  }

  /** It does nothing until it is resumed, and does not know. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
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

function spawned({ command, args, log: file, environment, cwd, user }: ProgramOptions): ChildProcess {
  const log = openSync(file, 'a', 0o600);
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: environment ?? process.env,
    // A Ctrl-C is for the stack, which stops them in order.
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...user,
  });
  closeSync(log);
  child.once('error', () => undefined);
  return child;
}
