import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const DOCUMENTED_CURL = join(__dirname, 'documented-curl.sh');
/** Ends the output of each script; no script writes it. */
const END = '\u0004 end of script \u0004';

export interface ShellOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * One shell, as a reader has it open: what a script sets, the next one sees. A command that fails ends it; curl fails at an HTTP
 * error.
 */
export class Shell {
  readonly #scripts = mkdtempSync(join(tmpdir(), 'stablecoin-payments-docs-'));
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #output = '';
  #errors = '';
  #changed: () => void = () => undefined;
  #count = 0;

  constructor({ folder, environment }: ShellOptions) {
    const programs = join(this.#scripts, 'bin');
    mkdirSync(programs);
    symlinkSync(DOCUMENTED_CURL, join(programs, 'curl'));
    this.#child = spawn('bash', ['--noprofile', '--norc', '-eu', '-o', 'pipefail'], {
      cwd: folder,
      env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: this.#scripts, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group, so that what it leaves running ends with it.
      detached: true,
    });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
      this.#changed();
    });
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString('utf8')));
    this.#child.once('close', () => this.#changed());
    // Writing to a shell that has ended: its end is what is told.
    this.#child.stdin.on('error', () => undefined);
  }

  /** What the script writes to its standard output. @throws when one of its commands fails */
  async run(script: string): Promise<string> {
    this.start(script, `\nprintf '%s' '${END}'`);
    while (!this.#output.includes(END)) {
      if (this.#hasEnded()) throw new Error(`a command failed: ${this.#errors || this.#output}`);
      await new Promise<void>((resolve) => (this.#changed = resolve));
    }
    const [output = ''] = this.#output.split(END, 1);
    this.#output = this.#output.slice(output.length + END.length);
    return output;
  }

  /** Starts a script that goes on by itself: {@link written} is what it has written by now. */
  start(script: string, end = ''): void {
    const file = join(this.#scripts, `${++this.#count}.sh`);
    writeFileSync(file, script);
    this.#child.stdin.write(`. '${file}' < /dev/null${end}\n`);
  }

  /** @throws when the shell has ended */
  written(): string {
    if (this.#hasEnded()) throw new Error(`it has ended: ${this.#errors || this.#output}`);
    return this.#output;
  }

  async close(): Promise<void> {
    const { pid } = this.#child;
    if (!this.#hasEnded() && pid !== undefined) {
      const closed = once(this.#child, 'close');
      process.kill(-pid, 'SIGTERM');
      await closed;
    }
    rmSync(this.#scripts, { recursive: true, force: true });
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
