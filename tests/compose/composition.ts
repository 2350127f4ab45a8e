import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { commandsOf, shellFences } from '../e2e/support/documented-commands';
import { ROOT } from '../../infra/docker/compose-file';
import { freePorts } from '../../infra/local/ports';
import type { Engine } from './engine';

/** What Compose prints of a container. */
interface Listed {
  readonly Name: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
}

/** The repository in a fresh copy, whose Compose files run by the commands that docs/deployment.md prints. */
export class Composition {
  readonly folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-compose-'));
  /** Of the file; a name of its own keeps the containers and volumes of this machine apart. */
  readonly project = basename(this.folder).toLowerCase();
  /** What the last command was given with `-f`; what follows asks about the same files. */
  #files: readonly string[] = [];
  readonly #commands = shellFences()
    .filter(({ file }) => file === 'docs/deployment.md')
    .flatMap(commandsOf);

  private constructor(
    private readonly engine: Engine,
    private readonly port: number,
    /** Where the file with TLS serves the API. */
    readonly httpsPort: number,
  ) {
    copyRepository(this.folder);
  }

  static async copy(engine: Engine): Promise<Composition> {
    const [port = 0, httpsPort = 0] = await freePorts(2);
    return new Composition(engine, port, httpsPort);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The API key that `make-env.mjs` has written. */
  get key(): string {
    const [, key = ''] = /^BOOTSTRAP_API_KEYS=(\w+):/m.exec(readFileSync(join(this.folder, '.env'), 'utf8')) ?? [];
    return key;
  }

  /**
   * Runs a command of the document in the copy.
   *
   * @param prefix - how the command begins
   * @param more - what a reader adds to it
   * @throws Error when the document has no such command, or it fails
   */
  async follow(prefix: string, more = ''): Promise<string> {
    const command = this.#commands.find((each) => each === prefix || each.startsWith(`${prefix} `));
    if (command === undefined) throw new Error(`docs/deployment.md prints no command that begins with "${prefix}"`);
    this.#files = [...command.matchAll(/ -f (\S+)/g)].flatMap(([, file = '']) => ['-f', file]);
    return this.#run('bash', ['-c', `${command} ${more}`]);
  }

  /** Runs `docker compose` on the files of the last command. */
  compose(...args: readonly string[]): Promise<string> {
    return this.#run('docker', ['compose', ...this.#files, ...args]);
  }

  docker(...args: readonly string[]): Promise<string> {
    return this.engine.run('docker', args);
  }

  /** Writes `docker-compose.override.yml`, which Compose reads beside `docker-compose.yml`, where no command names files. */
  override(services: Readonly<Record<string, object>>, volumes: Readonly<Record<string, object>> = {}): void {
    // Compose puts variables in the place of what a dollar begins.
    const text = JSON.stringify({ services, volumes }).replaceAll('$', '$$$$');
    writeFileSync(join(this.folder, 'docker-compose.override.yml'), text);
  }

  /** The address at which the containers of a network reach this machine. */
  async hostAddress(network: string): Promise<string> {
    const format = '{{(index .IPAM.Config 0).Gateway}}';
    return (await this.docker('network', 'inspect', '--format', format, network)).trim();
  }

  /** Every container, those that have ended too. */
  async containers(): Promise<readonly Listed[]> {
    const lines = (await this.compose('ps', '--all', '--format', 'json')).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Listed);
  }

  /** The name of the first container of a service. */
  async containerOf(service: string): Promise<string> {
    const container = (await this.containers()).find(({ Service }) => Service === service);
    if (container === undefined) throw new Error(`${service} has no container`);
    return container.Name;
  }

  /** Its address in the network of its composition. */
  async addressOf(container: string): Promise<string> {
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    return (await this.docker('inspect', '--format', format, container)).trim();
  }

  get network(): string {
    return `${this.project}_default`;
  }

  /** The process id, on this machine, of the first process of a container. */
  async pidOf(container: string): Promise<number> {
    return Number(await this.docker('inspect', '--format', '{{.State.Pid}}', container));
  }

  /** Removes its containers, volumes and the copy. */
  async remove(): Promise<void> {
    const labelled = `label=com.docker.compose.project=${this.project}`;
    const listed = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await this.docker(...args, '--quiet', '--filter', labelled)).split('\n').filter(Boolean);
    const containers = await listed('ps', '--all');
    if (containers.length > 0) await this.docker('rm', '--force', '--volumes', ...containers);
    const networks = await listed('network', 'ls');
    if (networks.length > 0) await this.docker('network', 'rm', ...networks);
    const volumes = await listed('volume', 'ls');
    if (volumes.length > 0) await this.docker('volume', 'rm', ...volumes);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(program: string, args: readonly string[]): Promise<string> {
    const ports = { PORT: String(this.port), HTTPS_PORT: String(this.httpsPort) };
    const environment = { ...ports, COMPOSE_PROJECT_NAME: this.project, COMPOSE_PROGRESS: 'plain' };
    return this.engine.run(program, args, { cwd: this.folder, environment });
  }
}

/** What a clone has, with what is not committed yet. */
function copyRepository(folder: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  // Git lists what was removed and not committed yet.
  for (const file of listed.filter((each) => existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file), { verbatimSymlinks: true });
  }
}
