import { createLabelTable, labelWriter, labelsOf, rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { LabelRow, Projection, RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentEvent } from '../domain/payment-events';
import { factsAfter, tellsAll } from '../domain/evolve-facts';
import type { PaymentFacts } from '../domain/payment-facts';
import { statusOf } from '../domain/payment-resource';
import { paymentStreams, submissionStreams } from '../domain/streams';
import type { PaymentServiceEvent } from '../domain/streams';
import { createTermTable, termsOf, WRITE_TERMS } from './payment-search';
import type { TermRow } from './payment-search';
import { createStatsTable, projectStats } from './payment-stats';
import type { PaymentTables } from './tables';

type PaymentRow = PaymentTables['payments'];
type EventsOfPayment = [first: RecordedEvent<PaymentEvent>, ...others: RecordedEvent<PaymentEvent>[]];

const WRITE_PAYMENTS = rowWriter<PaymentRow>({
  table: 'payments',
  columns: [
    'id',
    'account',
    'livemode',
    'to_address',
    'wallet',
    'created_at',
    'status',
    'stage',
    'chain',
    'tx_hash',
    'facts',
  ] as const,
  onConflict: { key: ['id'], update: ['status', 'stage', 'chain', 'tx_hash', 'facts'] },
});
const WRITE_METADATA = labelWriter('payment_metadata');
const PAYMENTS_BY_ID = rowsByKey<PaymentRow>('payments', 'id');

/** Payments as lists show them, and their statistics. */
export const paymentProjection: Projection<PaymentTables, PaymentServiceEvent> = {
  name: 'payment',
  // Those of submissions say what sending has cost.
  streams: [paymentStreams, submissionStreams],
  version: 5,
  tables: ['payments', 'payment_metadata', 'payment_terms', 'payment_stats'],
  createTables,
  apply: async (events, trx) => {
    await savePayments(trx, events.filter(isOfPayment));
    await projectStats(trx, events);
  },
};

/** Whether an event changes the payment; a refusal does not. */
function isOfPayment(event: StoredEvent<PaymentServiceEvent>): event is RecordedEvent<PaymentEvent> {
  return paymentStreams.holds(event) && event.type !== 'CommandRefused';
}

async function savePayments(
  trx: Transaction<PaymentTables>,
  events: readonly RecordedEvent<PaymentEvent>[],
): Promise<void> {
  const needed = neededByPayment(events);
  const changedOnly = [...needed].filter(([, [first]]) => !tellsAll(first)).map(([id]) => id);
  const found = await PAYMENTS_BY_ID.run(trx, changedOnly);
  const rows = new Map(found.map((row) => [row.id, row]));
  await WRITE_PAYMENTS.run(
    trx,
    [...needed].map(([id, ofPayment]) => rowAfter(rows.get(id), ofPayment)),
  );
  const labels = events.flatMap(labelsAfter);
  if (labels.length > 0) await WRITE_METADATA.run(trx, labels);
  const terms = events.flatMap(termsAfter);
  if (terms.length > 0) await WRITE_TERMS.run(trx, terms);
}

/** Metadata is of the order, and stays. */
function labelsAfter(event: RecordedEvent<PaymentEvent>): readonly LabelRow[] {
  if (event.type !== 'PaymentInitiated' || event.data.order.metadata === undefined) return [];
  const { order, account, livemode } = event.data;
  return labelsOf({ owner: order.paymentId, account, livemode }, order.metadata);
}

/** As metadata, a memo is of the order. */
function termsAfter(event: RecordedEvent<PaymentEvent>): readonly TermRow[] {
  if (event.type !== 'PaymentInitiated') return [];
  const { order, account, livemode } = event.data;
  const row = { owner: order.paymentId, account, livemode: livemode ? 1 : 0 };
  return Array.from(termsOf(order), (term) => ({ ...row, term }));
}

/** Of each payment, the last event that tells all of it, and what came after that: what came before makes no difference. */
function neededByPayment(events: readonly RecordedEvent<PaymentEvent>[]): ReadonlyMap<string, EventsOfPayment> {
  const needed = new Map<string, EventsOfPayment>();
  for (const event of events) {
    const id = paymentStreams.idOf(event);
    const before = tellsAll(event) ? undefined : needed.get(id);
    if (before === undefined) needed.set(id, [event]);
    else before.push(event);
  }
  return needed;
}

/** @param row - undefined when the first of the events tells all of the payment */
function rowAfter(row: PaymentRow | undefined, [first, ...others]: EventsOfPayment): PaymentRow {
  const known = row === undefined ? undefined : (JSON.parse(row.facts) as PaymentFacts);
  const latest = others.reduce<PaymentFacts>(factsAfter, factsAfter(known, first));
  const { stage, chain, txHash: tx_hash } = latest;
  const status = statusOf(latest);
  const facts = JSON.stringify(latest);
  if (row !== undefined) return { ...row, status, stage, chain, tx_hash, facts };
  const { account, livemode } = first.metadata;
  return {
    id: latest.paymentId,
    account,
    livemode: livemode ? 1 : 0,
    status,
    stage,
    chain,
    to_address: latest.to,
    wallet: latest.from,
    tx_hash,
    created_at: latest.createdAt,
    facts,
  };
}

async function createTables(db: Kysely<PaymentTables>): Promise<void> {
  await createLabelTable(db, 'payment_metadata');
  await createTermTable(db);
  await createStatsTable(db);
  await db.schema
    .createTable('payments')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('stage', 'varchar(20)', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)')
    .addColumn('to_address', 'varchar(64)', (column) => column.notNull())
    .addColumn('wallet', 'varchar(64)')
    .addColumn('tx_hash', 'varchar(128)')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .execute();
  const lists = { status: ['status'], to: ['to_address'], wallet: ['wallet'], all: [] } as const;
  for (const [name, columns] of Object.entries(lists)) {
    await db.schema
      .createIndex(`payments_${name}`)
      .ifNotExists()
      .on('payments')
      .columns(['account', 'livemode', ...columns, 'id'])
      .execute();
  }
  await db.schema
    .createIndex('payments_hash')
    .ifNotExists()
    .on('payments')
    .columns(['account', 'livemode', 'tx_hash', 'id'])
    .where('tx_hash', 'is not', null)
    .execute();
  // Few at a time, however many have ended.
  await db.schema
    .createIndex('payments_pending')
    .ifNotExists()
    .on('payments')
    .columns(['livemode', 'stage', 'created_at'])
    .where(sql<boolean>`status = 'pending'`)
    .execute();
}
