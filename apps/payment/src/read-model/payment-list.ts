import { pageFrom } from '@stablecoin/contracts';
import type { ById, Page, Payment, PaymentQueries } from '@stablecoin/contracts';
import { BatchStatement, labelSearch } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PaymentFacts } from '../domain/payment-facts';
import { paymentResource } from '../domain/payment-resource';
import { matchesOf } from './payment-search';
import type { Match } from './payment-search';
import type { PaymentTables } from './tables';

/** Compiled once, because it is asked far more often than anything else. */
const OWN_PAYMENT = new BatchStatement<PaymentTables, ById, { readonly facts: string }>({
  build: (queries) =>
    queries
      .selectFrom('payments')
      .select('facts')
      .where('id', '=', '')
      .where('account', '=', '')
      .where('livemode', '=', 0),
  parameters: ([by]) => (by === undefined ? [] : [by.id, by.account, by.livemode ? 1 : 0]),
});

/** A payment as the read model has it, which may trail the stream by a moment. */
export async function findPayment(db: Kysely<PaymentTables>, by: ById): Promise<Payment | undefined> {
  const [row] = await OWN_PAYMENT.run(db, [by]);
  return row === undefined ? undefined : paymentIn(row.facts);
}

/** The payments of an account in one mode, newest first. Ids are in the order of time, so the id is the cursor. */
export async function listPayments(
  db: Kysely<PaymentTables>,
  request: PaymentQueries['payment.list']['params'],
): Promise<Page<Payment>> {
  const { search, limit } = request;
  const matches = search === undefined ? [null] : matchesOf(search);
  const found = await Promise.all(matches.map((match) => readPayments(db, request, match)));
  // The first of all that match are among the first of each way to match.
  const rows = matches.length === 1 ? found.flat() : newestFirst(found.flat());
  return pageFrom(rows, limit, ({ facts }) => paymentIn(facts));
}

type Found = Pick<PaymentTables['payments'], 'id' | 'facts'>;

function newestFirst(rows: readonly Found[]): readonly Found[] {
  const distinct = new Map(rows.map((row) => [row.id, row]));
  return [...distinct.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

/**
 * The first payments of a list, newest first: one more than asked for tells whether there are more.
 *
 * @param match - how they match the search; null: no search
 */
async function readPayments(
  db: Kysely<PaymentTables>,
  request: PaymentQueries['payment.list']['params'],
  match: Match | null,
): Promise<readonly Found[]> {
  const { account, limit, startingAfter, wallets, id, status, stage, chain, to, wallet, createdAfter, createdBefore } =
    request;
  const { livemode, metadata: labels } = request;
  const own = db
    .selectFrom('payments')
    .select(['payments.id', 'payments.facts'])
    .where('payments.account', '=', account)
    .where('payments.livemode', '=', livemode ? 1 : 0);
  const search = labelSearch({ table: 'payment_metadata', id: 'payments.id', account, livemode, labels });
  let query = own;
  let order = sql.ref<string>('payments.id');
  if (search !== undefined) {
    query = query.innerJoin(search.table, search.on);
    for (const condition of search.where) query = query.where(condition);
    order = search.cursor;
  }
  switch (match?.by) {
    case 'id':
      query = query.where('payments.id', 'in', match.values);
      break;
    case 'to_address':
    case 'tx_hash':
      query = query.where(match.by, '=', match.value);
      break;
    case 'term':
      query = query
        .innerJoin('payment_terms as found', 'found.owner', 'payments.id')
        .where('found.account', '=', account)
        .where('found.livemode', '=', livemode ? 1 : 0)
        .where('found.term', '=', match.value);
      order = sql.ref<string>('found.owner');
      break;
    case undefined:
  }
  if (startingAfter !== null) query = query.where(order, '<', startingAfter);
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
  return query
    .orderBy(order, 'desc')
    .limit(limit + 1)
    .execute();
}

/** @param facts - as JSON */
function paymentIn(facts: string): Payment {
  return paymentResource(JSON.parse(facts) as PaymentFacts);
}
