import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES_BEHIND_GATEWAY, type ServiceName } from '@stablecoin/contracts';
import { processesOf, type StackOptions } from './options';
import { freePort } from '../ports';
import type { Program } from './program';
import { sharedSecrets } from './secrets';
import { SERVERS, type StackServer, type StartedServer } from './servers';
import { startService } from './services';

type Environment = Readonly<Record<string, string | undefined>>;

const TOPICS = join(__dirname, '..', '..', '..', 'apps', 'standalone', 'dist', 'tools', 'topics.js');
const PORT = '3000';
/** The services behind the gateway, with the variable that tells the others where they are. */

/** The distributed stack on this machine. What it has started it stops, the last one first. */
export class Stack {
  readonly #programs: Program[] = [];
  readonly #servers = new Map<string, StartedServer>();
  readonly #services = new Map<string, Program>();
  #environment: Environment = {};
  readonly #stops: { readonly name: string; readonly stop: () => Promise<void>; readonly isService: boolean }[] = [];
  readonly #folder: string;
  readonly #isTemporary: boolean;
  #firstKey: string | null = null;

  /** @param say - is told of each step */
  constructor(
    private readonly options: StackOptions,
    private readonly say: (line: string) => void,
  ) {
    this.#isTemporary = options.folder === null;
    this.#folder = options.folder === null ? mkdtempSync(join(tmpdir(), 'stablecoin-stack-')) : resolve(options.folder);
    mkdirSync(this.#folder, { recursive: true });
    // PostgreSQL runs as a user of its own and has to get through to its data; what lies here only the owner reads.
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

  /** The servers that it has started, by the variable that tells where each is. */
  get servers(): ReadonlyMap<string, StartedServer> {
    return this.#servers;
  }

  /**
   * The processes of the services, by name: `payment`, or `payment-1` where there are several, or `payment+treasury` where
   * services share one.
   */
  get services(): ReadonlyMap<string, Program> {
    return this.#services;
  }

  /** What the services were started with, but for where each listens. */
  get environment(): Environment {
    return this.#environment;
  }

  /**
   * Starts what is not given, and then the services.
   *
   * @returns where the API is
   * @throws Error that names what is missing, or what did not start
   */
  async start(given: Environment): Promise<string> {
    const own = SERVERS.filter(({ variable }) => (given[variable] ?? '') === '');
    const missing = own.flatMap((server) => server.missing() ?? []);
    if (missing.length > 0) throw new Error(missing.join('\n'));
    const urls = Object.fromEntries(await Promise.all(own.map((server) => this.#startServer(server))));
    // All of it is on this machine, and so are the receivers that it is tried out with.
    const defaults = { WEBHOOK_ALLOW_PRIVATE: 'sandbox-loopback' };
    this.#environment = { ...defaults, ...given, ...urls, ...this.#secrets(given), DATA_DIR: this.#folder };
    await promisify(execFile)(process.execPath, [TOPICS], { env: this.#environment });
    this.say('Kafka has its topics');
    return this.#startServices(this.#environment);
  }

  /** Resolves with the first of its programs that ends by itself. */
  ended(): Promise<Program> {
    return Promise.race(this.#programs.map(async (program) => program.ended().then(() => program)));
  }

  /** Stops the services, and leaves the servers that they work on. */
  async stopServices(): Promise<void> {
    const [services, servers] = [true, false].map((wanted) =>
      this.#stops.filter(({ isService }) => isService === wanted),
    );
    this.#stops.splice(0, Infinity, ...(servers ?? []));
    for (const { name, stop } of services?.toReversed() ?? []) {
      await stop();
      this.say(`${name} has stopped`);
    }
  }

  async stop(): Promise<void> {
    for (const { name, stop } of this.#stops.splice(0).toReversed()) {
      await stop();
      this.say(`${name} has stopped`);
    }
    if (this.#isTemporary) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #startServer({ variable, name, start }: StackServer): Promise<[string, string]> {
    const folder = join(this.#folder, variable.toLowerCase().replace(/_url$/, ''));
    mkdirSync(folder, { recursive: true });
    const server = await start(folder, this.options);
    const { url, stop, program } = server;
    this.#servers.set(variable, server);
    this.#stops.push({ name, stop, isService: false });
    if (program !== undefined) this.#programs.push(program);
    this.say(`${name} is up at ${url}`);
    return [variable, url];
  }

  async #startServices(environment: Environment): Promise<string> {
    const { instances, together = [] } = this.options;
    const ports = new Map<ServiceName, number>();
    const portOf = async ([first]: readonly ServiceName[]): Promise<number> =>
      first === 'gateway' ? Number(environment['PORT'] ?? PORT) : freePort();
    const placed = [];
    for (const services of processesOf(together)) {
      const port = await portOf(services);
      for (const service of services) ports.set(service, port);
      placed.push({ services, port });
    }
    const urls = SERVICES_BEHIND_GATEWAY.map((service) => [
      `${service.toUpperCase()}_URL`,
      `http://127.0.0.1:${ports.get(service)}`,
    ]);
    const shared = { ...environment, ...(Object.fromEntries(urls) as Record<string, string>) };
    // The gateway is the last to start, and so the first to stop: what it has taken, the others still finish.
    const running = [];
    for (const { services, port } of placed) {
      const started = await startService({
        services,
        port,
        instances: Math.max(...services.map((service) => instances[service])),
        environment: shared,
        folder: this.#folder,
      });
      this.#stops.push({ name: started.name, stop: started.stop, isService: true });
      this.#programs.push(...started.programs);
      for (const program of started.programs) this.#services.set(program.name, program);
      running.push(started);
    }
    await Promise.all(
      running.map(async ({ name, programs, ready }) => {
        await ready();
        this.say(`${name} is ready${programs.length === 1 ? '' : ` (${programs.length} processes)`}`);
      }),
    );
    return `http://127.0.0.1:${ports.get('gateway')}`;
  }

  #secrets(given: Environment): Environment {
    const { firstKey, variables } = sharedSecrets(this.#folder, given);
    this.#firstKey = firstKey;
    return { ...variables, SERVICE_TOKEN: given['SERVICE_TOKEN'] ?? randomBytes(24).toString('base64url') };
  }
}
