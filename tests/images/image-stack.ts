import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Redis from 'ioredis';
import { Client } from 'pg';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freePorts } from '../../infra/local/ports';
import { SERVERS, type StartedServer } from '../../infra/local/stack/servers';
import { ComposeFile, ROOT } from '../../infra/docker/compose-file';
import { makeBaseImage } from './base-image';
import { Buildah } from './buildah';
import type { Container } from './container';
import { AUTHORITIES_PATH, CACHE_PATH, npmSettings } from './npm-settings';

const HEALTHY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;
/** The pair has a server of its own in its Compose file; here it has a database of its own. */
export const PAIR_DATABASE = 'pair';
const LISTENS_ON = ['PORT', 'QUERY_PORT', 'METRICS_PORT'] as const;

/**
 * The services of `docker-compose.yml`, started from the image that its build makes, with the environment that it gives
 * them. The servers of `npm run stack` take the place of its servers; a map of addresses takes the place of its network.
 */
export class ImageStack {
  readonly buildah = new Buildah();
  readonly containers = new Map<string, Container>();
  /** The variables that `make-env.mjs` has written for Compose. */
  readonly env: Readonly<Record<string, string>>;
  readonly #compose: ComposeFile;
  readonly #servers: StartedServer[] = [];
  /** Where an address of the Compose network is on this machine. */
  readonly #addresses = new Map<string, string>();
  readonly #ports = new Map<string, Readonly<Record<string, string>>>();
  #container = '';

  constructor() {
    // PostgreSQL runs as its own user and has to reach its data.
    chmodSync(this.buildah.folder, 0o711);
    this.env = madeEnv(this.buildah.folder);
    this.#compose = new ComposeFile('docker-compose.yml', this.env);
  }

  /** The names of our services in the Compose file, without the job that makes the topics and what is run on request. */
  get services(): readonly string[] {
    const { topics, ...services } = this.#compose.services;
    return Object.entries(services)
      .filter(([, { image, profiles = [] }]) => image === topics?.image && profiles.length === 0)
      .map(([name]) => name);
  }

  get image(): string {
    return this.#compose.services['topics']?.image ?? '';
  }

