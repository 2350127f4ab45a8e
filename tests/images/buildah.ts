import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../infra/docker/compose-file';
import { Program } from '../../infra/local/stack/program';
import { Container } from './container';

/** The part of an image's configuration that the tests read. */
export interface ImageConfiguration {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface BuildOptions {
  readonly tag: string;
  readonly buildArgs: Readonly<Record<string, string>>;
  /** Files for `RUN --mount=type=secret`, by id. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Files of this machine that `RUN` can read, by their path in the build. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders of this machine that `RUN` can use, by their path in the build. */
  readonly folders: Readonly<Record<string, string>>;
}

export interface RunOptions {
  readonly container: string;
  /** For error messages, and for the name of the log. */
  readonly name: string;
  readonly command: readonly string[];
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Builds images and runs commands in them without a Docker engine. Containers share the network of this machine. Images,
 * containers, caches and logs are in one temporary folder, which {@link Buildah.remove} deletes.
 */
export class Buildah {
  readonly folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-images-'));
  readonly #environment: NodeJS.ProcessEnv;

  constructor() {
    const temporary = join(this.folder, 'tmp');
    mkdirSync(temporary);
    // Caches that the steps of a build share are below TMPDIR.
    const settings = join(this.folder, 'storage.conf');
    this.#environment = { ...process.env, TMPDIR: temporary, CONTAINERS_STORAGE_CONF: settings };
    writeFileSync(settings, this.#storage('overlay'));
    try {
      this.#output('info');
    } catch {
      // It copies whole folders, and needs no support by the kernel.
      writeFileSync(settings, this.#storage('vfs'));
    }
  }

  /** Makes an image of an archive of a file system, and of what is added to it. */
  async imageOf(archive: string, name: string, addTo: (root: string) => void): Promise<void> {
    const container = this.#output('from', 'scratch');
    await this.#done('add', ['add', '--quiet', container, archive, '/']);
    addTo(this.#output('mount', container));
    await this.#done('commit', ['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
  }

  /**
   * Runs `npm run image`.
   *
   * @throws Error with the end of the log, when the build fails
   */
  async build({ tag, buildArgs, secrets, files, folders }: BuildOptions): Promise<void> {
    const program = new Program({
      name: 'npm run image',
      command: process.execPath,
      args: [
        join(ROOT, 'infra', 'scripts', 'image.mjs'),
        ...['--pull-never', '--layers=false', `--ulimit=nofile=${openFilesMax()}`, `--tag=${tag}`],
        ...Object.entries(buildArgs).map(([name, value]) => `--build-arg=${name}=${value}`),
        ...Object.entries(secrets).map(([id, source]) => `--secret=id=${id},src=${source}`),
        ...Object.entries(files).map(([path, source]) => `--volume=${source}:${path}:ro`),
        ...Object.entries(folders).map(([path, source]) => `--volume=${source}:${path}`),
      ],
      log: this.logOf('build'),
      environment: { ...this.#environment, IMAGE_ENGINE: 'buildah', BUILDAH_ISOLATION: 'chroot' },
    });
    await program.ended();
    if (program.exitCode !== 0) throw program.failure('failed');
  }

  configurationOf(image: string): ImageConfiguration {
    const inspected = JSON.parse(this.#output('inspect', '--type', 'image', image)) as {
      readonly Docker: { readonly config: ImageConfiguration };
    };
    return inspected.Docker.config;
  }

  /** @returns a container of the image, for {@link Buildah.start} and {@link Buildah.run} */
  containerOf(image: string): string {
    return this.#output('from', '--pull-never', image);
  }

  /** @returns where the files of a container are on this machine */
  filesOf(container: string): string {
    return this.#output('mount', container);
  }

  /** Starts a command in a container. */
  start({ container, name, command, user, environment }: RunOptions): Container {
    const variables = Object.entries(environment).map(([variable, value]) => `--env=${variable}=${value}`);
    const args = ['run', '--isolation=chroot', '--user', user, ...variables, container, '--', ...command];
    return new Container(this.#program(name, args));
  }

  /** @returns the exit code of a command in a container */
  async run(options: RunOptions): Promise<number | null> {
    return this.start(options).ended();
  }

  /** What a command, whose name this is, has written. */
  logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  /** Removes all images and containers, and the folder. Every container must have ended. */
  remove(): void {
    this.#output('rm', '--all');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #done(name: string, args: readonly string[]): Promise<void> {
    const program = this.#program(name, args);
    await program.ended();
    if (program.exitCode !== 0) throw program.failure('failed');
  }

  #output(...args: readonly string[]): string {
    return execFileSync('buildah', args, {
      env: this.#environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  #program(name: string, args: readonly string[]): Program {
    return new Program({
      ...{ name, command: 'buildah', args, log: this.logOf(name) },
      environment: this.#environment,
    });
  }

  /** Storage of its own. */
  #storage(driver: 'overlay' | 'vfs'): string {
    const lines = [
      '[storage]',
      `driver = "${driver}"`,
      `graphroot = "${join(this.folder, 'storage')}"`,
      `runroot = "${join(this.folder, 'run')}"`,
      ...(driver === 'overlay' ? ['[storage.options.overlay]', 'skip_mount_home = "true"'] : []),
    ];
    return `${lines.join('\n')}\n`;
  }
}

/** As many files as this process may open: a build may open fewer by itself, and npm opens many. */
function openFilesMax(): string {
  const [, hard = ''] = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return `${hard}:${hard}`;
}
