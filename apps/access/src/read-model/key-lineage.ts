import type { Transaction } from 'kysely';
import type { ApiKeyEvent } from '../domain/api-key';
import type { AccessTables } from './tables';

/** A key that was ordered before its maker was revoked, and is issued after it, ends with it. */
export async function endedWith(by: string | undefined, trx: Transaction<AccessTables>): Promise<number | null> {
  if (by === undefined) return null;
  const maker = await trx.selectFrom('api_keys').select('revoked_at').where('id', '=', by).executeTakeFirst();
  return maker?.revoked_at ?? null;
}

/** Gives a key another secret, and keeps who has been shown it. */
export async function rotate(
  stream: string,
  { hash, last4, by, previousUntil }: Extract<ApiKeyEvent, { type: 'ApiKeyRotated' }>['data'],
  trx: Transaction<AccessTables>,
): Promise<void> {
  const keys = trx.selectFrom('api_keys').select(['id', 'hash', 'secret_by']);
  const before = await keys.where('stream', '=', stream).executeTakeFirstOrThrow();
  // A key that its own child has rotated, or that has rotated itself, stays a child of its maker.
  const isOwn = by !== undefined && (await isWithin(before.id, by, trx));
  const overlap = previousUntil === undefined ? null : before.hash;
  await trx
    .updateTable('api_keys')
    .set({
      hash,
      last4,
      secret_by: isOwn ? before.secret_by : (by ?? null),
      previous_hash: overlap,
      previous_by: overlap === null ? null : before.secret_by,
      previous_until: previousUntil ?? null,
    })
    .where('stream', '=', stream)
    .execute();
}

/** Whether a key is another one, or was shown its secret, directly or through others. */
async function isWithin(id: string, of: string, trx: Transaction<AccessTables>): Promise<boolean> {
  const seen = new Set<string>();
  for (let next: string | null = of; next !== null && !seen.has(next);) {
    if (next === id) return true;
    seen.add(next);
    const row: { secret_by: string | null } | undefined = await trx
      .selectFrom('api_keys')
      .select('secret_by')
      .where('id', '=', next)
      .executeTakeFirst();
    next = row?.secret_by ?? null;
  }
  return false;
}

/** Revokes every key whose secret the holder of a revoked key has been shown, directly or through others. */
export async function revokeChildren(
  stream: string,
  { revokedAt, spared }: { readonly revokedAt: number; readonly spared: readonly string[] },
  trx: Transaction<AccessTables>,
): Promise<void> {
  const keys = trx.selectFrom('api_keys').select('id');
  const { id } = await keys.where('stream', '=', stream).executeTakeFirstOrThrow();
  const revoked = new Set([id]);
  // A set takes what is added while it is walked, so that the walk ends when nothing new is found.
  for (const maker of revoked) {
    const noLonger = trx.updateTable('api_keys').where('previous_by', '=', maker);
    await noLonger.set({ previous_hash: null, previous_by: null, previous_until: null }).execute();
    const children = await keys.where('secret_by', '=', maker).where('revoked_at', 'is', null).execute();
    for (const child of children) if (!spared.includes(child.id)) revoked.add(child.id);
  }
  for (const child of revoked) {
    const row = trx.updateTable('api_keys').where('id', '=', child).where('revoked_at', 'is', null);
    await row.set({ revoked_at: revokedAt }).execute();
  }
}
