import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ROOT } from '../../e2e/support/repository';
import { buildPackage } from './build-package';

/** The built command line. */
export const SVC = join(ROOT, 'sdks', 'cli', 'dist', 'main.js');

export interface SvcResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Builds the command line where its sources have changed since. */
export function buildSvc(): void {
  buildPackage('stablecoin-payments-cli');
}

/** `svc` in a process of its own. */
export class Svc {
  #out = '';
  #err = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.#out += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (this.#err += chunk.toString('utf8')));
  }

  static start(args: readonly string[], environment: Readonly<Record<string, string>>, input?: string): Svc {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = spawn(process.execPath, [SVC, ...args], { env, stdio: 'pipe' });
    child.stdin.end(input);
    return new Svc(child);
  }

  /** Runs a command to its end. */
  static async run(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<SvcResult> {
    const svc = Svc.start(args, environment, input);
    await once(svc.child, 'close');
    return svc.result;
  }

  get result(): SvcResult {
    return { code: this.child.exitCode, out: this.#out, err: this.#err };
  }

  /** Resolves with the match once it has said this. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(() => pattern.exec(this.#out + this.#err) ?? false);
  }

  async end(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<SvcResult> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, 'close');
      this.child.kill(signal);
      await closed;
    }
    return this.result;
  }
}
