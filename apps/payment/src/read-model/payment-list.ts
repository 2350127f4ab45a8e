import type { ById, Page, Payment, PaymentQueries } from '@stablecoin/contracts';
import { BatchStatement, filterByLabels } from '@stablecoin/event-sourcing';
import type { Kysely } from 'kysely';
import type { PaymentTables } from './tables';

/** Compiled once, because it is asked far more often than anything else. */
const OWN_PAYMENT = new BatchStatement<PaymentTables, ById, { readonly resource: string }>({
  build: (queries) =>
    queries
      .selectFrom('payments')
      .select('resource')
      .where('id', '=', '')
      .where('account', '=', '')
      .where('livemode', '=', 0),
  parameters: ([by]) => (by === undefined ? [] : [by.id, by.account, by.livemode ? 1 : 0]),
});

/** A payment as the read model has it, which may trail the stream by a moment. */
export async function findPayment(db: Kysely<PaymentTables>, by: ById): Promise<Payment | undefined> {
  const [row] = await OWN_PAYMENT.run(db, [by]);
  return row === undefined ? undefined : (JSON.parse(row.resource) as Payment);
}

/** The payments of an account in one mode, newest first. Ids are in the order of time, so the id is the cursor. */
export async function listPayments(
  db: Kysely<PaymentTables>,
  request: PaymentQueries['payment.list']['params'],
): Promise<Page<Payment>> {
  const { account, limit, startingAfter, wallets, id, status, stage, chain, to, wallet, createdAfter, createdBefore } =
    request;
  const { livemode, metadata: labels } = request;
  const own = db
    .selectFrom('payments')
    .select('resource')
    .where('payments.account', '=', account)
    .where('payments.livemode', '=', livemode ? 1 : 0);
  const filter = { table: 'payment_metadata', id: 'payments.id', account, livemode, labels };
  const { query: labelled, cursor } = filterByLabels(own, filter);
  let query = labelled;
  if (startingAfter !== null) query = query.where(cursor, '<', startingAfter);
  if (id !== null) query = query.where('payments.id', '=', id);
  if (status !== null) query = query.where('status', '=', status);
  // Only a pending payment is anywhere but at its end, and the index has the status.
  if (stage !== null)
    query = query.where('status', stage === 'done' ? '!=' : '=', 'pending').where('stage', '=', stage);
  if (chain !== null) query = query.where('chain', '=', chain);
  if (to !== null) query = query.where('to_address', '=', to);
  if (wallet !== null) query = query.where('wallet', '=', wallet);
  if (wallets !== null) query = query.where('wallet', 'in', wallets);
  if (createdAfter !== null) query = query.where('created_at', '>', createdAfter);
  if (createdBefore !== null) query = query.where('created_at', '<', createdBefore);
  // One more than asked for tells whether there are more.
  const rows = await query
    .orderBy(cursor, 'desc')
    .limit(limit + 1)
    .execute();
  const data = rows.slice(0, limit).map(({ resource }) => JSON.parse(resource) as Payment);
  const hasMore = rows.length > limit;
  return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}
