import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../../infra/local/stack/program';
import { Container } from './container';

/** The part of an image's configuration that the tests read. */
export interface ImageConfiguration {
  readonly User: string;
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface BuildOptions {
  readonly dockerfile: string;
  /** The folder that is sent to the build. */
  readonly context: string;
  readonly tag: string;
  /** Files for `RUN --mount=type=secret`, by id. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Files of this machine that `RUN` can read, by their path in the build. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RunOptions {
  readonly container: string;
  /** For error messages, and for the name of the log. */
  readonly name: string;
  readonly command: readonly string[];
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** @returns what keeps images from being built on this machine, with the remedy; `undefined`: nothing */
export function missingForImages(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The test of the images needs Linux on x64';
  if (process.getuid?.() !== 0) return 'The test of the images needs root, for buildah without an engine';
  for (const program of ['buildah', 'debootstrap']) {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      return `${program} is missing: run infra/scripts/install-servers.sh`;
    }
  }
  return undefined;
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
    // The npm cache that is shared by the steps of a build is below TMPDIR.
    this.#environment = { ...process.env, TMPDIR: temporary };
  }

  /** Makes an image of a folder. */
  async imageOf(root: string, name: string): Promise<void> {
    const container = this.#output('from', 'scratch');
    await this.#done('add', ['add', '--quiet', container, root, '/']);
    await this.#done('commit', ['commit', '--quiet', '--rm', '--format', 'docker', container, name]);
  }

  /** @throws Error with the end of the log, when the build fails */
  async build({ dockerfile, context, tag, secrets, files }: BuildOptions): Promise<void> {
    await this.#done('build', [
      ...['build', '--isolation=chroot', '--pull-never', '--format=docker', '--layers=false', '--jobs=2'],
      ...Object.entries(secrets).flatMap(([id, source]) => ['--secret', `id=${id},src=${source}`]),
      ...Object.entries(files).flatMap(([path, source]) => ['--volume', `${source}:${path}:ro`]),
      ...['--file', dockerfile, '--tag', tag, context],
    ]);
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
    return execFileSync('buildah', this.#arguments(args), { env: this.#environment, encoding: 'utf8' }).trim();
  }

  #program(name: string, args: readonly string[]): Program {
    return new Program({
      ...{ name, command: 'buildah', args: this.#arguments(args), log: this.logOf(name) },
      environment: this.#environment,
    });
  }

  /** Storage of its own. The vfs driver needs no support by the kernel. */
  #arguments(args: readonly string[]): string[] {
    const storage = ['--root', join(this.folder, 'storage'), '--runroot', join(this.folder, 'run')];
    return [...storage, '--storage-driver=vfs', ...args];
  }
}
