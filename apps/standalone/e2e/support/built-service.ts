import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const DIST = join(__dirname, '..', '..', 'dist');
const READY_WITHIN_MS = 60_000;

export interface BuiltServiceOptions {
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The node binary that runs it. Default: the one that runs the tests. */
  readonly node?: string;
  /** Is given what the service logs. */
  readonly onOutput?: (text: string) => void;
}

/** The built service in a process of its own, as an operator runs it; it can be killed like one. */
export class BuiltService {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** A file of the build, which need not have been made yet. */
  static fileOf(path: string): string {
    return join(DIST, path);
  }

  /** Resolves when the service says that it is ready. */
  static async start(options: BuiltServiceOptions): Promise<BuiltService> {
    const service = await BuiltService.spawn(options);
    try {
      await service.untilReady();
    } catch (error) {
      await service.end('SIGKILL');
      throw error;
    }
    return service;
  }

  /** Starts the service and kills it a moment later, whatever it is at by then. */
  static async killStart(options: BuiltServiceOptions, afterMs: number): Promise<void> {
    const service = await BuiltService.spawn(options);
    await pause(afterMs);
    await service.end('SIGKILL');
  }

  private static async spawn(options: BuiltServiceOptions): Promise<BuiltService> {
    const { dataFolder, environment, node = process.execPath, onOutput } = options;
    const port = await freePort();
    const child = spawn(node, [BuiltService.fileOf('main.js')], {
      stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], ...environment, PORT: String(port), DATA_DIR: dataFolder },
    });
    child.stdout?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString('utf8')));
    return new BuiltService(`http://127.0.0.1:${port}`, child);
  }

  /** Ends the process, by default as an operator would. Returns its exit code, null when the signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }

  // Jest's global setup runs outside of its module mapping, so this waits by itself.
  private async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      if (this.child.exitCode !== null) throw new Error(`the service ended with exit code ${this.child.exitCode}`);
      const response = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (response?.ok === true) return;
      if (Date.now() > deadline) throw new Error(`the service was not ready within ${READY_WITHIN_MS} ms`);
      await pause(25);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
