import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES, type ServiceName } from '@stablecoin/contracts';
import type { StackOptions } from './options';
import { freePort } from '../ports';
import type { Program } from './program';
import { SERVERS, type StackServer } from './servers';
import { startService } from './services';

type Environment = Readonly<Record<string, string | undefined>>;

const TOPICS = join(__dirname, '..', '..', '..', 'apps', 'standalone', 'dist', 'tools', 'topics.js');
const PORT = '3000';
/** The services behind the gateway, with the variable that tells the others where they are. */
const BEHIND = SERVICES.filter((service) => service !== 'gateway');

/** The distributed stack on this machine. What it has started it stops, the last one first. */
export class Stack {
  readonly #programs: Program[] = [];
  readonly #stops: { readonly name: string; readonly stop: () => Promise<void> }[] = [];
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
    const environment = { ...given, ...urls, ...this.#secrets(given), DATA_DIR: this.#folder };
    await promisify(execFile)(process.execPath, [TOPICS], { env: environment });
    this.say('Kafka has its topics');
    return this.#startServices(environment);
  }

  /** Resolves with the first of its programs that ends by itself. */
  ended(): Promise<Program> {
    return Promise.race(this.#programs.map(async (program) => program.ended().then(() => program)));
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
    const { url, stop, program } = await start(folder);
    this.#stops.push({ name, stop });
    if (program !== undefined) this.#programs.push(program);
    this.say(`${name} is up at ${url}`);
    return [variable, url];
  }

  async #startServices(environment: Environment): Promise<string> {
    const ports = new Map<ServiceName, number>([['gateway', Number(environment['PORT'] ?? PORT)]]);
    for (const service of BEHIND) ports.set(service, await freePort());
    const urls = BEHIND.map((service) => [`${service.toUpperCase()}_URL`, `http://127.0.0.1:${ports.get(service)}`]);
    // A service asks itself directly.
    const shared = { ...environment, ...(Object.fromEntries(urls) as Record<string, string>) };
    await Promise.all(
      SERVICES.map(async (service) => {
        const { programs, stop } = await startService({
          service,
          instances: this.options.instances[service],
          port: ports.get(service) ?? 0,
          environment: { ...shared, [`${service.toUpperCase()}_URL`]: undefined },
          folder: this.#folder,
        });
        this.#stops.push({ name: service, stop });
        this.#programs.push(...programs);
        this.say(`${service} is ready${programs.length === 1 ? '' : ` (${programs.length} processes)`}`);
      }),
    );
    return `http://127.0.0.1:${ports.get('gateway')}`;
  }

  /** What is kept is kept under one key. */
  #secretsKey(): string {
    const file = join(this.#folder, 'secrets.key');
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
    return readFileSync(file, 'utf8');
  }

  #secrets(given: Environment): Environment {
    const word = (): string => randomBytes(24).toString('base64url');
    const keys = given['BOOTSTRAP_API_KEYS'] ?? '';
    if (keys === '') this.#firstKey = `svc_test_${randomBytes(24).toString('hex')}`;
    return {
      SECRETS_KEY: given['SECRETS_KEY'] ?? this.#secretsKey(),
      SERVICE_TOKEN: given['SERVICE_TOKEN'] ?? word(),
      BOOTSTRAP_API_KEYS: this.#firstKey === null ? keys : `${this.#firstKey}:acme:scale`,
    };
  }
}
