import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { ROOT } from '../../infra/docker/compose-file';

const run = promisify(execFile);

/** Images and caches of builds stay here for the next run, outside of the clone. */
const DATA = '/var/cache/stablecoin-payments/docker';
const STARTED_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 60_000;
const OUTPUT_MAX = 64 * 1024 * 1024;
const LOG_END = 3_000;

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Where the images of the servers come from: a registry, or the packages of which {@link makeServerImages} makes them. */
export type ImageSource = 'registry' | 'packages';

/** @returns what keeps the Compose files from running on this machine, with the remedy; `undefined`: nothing */
export function missingForCompose(): string | undefined {
  if (works('docker', 'info') && works('docker', 'compose', 'version')) return undefined;
  if (process.env['COMPOSE_ENGINE'] === 'install') return undefined;
  return 'no Docker engine with Compose runs here: start one, or set COMPOSE_ENGINE=install, which installs and starts one for the test';
}

/** A Docker engine: the one that runs on this machine, or one that is started for the test alone. */
export class Engine {
  private constructor(
    readonly images: ImageSource,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly own?: { readonly process: ChildProcess; readonly folder: string },
  ) {}

  static async open(): Promise<Engine> {
    const wanted = process.env['COMPOSE_IMAGES'];
    if (works('docker', 'info')) return new Engine(wanted === 'packages' ? 'packages' : 'registry', process.env);
    execFileSync(join(ROOT, 'infra', 'scripts', 'install-docker.sh'), {
      stdio: ['ignore', process.stderr, process.stderr],
    });
    return Engine.#start(wanted === 'registry' ? 'registry' : 'packages');
  }

  static async #start(images: ImageSource): Promise<Engine> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-docker-'));
    mkdirSync(DATA, { recursive: true });
    const host = `unix://${join(folder, 'docker.sock')}`;
    const log = openSync(join(folder, 'log'), 'a');
    const args = [
      '--data-root',
      DATA,
      '--exec-root',
      join(folder, 'exec'),
      '--pidfile',
      join(folder, 'pid'),
      '-H',
      host,
    ];
    const child = spawn('dockerd', args, { stdio: ['ignore', log, log] });
    closeSync(log);
    process.once('exit', () => child.kill('SIGTERM'));
    const engine = new Engine(images, { ...process.env, DOCKER_HOST: host }, { process: child, folder });
    try {
      await eventually(() => engine.run('docker', ['info']), { withinMs: STARTED_WITHIN_MS });
      // What a run that was interrupted has left has started with the engine.
      const left = (await engine.run('docker', ['ps', '--all', '--quiet'])).split('\n').filter(Boolean);
      if (left.length > 0) await engine.run('docker', ['rm', '--force', '--volumes', ...left]);
    } catch (error) {
      const written = readFileSync(join(folder, 'log'), 'utf8').slice(-LOG_END);
      await engine.close();
      throw new Error(`dockerd did not start:\n${written}`, { cause: error });
    }
    return engine;
  }

  /**
   * Runs a program that asks this engine.
   *
   * @returns what it prints on its standard output
   * @throws Error with the end of what it printed, where it fails
   */
  async run(program: string, args: readonly string[], { cwd, environment = {} }: RunOptions = {}): Promise<string> {
    const env = { ...this.environment, ...environment };
    try {
      const { stdout } = await run(program, [...args], {
        env,
        maxBuffer: OUTPUT_MAX,
        ...(cwd === undefined ? {} : { cwd }),
      });
      return stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
      const printed = `${stdout}${stderr}`.slice(-LOG_END);
      throw new Error(`${[program, ...args].join(' ')}: failed and printed:\n${printed}`, { cause: error });
    }
  }

  /** Ends it, if it was started for the test. Containers have to be removed before. */
  async close(): Promise<void> {
    if (this.own === undefined) return;
    const { process: child, folder } = this.own;
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const tooLong = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(tooLong);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function works(...[program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
