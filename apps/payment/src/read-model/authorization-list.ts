import type { Kysely } from 'kysely';
import { WORK } from './tables';
import type { PaymentTables } from './tables';

/**
 * Which of these authorizations still wait, each with the event that put it there, and up to which revision of the
 * sender's stream that is known; -1 when nothing of it is. One statement, because the two have to be from one moment: the
 * sender's stream refuses a choice by what the list had not seen.
 */
export async function listedAuthorizations(
  db: Kysely<PaymentTables>,
  sender: string,
  paymentIds: readonly string[],
): Promise<{ readonly listed: ReadonlyMap<string, string>; readonly listedAt: number }> {
  const rows = await db
    .selectFrom('work')
    .leftJoin('senders', 'senders.sender', 'work.claim')
    .select(['work.key', 'work.event_id', 'senders.revision'])
    .where('work.kind', '=', WORK.authorization)
    .where('work.claim', '=', sender)
    .where('work.key', 'in', paymentIds)
    .execute();
  return { listed: new Map(rows.map((row) => [row.key, row.event_id])), listedAt: rows[0]?.revision ?? -1 };
}
