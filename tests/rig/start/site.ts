import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES_BEHIND_GATEWAY } from '@stablecoin/contracts';
import { freePort } from '../../../infra/local/ports';
import { Pair } from '../../../infra/local/pair/pair';
import { standaloneProgram, untilReady } from '../../../infra/local/standalone';
import type { Program } from '../../../infra/local/stack/program';
import { SERVERS, type StartedServer } from '../../../infra/local/stack/servers';
import { processCounts } from '../../../infra/local/stack/options';
import { Stack } from '../../../infra/local/stack/stack';
import { WITHOUT_LIMITS } from './without-limits';

const TOOLS = join(__dirname, '..', '..', '..', 'apps', 'standalone', 'dist', 'tools');
/** On one machine, where a process of its own for each service carries half as many payments. */
const TOGETHER = SERVICES_BEHIND_GATEWAY;

export const TOPOLOGIES = ['standalone', 'pair', 'stack'] as const;
export type Topology = (typeof TOPOLOGIES)[number];

export const API_KEY = `svc_test_${'0123456789'.repeat(4)}`;
/** What the treasury holds at first on each chain, in USDC. */
export const OPENING = 1_000_000;

type Environment = Readonly<Record<string, string>>;

/** What survives a lost machine: an operator keeps it elsewhere. */
const KEPT = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  BACKUP_PASSPHRASE: 'correct horse battery staple',
  BOOTSTRAP_API_KEYS: `${API_KEY}:acme:enterprise`,
};

/** By topology: the servers that it keeps its data on, by their own variable, and the variable that its services read. */
const DATA_ON: Readonly<Record<Topology, Readonly<Record<string, string>>>> = {
  standalone: {},
  pair: { DATABASE_URL: 'EVENT_STORE_URL' },
  stack: Object.fromEntries(SERVERS.map(({ variable }) => [variable, variable])),
};

/** A machine for one topology: its servers run, its services only when they are started. */
export class Site {
  readonly #folder = mkdtempSync(join(tmpdir(), 'stablecoin-drill-'));
  readonly #servers: StartedServer[] = [];
  #environment: Environment = {};
  #kill: () => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly topology: Topology,
    private readonly settings: Environment,
  ) {
    // PostgreSQL runs as a user of its own and has to get through to its data.
    chmodSync(this.#folder, 0o711);
  }

  /** @param settings - of its services, beside those of every drill */
  static async open(topology: Topology, settings: Environment = {}): Promise<Site> {
    const site = new Site(topology, settings);
    try {
      await site.#startServers();
    } catch (error) {
      await site.destroy();
      throw error;
    }
    return site;
  }

  /** @returns where the API is */
  async start(): Promise<string> {
    const environment = { ...this.#environment, PORT: `${await freePort()}` };
    if (this.topology === 'stack') {
      const folder = join(this.#folder, 'services');
      const stack = new Stack({ instances: processCounts(), together: TOGETHER, folder }, () => undefined);
      this.#kill = () => killAll(stack.services.values());
      return stack.start(environment);
    }
    if (this.topology === 'pair') {
      const pair = new Pair({ instances: 2, folder: join(this.#folder, 'instances') });
      this.#kill = () => pair.stop();
      return pair.start(environment);
    }
    const service = standaloneProgram('service', this.#folder, environment);
    this.#kill = () => service.kill();
    return untilReady(service, environment.PORT);
  }

  /**
   * Runs a tool as an operator does.
   *
   * @returns what it has written
   * @throws Error when its exit code is not 0
   */
  async tool(name: 'backup' | 'restore', ...args: readonly string[]): Promise<string> {
    const command = [join(TOOLS, `${name}.js`), ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: this.#environment });
    return stdout.trim();
  }

  /** Of a standalone service. */
  get dataFolder(): string {
    return join(this.#folder, 'data');
  }

  /** Nothing is left of it. */
  async destroy(): Promise<void> {
    await this.#kill();
    await Promise.all(this.#servers.map(({ kill }) => kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #startServers(): Promise<void> {
    const urls: Record<string, string> = {};
    for (const { variable, missing, start } of SERVERS) {
      const name = DATA_ON[this.topology][variable];
      if (name === undefined) continue;
      const what = missing();
      if (what !== undefined) throw new Error(what);
      const folder = join(this.#folder, variable.toLowerCase());
      mkdirSync(folder);
      const server = await start(folder, {});
      this.#servers.push(server);
      urls[name] = server.url;
    }
    this.#environment = {
      ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...KEPT, ...urls },
      ...{ DATA_DIR: this.dataFolder, LOG_LEVEL: 'warn', SANDBOX_OPENING_BALANCE: String(OPENING) },
      ...this.settings,
      RATE_LIMITS: WITHOUT_LIMITS,
    };
  }
}

async function killAll(programs: Iterable<Program>): Promise<void> {
  await Promise.all([...programs].map((program) => program.kill()));
}
