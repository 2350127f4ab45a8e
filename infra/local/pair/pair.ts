import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../ports';
import { standaloneProgram } from '../standalone';
import type { Program } from '../stack/program';
import { sharedSecrets } from '../stack/secrets';
import { POSTGRES_SERVER, type StartedServer } from '../stack/servers';
import { LeaderProxy } from './leader-proxy';
import type { PairOptions } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
const RESTART_MS = 200;
const LOOK_MS = 20;

/** Several instances of the standalone service on one PostgreSQL, supervised, behind a proxy that finds the leader. */
export class Pair {
  readonly #folder: string;
  readonly #isTemporary: boolean;
  readonly #instances = new Map<number, Program>();
  #postgres: StartedServer | undefined;
  #proxy: LeaderProxy | undefined;
  #stopping = false;
  #firstKey: string | null = null;
  #environment: Environment = {};

  constructor(private readonly options: PairOptions) {
    this.#isTemporary = options.folder === null;
    this.#folder = options.folder === null ? mkdtempSync(join(tmpdir(), 'stablecoin-pair-')) : resolve(options.folder);
    mkdirSync(this.#folder, { recursive: true });
    // PostgreSQL runs as a user of its own and has to get through to its data.
    chmodSync(this.#folder, 0o711);
  }

  /** Where the logs are. */
  get folder(): string {
    return this.#folder;
  }

  /** The API key that was made because none was given; null when one was. */
  get firstKey(): string | null {
    return this.#firstKey;
  }

  /** What the instances were started with, but for where each of them listens. */
  get environment(): Environment {
    return this.#environment;
  }

  /** The database; undefined when one was given. */
  get postgres(): StartedServer | undefined {
    return this.#postgres;
  }

  /** The instance that gets the requests. */
  get leader(): Program | undefined {
    const port = this.#proxy?.leader;
    return port === undefined ? undefined : this.#instances.get(port);
  }

  /** Where the instances are that run and do not lead. */
  get standbys(): readonly string[] {
    const { leader } = this;
    return [...this.#instances.values()]
      .filter((each) => each !== leader && !each.hasEnded)
      .map((each) => this.urlOf(each));
  }

  /** Where an instance listens, past the proxy. */
  urlOf(instance: Program): string {
    const [port] = [...this.#instances].find(([, each]) => each === instance) ?? [];
    return `http://127.0.0.1:${port}`;
  }

  /**
   * Starts a database unless one is given, the instances, and the proxy.
   *
   * @returns where the API is
   * @throws Error that names what is missing, or what did not start
   */
  async start(given: Environment): Promise<string> {
    const url = (given['EVENT_STORE_URL'] ?? '') || (await this.#startPostgres());
    const { firstKey, variables } = sharedSecrets(this.#folder, given);
    this.#firstKey = firstKey;
    this.#environment = { ...given, ...variables, EVENT_STORE_URL: url, DATA_DIR: this.#folder };
    const ports = await Promise.all(Array.from({ length: this.options.instances }, () => freePort()));
    for (const [place, port] of ports.entries()) {
      // Another one cannot listen on the port of the metrics.
      const environment = { ...this.#environment, PORT: String(port), METRICS_PORT: undefined };
      const instance = standaloneProgram(`instance-${place + 1}`, this.#folder, environment);
      this.#instances.set(port, instance);
      void this.#supervise(instance);
    }
    this.#proxy = await LeaderProxy.listen(Number(given['PORT'] ?? '3000'), ports);
    await this.untilLed();
    return `http://127.0.0.1:${this.#proxy.port}`;
  }

  /**
   * Resolves with the instance that leads.
   *
   * @param otherThan - id of a process that may still seem to lead; default: none
   * @throws Error when none leads within the time
   */
  async untilLed({
    otherThan,
    withinMs = READY_WITHIN_MS,
  }: { readonly otherThan?: number | undefined; readonly withinMs?: number } = {}): Promise<Program> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const { leader } = this;
      if (leader !== undefined && leader.pid !== otherThan) return leader;
      if (performance.now() > deadline) throw new Error(`no instance led within ${withinMs / 1_000} s`);
      await pause(LOOK_MS);
    }
  }

  /** Stops the instances as an operator does; the database goes on. */
  async stopInstances(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#instances.values()].map((instance) => instance.stop(STOP_WITHIN_MS)));
  }

  async stop(): Promise<void> {
    await this.stopInstances();
    await this.#proxy?.close();
    await this.#postgres?.stop();
    if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts an instance again whenever it has ended: a leader that has lost its lease ends itself. */
  async #supervise(instance: Program): Promise<void> {
    for (;;) {
      await instance.ended();
      await pause(RESTART_MS);
      if (this.#stopping) return;
      instance.startAgain();
    }
  }

  async #startPostgres(): Promise<string> {
    const missing = POSTGRES_SERVER.missing();
    if (missing !== undefined) throw new Error(`${missing}, or set EVENT_STORE_URL`);
    const folder = join(this.#folder, 'postgres');
    mkdirSync(folder, { recursive: true });
    this.#postgres = await POSTGRES_SERVER.start(folder, {});
    return this.#postgres.url;
  }
}
