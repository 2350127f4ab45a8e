import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SharedSecrets {
  /** The API key that was made because none was given; null when one was. */
  readonly firstKey: string | null;
  readonly variables: { readonly SECRETS_KEY: string; readonly BOOTSTRAP_API_KEYS: string };
}

/**
 * What every process needs the same of: what is given, or else new ones. What is kept is kept under one key, in a file of
 * the folder.
 */
export function sharedSecrets(folder: string, given: Readonly<Record<string, string | undefined>>): SharedSecrets {
  const keys = given['BOOTSTRAP_API_KEYS'] ?? '';
  const firstKey = keys === '' ? `svc_test_${randomBytes(24).toString('hex')}` : null;
  return {
    firstKey,
    variables: {
      SECRETS_KEY: given['SECRETS_KEY'] ?? secretsKeyIn(folder),
      BOOTSTRAP_API_KEYS: firstKey === null ? keys : `${firstKey}:acme:scale`,
    },
  };
}

function secretsKeyIn(folder: string): string {
  const file = join(folder, 'secrets.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}
