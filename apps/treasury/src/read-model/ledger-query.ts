import type { LedgerEntry, Page } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/money';
import type { Kysely } from 'kysely';
import { postingsOf } from '../domain/ledger';
import type { TreasuryTables } from './treasury-projection';

/**
 * A page of a treasury's ledger, the newest entry first.
 *
 * @param startingAfter - an entry's id; one that is not of this treasury begins no page, so nothing follows it
 */
export async function listLedger(
  db: Kysely<TreasuryTables>,
  stream: string,
  { limit, startingAfter }: { readonly limit: number; readonly startingAfter: string | null },
): Promise<Page<LedgerEntry>> {
  let query = db.selectFrom('ledger_entries').selectAll().where('stream', '=', stream);
  if (startingAfter !== null) {
    query = query.where('sequence', '<', (eb) =>
      eb
        .selectFrom('ledger_entries as start')
        .select('start.sequence')
        .where('start.id', '=', startingAfter as never)
        .where('start.stream', '=', stream),
    );
  }
  const rows = await query
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  const data = rows.slice(0, limit).map(ledgerEntry);
  const has_more = rows.length > limit;
  return { data, has_more, next_cursor: has_more ? (data.at(-1)?.id ?? null) : null };
}

function ledgerEntry(row: TreasuryTables['ledger_entries']): LedgerEntry {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    kind: row.kind,
    currency: row.currency,
    chain: row.chain,
    payment_id: row.payment_id,
    postings: postingsOf(row.kind, row.chain, BigInt(row.amount)).map(({ account, amount }) => ({
      account,
      amount: formatAmount(amount),
    })),
  };
}