  /** The files of the containers: all of them share one file system, as none may write to it. */
  get files(): string {
    return this.buildah.filesOf(this.#container);
  }

  /** Where the API is. */
  get url(): string {
    return `http://127.0.0.1:${this.#ports.get('gateway')?.['PORT']}`;
  }

  /** Builds the image, and starts the servers meanwhile. */
  async prepare(): Promise<void> {
    await allOf([this.#build(), this.#startServers()]);
    this.#container = this.buildah.containerOf(this.image);
  }

  /** Makes the topics and starts every service; resolves when each is ready. */
  async start(): Promise<void> {
    for (const service of this.services) {
      const ports = (await freePorts(LISTENS_ON.length)).map(String);
      this.#ports.set(service, Object.fromEntries(LISTENS_ON.map((name, index) => [name, ports[index] ?? ''])));
      this.#addresses.set(`${service}:3001`, `127.0.0.1:${ports[LISTENS_ON.indexOf('QUERY_PORT')]}`);
    }
    await this.runJob('topics');
    for (const service of this.services) this.containers.set(service, this.#start(service));
    await Promise.all(
      [...this.containers].map(([service, container]) =>
        container.until(() => isReady(this.#ports.get(service)?.['QUERY_PORT']), HEALTHY_WITHIN_MS),
      ),
    );
  }

  /** @returns whether the health check of the image is content with a service of that environment */
  async isHealthy(service: string, environment = this.#ports.get(service)): Promise<boolean> {
    const check = this.buildah.configurationOf(this.image).Healthcheck.Test.slice(1);
    return (await this.run(`${service}-health`, check, environment)) === 0;
  }

  /** @returns the exit code of a command in the image, as the image's own user */
  run(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<number | null> {
    return this.buildah.run({ ...{ container: this.#container, name, command, environment }, user: this.#user });
  }

  /**
   * Runs a job of the Compose file to its end.
   *
   * @returns what it has printed
   * @throws Error with that when it fails
   */
  async runJob(name: string): Promise<string> {
    const code = await this.#start(name).ended();
    if (code !== 0) throw new Error(`${name} failed:\n${this.#logOf(name)}`);
    return this.#logOf(name);
  }

  /** Stops every service. @returns their exit codes */
  async stop(): Promise<readonly (number | null)[]> {
    return Promise.all([...this.containers.values()].map((container) => container.stop(STOP_WITHIN_MS)));
  }

  /** Stops what runs, and removes everything. */
  async remove(): Promise<void> {
    await this.stop();
    for (const server of this.#servers.toReversed()) await server.stop();
    this.buildah.remove();
  }

  get #user(): string {
    return this.buildah.configurationOf(this.image).User;
  }

  async #build(): Promise<void> {
    await makeBaseImage(this.buildah);
    const { npmrc, authorities, cache } = npmSettings(this.buildah.folder);
    await this.buildah.build({
      tag: this.image,
      // With the client of one KMS, and without the other.
      buildArgs: { KMS: 'aws' },
      secrets: { npmrc },
      files: authorities === undefined ? {} : { [AUTHORITIES_PATH]: authorities },
      folders: { [CACHE_PATH]: cache },
    });
  }

  async #startServers(): Promise<void> {
    const builder = join(ROOT, 'infra', 'scripts', 'build-package.mjs');
    await promisify(execFile)(process.execPath, [builder], { cwd: join(ROOT, 'infra', 'local', 'eventstoredb') });
    await allOf(SERVERS.map((server) => this.#startServer(server)));
  }

  async #startServer({ variable, start, missing }: (typeof SERVERS)[number]): Promise<void> {
    const lacking = missing();
    if (lacking !== undefined) throw new Error(lacking);
    const folder = join(this.buildah.folder, variable.toLowerCase());
    mkdirSync(folder);
    const server = await start(folder, {});
    this.#servers.push(server);
    const { host } = new URL(server.url);
    if (variable === 'BUS_URL') this.#addresses.set('kafka:9092', host);
    if (variable === 'EVENT_STORE_URL') this.#addresses.set('eventstore:2113', host);
    if (variable === 'DATABASE_URL') {
      this.#addresses.set('postgres:5432', host);
      await createDatabase(server.url, this.#compose.environmentOf('postgres')['POSTGRES_DB'] ?? '');
      await createDatabase(server.url, PAIR_DATABASE);
    }
    if (variable === 'RATE_LIMIT_URL') {
      this.#addresses.set('redis:6379', host);
      await requirePassword(server.url, this.#compose.environmentOf('redis')['REDIS_PASSWORD'] ?? '');
    }
  }

  #start(service: string): Container {
    return this.startAs(service, this.#compose, service, this.#ports.get(service));
  }

  /** Starts a service of the image, which a word names, without a Compose file. */
  startAlone(name: string, environment: Readonly<Record<string, string>>): Container {
    const { Entrypoint: entrypoint } = this.buildah.configurationOf(this.image);
    return this.buildah.start({
      container: this.#container,
      name,
      command: [...entrypoint, name],
      user: this.#user,
      environment,
    });
  }

  /**
   * Starts a service of a Compose file.
   *
   * @param name - of the container
   * @param own - variables beside those of the file
   */
  startAs(name: string, compose: ComposeFile, service: string, own: Readonly<Record<string, string>> = {}): Container {
    const { Entrypoint } = this.buildah.configurationOf(this.image);
    const { entrypoint = Entrypoint, command = [] } = compose.services[service] ?? {};
    const environment = { ...compose.environmentOf(service), ...own };
    const hosts = Object.keys(compose.services).join('|');
    const address = new RegExp(`\\b(?:${hosts}):\\d+`, 'g');
    return this.buildah.start({
      container: this.#container,
      name,
      command: [...entrypoint, ...command],
      user: this.#user,
      environment: Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => [
          variable,
          value.replace(address, (found) => this.#addresses.get(found) ?? found),
        ]),
      ),
    });
  }

  #logOf(name: string): string {
    return readFileSync(this.buildah.logOf(name), 'utf8');
  }
}

/** Waits for the end of each, so that nothing goes on when the failure of one is handled. */
async function allOf(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Runs the script that the documentation names, on a folder of its own: it writes beside `docker-compose.yml`. */
function madeEnv(folder: string): Record<string, string> {
  const script = join('infra', 'docker', 'make-env.mjs');
  cpSync(join(ROOT, script), join(folder, script));
  execFileSync(process.execPath, [join(folder, script)], { stdio: 'ignore' });
  const lines = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

async function isReady(port = ''): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
}

async function createDatabase(url: string, name: string): Promise<void> {
  // The server listens before it takes connections.
  const client = await eventually(async () => {
    const connecting = new Client({ connectionString: url });
    await connecting.connect();
    return connecting;
  });
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
}

async function requirePassword(url: string, password: string): Promise<void> {
  const client = new Redis(url);
  await client.config('SET', 'requirepass', password);
  client.disconnect();
}
