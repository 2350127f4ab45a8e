import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretBox } from '@stablecoin/security';
import { sql } from 'kysely';
import type { CheckContext } from './check-context';
import { attempt, fail, ok, type DoctorFinding } from './finding';
import { withTables } from '../service-tables';

const CHECK = 'webhooks';
/** Enough to see a wrong key; an old one may have sealed only some. */
const LOOKED_AT = 1_000;

/** Whether the secrets that sign webhooks can be opened with the key that is configured. */
export async function checkSigning({ configuration }: CheckContext): Promise<readonly DoctorFinding[]> {
  const advice = 'Restore the key that they were made with: docs/operations.md#the-secrets-key.';
  return attempt(CHECK, advice, async () => {
    const sealed = await withTables(configuration, 'webhook', async ({ db, names, table }) => {
      if (!names.has('webhook_endpoints')) return [];
      const { rows } = await sql<{ sealed_secret: string }>`
        select sealed_secret from ${table('webhook_endpoints')} limit ${LOOKED_AT}`.execute(db);
      return rows.map((row) => row.sealed_secret);
    });
    if (sealed === undefined || sealed.length === 0) return [ok(CHECK, 'there are no endpoints yet')];
    const { dataDir } = configuration;
    const box = SecretBox.fromKey(
      configuration.secretsKey ?? readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim(),
    );
    const unreadable = sealed.filter((secret) => !canOpen(box, secret)).length;
    if (unreadable === 0) return [ok(CHECK, `the signing secrets of ${sealed.length} endpoints can be opened`)];
    return [
      fail(
        CHECK,
        `the signing secrets of ${unreadable} of ${sealed.length} endpoints cannot be opened with SECRETS_KEY`,
        advice,
      ),
    ];
  });
}

function canOpen(box: SecretBox, secret: string): boolean {
  try {
    return box.open(secret, 'webhook secret') !== '';
  } catch {
    return false;
  }
}
