import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../infra/local/ports';
import { ROOT } from './repository';

const DIST = join(ROOT, 'apps', 'standalone', 'dist');
const READY_WITHIN_MS = 600_000;

export interface BuiltServiceOptions {
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where it listens. Default: a free port. */
  readonly port?: number;
  /** What is started, a file of the build. Default: what an operator starts. */
  readonly entry?: string;
  /** How long a file may become, in blocks of 512 bytes; longer ones cannot be written. Default: as long as it likes. */
  readonly fileBlocksMax?: number;
  /** The node binary that runs it. Default: the one that runs the tests. */
  readonly node?: string;
  /** Is given what the service logs. */
  readonly onOutput?: (text: string) => void;
}

/** The built service in a process of its own, as an operator runs it; it can be killed like one. */
export class BuiltService {
  /** Is given when the process has ended, however it did. */
  readonly ended: AbortSignal;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    const ended = new AbortController();
    this.ended = ended.signal;
    child.once('exit', () => ended.abort(new Error('the service has ended')));
  }

  /** The id of its process. */
  get pid(): number {
    const { pid } = this.child;
    if (pid === undefined) throw new Error('the service could not be started');
    return pid;
  }

  /** A file of the build, which need not have been made yet. */
  static fileOf(path: string): string {
    return join(DIST, path);
  }

  /** Resolves when the service says that it is ready. */
  static async start(options: BuiltServiceOptions): Promise<BuiltService> {
    const service = await BuiltService.#spawn(options);
    try {
      await service.#untilReady();
    } catch (error) {
      await service.end('SIGKILL');
      throw error;
    }
    return service;
  }

  /** As `start`; null when the service kills itself before it is ready. */
  static async startOrCrash(options: BuiltServiceOptions): Promise<BuiltService | null> {
    const service = await BuiltService.#spawn(options);
    try {
      await service.#untilReady();
      return service;
    } catch (error) {
      if (service.child.signalCode === 'SIGKILL') return null;
      await service.end('SIGKILL');
      throw error;
    }
  }

  /** Starts an instance beside one that leads. Resolves when it stands by, leads, or has ended. */
  static async standBy(options: BuiltServiceOptions): Promise<BuiltService> {
    const service = await BuiltService.#spawn(options);
    await service.#until('live');
    return service;
  }

  /** Starts the service and kills it a moment later, whatever it is at by then. */
  static async killStart(options: BuiltServiceOptions, afterMs: number): Promise<void> {
    const service = await BuiltService.#spawn(options);
    await pause(afterMs);
    await service.end('SIGKILL');
  }

  static async #spawn(options: BuiltServiceOptions): Promise<BuiltService> {
    const { dataFolder, environment, entry = 'main.js', fileBlocksMax, node = process.execPath, onOutput } = options;
    const port = options.port ?? (await freePort());
    const command = [node, BuiltService.fileOf(entry)] as const;
    const [file, ...args] =
      fileBlocksMax === undefined
        ? command
        : (['sh', '-c', `ulimit -S -f ${fileBlocksMax} && exec "$0" "$@"`, ...command] as const);
    const child = spawn(file, args, {
      stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], ...environment, PORT: String(port), DATA_DIR: dataFolder },
    });
    child.stdout?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString('utf8')));
    return new BuiltService(`http://127.0.0.1:${port}`, child);
  }

  /** Ends the process, by default as an operator would. Returns its exit code, null when the signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (!this.ended.aborted) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }

  /** Resolves when it is ready; false when it has killed itself before. */
  async isReadyUnlessItDies(): Promise<boolean> {
    const isReady = await this.#until('ready');
    if (!isReady && this.child.signalCode !== 'SIGKILL') throw this.#failure();
    return isReady;
  }

  /** Has it do nothing until it is woken, and it does not know. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  wake(): void {
    this.child.kill('SIGCONT');
  }

  async #untilReady(): Promise<void> {
    if (!(await this.#until('ready'))) throw this.#failure();
  }

  // Jest's global setup runs outside of its module mapping, so this waits by itself.
  async #until(state: 'ready' | 'live'): Promise<boolean> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      if (this.ended.aborted) return false;
      const response = await fetch(`${this.url}/health/${state}`).catch(() => undefined);
      if (response?.ok === true) return true;
      if (Date.now() > deadline) throw new Error(`the service was not ${state} within ${READY_WITHIN_MS} ms`);
      await pause(25);
    }
  }

  #failure(): Error {
    const { exitCode, signalCode } = this.child;
    return new Error(`the service ended with ${signalCode ?? `exit code ${exitCode}`}`);
  }
}
