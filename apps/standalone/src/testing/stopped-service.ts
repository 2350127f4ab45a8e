import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Standalone } from '../standalone';
import type { ExitCode, ToolOptions } from '../tools/output';

/** A sandbox key of the Enterprise plan. */
const KEY = 'svc_test_0123456789abcdefghij';

/** A data folder that services and tools use in turn. */
export class DataFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'stablecoin-payments-tools-'));
  readonly environment = {
    PORT: '0',
    DATA_DIR: this.path,
    LOG_LEVEL: 'silent',
    BOOTSTRAP_API_KEYS: `${KEY}:acme:enterprise`,
    WEBHOOK_SCHEDULE: '0s,1h',
  };

  /** Runs the service for as long as the work takes, and stops it as an operator would. */
  async whileRunning<T>(work: (client: Client, service: Standalone) => Promise<T>): Promise<T> {
    const service = await startStandalone(this.environment);
    try {
      return await work(new Client(service.url), service);
    } finally {
      await service.stop();
    }
  }

  /** Runs a tool, and keeps what it writes. */
  async run(
    tool: (options: ToolOptions) => Promise<ExitCode>,
    args: readonly string[],
    { isTTY = false, signal = new AbortController().signal }: { isTTY?: boolean; signal?: AbortSignal } = {},
  ): Promise<{ readonly code: ExitCode; readonly text: string }> {
    let text = '';
    const output = { isTTY, write: (part: string) => (text += part) };
    const code = await tool({ args, environment: this.environment, output, signal });
    return { code, text };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A client that fails when the service refuses what a test needs. */
export class Client {
  constructor(private readonly url: string) {}

  get(path: string): Promise<Record<string, unknown>> {
    return this.#request('GET', path);
  }

  post(path: string, body: object): Promise<Record<string, unknown>> {
    return this.#request('POST', path, body);
  }

  delete(path: string): Promise<Record<string, unknown>> {
    return this.#request('DELETE', path);
  }

  patch(path: string, body: object): Promise<Record<string, unknown>> {
    return this.#request('PATCH', path, body);
  }

  async #request(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
}
