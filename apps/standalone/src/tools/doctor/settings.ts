import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { trustsWhoeverConnects, VARIABLES } from '@stablecoin/host';
import type { ToolOptions } from '../output';
import type { CheckContext } from './check-context';
import { ok, warn, type DoctorFinding } from './finding';

interface Named {
  readonly name: string;
  readonly secret: boolean;
}

const ALL: readonly Named[] = Object.values(VARIABLES);
/** Also secret, by what is in them. */
const WITH_SECRETS: ReadonlySet<string> = new Set(['BOOTSTRAP_API_KEYS']);
/** A random secret of 16 characters has more. */
const CHARACTERS_LEAST = 8;
const OTHERS_MAY_READ = 0o077;

/** Which variables are set, without their values. */
export function listOf(environment: ToolOptions['environment']): DoctorFinding {
  const set = ALL.filter(({ name }) => (environment[name] ?? '') !== '').map(({ name }) => name);
  const names = set.length === 0 ? 'no variable is set: all have their defaults' : `valid: ${set.join(', ')}`;
  return ok('configuration', names);
}

/** Whether clients can name the address that IP allow-lists are asked for. */
export function checkProxies({ configuration }: Pick<CheckContext, 'configuration'>): readonly DoctorFinding[] {
  if (!trustsWhoeverConnects(configuration)) return [];
  const message =
    'TRUST_PROXY is a number: anyone who reaches the port can name any client address, and pass IP allow-lists';
  return [
    warn('proxies', message, "Let only the proxies reach the port, or set TRUST_PROXY to the proxies' addresses."),
  ];
}

/** Secrets that are missing, look like an example, or can be read by others. */
export function checkSecrets({ configuration, environment }: CheckContext): readonly DoctorFinding[] {
  const { secretsKey, dataDir, eventStore, liveChains } = configuration;
  const findings: DoctorFinding[] = [];
  const given = ALL.filter(
    ({ name, secret }) => (secret || WITH_SECRETS.has(name)) && (environment[name] ?? '') !== '',
  );
  for (const { name } of given) {
    if (!isPoor(name, environment[name] ?? '')) continue;
    findings.push(
      warn(
        'secrets',
        `${name} has too few different characters to be random`,
        'Make one with: openssl rand -base64 32',
      ),
    );
  }
  const isLive = liveChains.evm !== null || liveChains.solana !== null;
  const isPlain = ALL.filter(({ name }) => name.endsWith('_SIGNER') || name.endsWith('_SIGNERS')).filter(({ name }) =>
    /(^|,)env:/.test(environment[name] ?? ''),
  );
  if ((liveChains.evm?.network ?? liveChains.solana?.network) === 'mainnet') {
    for (const { name } of isPlain) {
      findings.push(warn('secrets', `${name} names a key in a variable`, 'Use a KMS, or an encrypted keystore.'));
    }
  }
  const file = join(dataDir, 'secrets.key');
  if (secretsKey === null && eventStore !== 'memory' && existsSync(file)) {
    if ((statSync(file).mode & OTHERS_MAY_READ) !== 0) {
      findings.push(warn('secrets', `${file} can be read by other users`, `Run: chmod 600 ${file}`));
    } else if (isLive) {
      findings.push(
        warn(
          'secrets',
          `SECRETS_KEY lies beside the data, in ${file}`,
          'Set SECRETS_KEY from a secret store, to the same value.',
        ),
      );
    }
  }
  if (findings.length > 0) return findings;
  const names = given.map(({ name }) => name);
  return [ok('secrets', names.length === 0 ? 'none is set' : `set, and not shown: ${names.join(', ')}`)];
}

/** An API key stands between its prefix and its account. */
function isPoor(name: string, value: string): boolean {
  const parts = WITH_SECRETS.has(name)
    ? value.split(',').map((part) => part.replace(/^svc_(test|live)_/, '').replace(/:.*$/, ''))
    : [value];
  return parts.some((part) => new Set(part).size < CHARACTERS_LEAST);
}
