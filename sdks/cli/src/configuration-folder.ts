import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure.js';
import type { Io } from './io.js';

const NAME = 'stablecoin-payments';

/** Where the command line keeps what it remembers; nobody else may read it, since it holds keys. */
export class ConfigurationFolder {
  readonly path: string;

  constructor(env: Io['env']) {
    this.path = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), NAME);
  }

  /**
   * The JSON object of a file; undefined when there is no such file.
   *
   * @throws Failure when it cannot be read
   */
  read(name: string): Readonly<Record<string, unknown>> | undefined {
    const file = join(this.path, name);
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Failure(`${file} cannot be read. Repair it, or delete it.`, undefined, { cause });
    }
    throw new Failure(`${file} is no JSON object. Repair it, or delete it.`);
  }

  /** Replaces a file as a whole: a crash leaves the old one or the new one. */
  write(name: string, value: object): void {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
}
