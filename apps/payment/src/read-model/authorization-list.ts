import { BatchStatement } from '@stablecoin/event-sourcing';
import type { Kysely } from 'kysely';
import { JOB } from './tables';
import type { PaymentTables } from './tables';

/** Compiled once, because every submission begins with it. */
const FIRST_OF_SENDER = new BatchStatement<
  PaymentTables,
  { readonly sender: string; readonly most: number },
  { readonly key: string; readonly event_id: string; readonly revision: number | null }
>({
  build: (queries) =>
    queries
      .selectFrom('work')
      .leftJoin('senders', 'senders.sender', 'work.claim')
      .select(['work.key', 'work.event_id', 'senders.revision'])
      .where('work.kind', '=', JOB.authorization)
      .where('work.claim', '=', '')
      .orderBy('work.sequence')
      .orderBy('work.key')
      .limit(0),
  parameters: (asked) => asked.flatMap(({ sender, most }) => [JOB.authorization, sender, most]),
});

export interface ListedAuthorizations {
  /** By payment, the event that put it there. */
  readonly listed: ReadonlyMap<string, string>;
  /** Up to which revision of the sender's stream that is known; -1 when nothing of it is. */
  readonly listedAt: number;
}

/**
 * The first waiting authorizations of a sender, and the revision that the list includes. One statement reads both,
 * because they must be from one moment: the stream refuses a choice that its list is too old for.
 *
 * @param most - maximum number of authorizations; a caller with an earlier list finds those that still wait
 */
export async function listedAuthorizations(
  db: Kysely<PaymentTables>,
  sender: string,
  most: number,
): Promise<ListedAuthorizations> {
  const rows = await FIRST_OF_SENDER.run(db, [{ sender, most }]);
  return { listed: new Map(rows.map((row) => [row.key, row.event_id])), listedAt: rows[0]?.revision ?? -1 };
}
