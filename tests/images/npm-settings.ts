import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a build finds the certificates of {@link NpmSettings.authorities}. */
export const AUTHORITIES_PATH = '/run/npm-authorities.pem';
/** The settings that say how the registry is reached. */
const ROUTE = ['registry', 'proxy', 'https-proxy', 'strict-ssl'] as const;

/** Where a build finds {@link NpmSettings.cache}. */
export const CACHE_PATH = '/run/npm-cache';

export interface NpmSettings {
  /** A file in the format of `.npmrc`. It may hold credentials. */
  readonly npmrc: string;
  /** The file of the authorities that this machine trusts beside Node's own; undefined: none are set. */
  readonly authorities: string | undefined;
  /** The folder of the packages that this machine has downloaded: a build that has it downloads none of them again. */
  readonly cache: string;
}

type Setting = string | boolean | null;

/**
 * Writes down how this machine reaches the npm registry (registry, credentials, proxy, authorities), so that a build can
 * reach it in the same way, and what it has downloaded already.
 *
 * @param folder - takes the file
 */
export function npmSettings(folder: string): NpmSettings {
  const listed = execFileSync('npm', ['config', 'list', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const settings = JSON.parse(listed) as Readonly<Record<string, Setting>>;
  const authorities = settings['cafile'] ?? process.env['NODE_EXTRA_CA_CERTS'];
  // Credentials are not listed: they are in the files alone, or in variables that the files name.
  const files = [settings['globalconfig'], settings['userconfig']].filter((file) => existsSync(String(file)));
  const lines = files.map((file) => expanded(readFileSync(String(file), 'utf8')));
  for (const name of ROUTE) if ((settings[name] ?? null) !== null) lines.push(`${name}=${String(settings[name])}`);
  const cache = String(settings['cache']);
  lines.push(`cache=${CACHE_PATH}`, 'prefer-offline=true');
  if (authorities) lines.push(`cafile=${AUTHORITIES_PATH}`);
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `${lines.join('\n')}\n`, { mode: 0o600 });
  return { npmrc, authorities: authorities ? String(authorities) : undefined, cache };
}

function expanded(text: string): string {
  return text.replace(/\$\{(\w+)\??\}/g, (_, name: string) => process.env[name] ?? '');
}
