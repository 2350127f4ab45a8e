import type { Kysely } from 'kysely';
import { WORK } from './tables';
import type { PaymentTables } from './tables';

/**
 * Which of these authorizations still wait, and up to which revision of the sender's stream that is known; -1 when
 * nothing of it is. One statement, because the two have to be from one moment: the sender's stream refuses a choice
 * by what the list had not seen.
 */
export async function listedAuthorizations(
  db: Kysely<PaymentTables>,
  sender: string,
  paymentIds: readonly string[],
): Promise<{ readonly listed: ReadonlySet<string>; readonly listedAt: number }> {
  const rows = await db
    .selectFrom('work')
    .leftJoin('senders', 'senders.sender', 'work.claim')
    .select(['work.key', 'senders.revision'])
    .where('work.kind', '=', WORK.authorization)
    .where('work.claim', '=', sender)
    .where('work.key', 'in', paymentIds)
    .execute();
  return { listed: new Set(rows.map(({ key }) => key)), listedAt: rows[0]?.revision ?? -1 };
}
