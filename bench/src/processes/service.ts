import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { API_KEY } from './accounts';
import { childEnvironment, NODE_FLAGS } from './child';
import type { Cleanup } from './cleanup';

export const ROOT = join(__dirname, '..', '..', '..');
const READY_WITHIN_MS = 600_000;
const STOPPED_WITHIN_MS = 60_000;
const UNLIMITED = { rate: 1_000_000, burst: 1_000_000 };

/** What the service is started with: its defaults, but for what would limit the load, and without a line per request. */
export function serviceSettings(dataFolder: string): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'error',
    BOOTSTRAP_API_KEYS: `${API_KEY}:bench:enterprise`,
    SANDBOX_OPENING_BALANCE: '1000000000',
    RATE_LIMITS: JSON.stringify({ enterprise: { payments: UNLIMITED, reads: UNLIMITED, other: UNLIMITED } }),
    WEBHOOK_TIMEOUT_MS: '120000',
  };
}

/** The built service in a process of its own, as an operator runs it. */
export class Service {
  private constructor(
    /** Where it listens, without the version of the API. */
    readonly url: string,
    /** When its process was started, by `performance.now()`. */
    readonly spawnedAt: number,
    private readonly process: ChildProcess,
  ) {}

  /**
   * Resolves when it says that it listens.
   *
   * @param settings - beside {@link serviceSettings}, or in their place
   * @param root - of the repository that it was built in
   */
  static async start(
    dataFolder: string,
    cleanup: Cleanup,
    settings: Readonly<Record<string, string>> = {},
    root = ROOT,
  ): Promise<Service> {
    const spawnedAt = performance.now();
    const child = spawn(process.execPath, [...NODE_FLAGS, join(root, 'apps', 'standalone', 'dist', 'main.js')], {
      // Away from the terminal's Ctrl-C, which would stop it twice.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnvironment({ ...serviceSettings(dataFolder), ...settings }),
    });
    const stop = (): Promise<void> => end(child, 'SIGKILL');
    cleanup.add(stop);
    try {
      return new Service(await listeningUrl(child), spawnedAt, child);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Ends it as an operator would. */
  async stop(): Promise<void> {
    await end(this.process, 'SIGTERM');
    if (this.process.exitCode !== 0) throw new Error(`the service ended with ${this.process.exitCode} when stopped`);
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const late = pause(STOPPED_WITHIN_MS, 'late', { ref: false });
  if ((await Promise.race([exited, late])) !== 'late') return;
  child.kill('SIGKILL');
  await exited;
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service does not listen')), READY_WITHIN_MS);
    timer.unref();
    let output = '';
    child.on('error', reject);
    child.once('exit', (code) => reject(new Error(`the service ended with exit code ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (output === 'seen') return;
      output += chunk.toString('utf8');
      const url = /^Listening on (http:\S+)/m.exec(output)?.[1];
      if (url === undefined) return;
      output = 'seen';
      clearTimeout(timer);
      resolve(url);
    });
  });
}
