import type { Payment } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentAfter } from '../domain/payment-resource';
import type { PaymentTables } from './tables';

const PAYMENTS = 'payment-';

type Recorded<E> = RecordedEvent & E;
type PaymentRow = PaymentTables['payments'];

const WRITE_PAYMENTS = rowWriter<PaymentRow>({
  table: 'payments',
  columns: ['id', 'account', 'livemode', 'to_address', 'wallet', 'created_at', 'status', 'chain', 'resource'],
  onConflict: { key: ['id'], update: ['status', 'chain', 'resource'] },
});
const PAYMENTS_BY_ID = rowsByKey<PaymentRow>('payments', 'id');

/** Payments as lists show them. */
export const paymentProjection: Projection<PaymentTables> = {
  name: 'payment',
  prefixes: [PAYMENTS],
  version: 1,
  tables: ['payments'],
  createTables,
  apply: (events, trx) => savePayments(trx, events.filter(isOfPayment)),
};

/** What was refused changed nothing. */
function isOfPayment(event: RecordedEvent): event is Recorded<PaymentEvent> {
  return event.type !== 'CommandRefused';
}

async function savePayments(trx: Transaction<PaymentTables>, events: readonly Recorded<PaymentEvent>[]): Promise<void> {
  const rows = await loadRows(trx, events);
  const resources = new Map<string, Payment>();
  for (const event of events) {
    const id = event.stream.slice(PAYMENTS.length);
    const row = rows.get(id);
    const before = resources.get(id) ?? (row === undefined ? undefined : (JSON.parse(row.resource) as Payment));
    const payment = paymentAfter(before, event);
    resources.set(id, payment);
    if (row === undefined) rows.set(id, newRow(payment, event));
  }
  const values = [...resources].flatMap(([id, payment]) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ ...row, ...changeable(payment) }];
  });
  await WRITE_PAYMENTS.run(trx, values);
}

/** The rows that are there already of the payments that go on in this batch. */
async function loadRows(
  trx: Transaction<PaymentTables>,
  events: readonly Recorded<PaymentEvent>[],
): Promise<Map<string, PaymentRow>> {
  const begun = new Set<string>();
  const continued = new Set<string>();
  for (const { type, stream } of events) {
    const id = stream.slice(PAYMENTS.length);
    if (type === 'PaymentInitiated') begun.add(id);
    else if (!begun.has(id)) continued.add(id);
  }
  const found = await PAYMENTS_BY_ID.run(trx, [...continued]);
  return new Map(found.map((row) => [row.id, row]));
}

function newRow(payment: Payment, { metadata }: RecordedEvent): PaymentRow {
  return {
    id: payment.id,
    account: metadata.account,
    livemode: metadata.livemode ? 1 : 0,
    to_address: payment.to,
    wallet: payment.from,
    created_at: Date.parse(payment.created_at),
    ...changeable(payment),
  };
}

function changeable(payment: Payment): Pick<PaymentRow, 'status' | 'chain' | 'resource'> {
  return { status: payment.status, chain: payment.chain, resource: JSON.stringify(payment) };
}

async function createTables(db: Kysely<PaymentTables>): Promise<void> {
  await db.schema
    .createTable('payments')
    .ifNotExists()
    .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('status', 'varchar(16)', (column) => column.notNull())
    .addColumn('chain', 'varchar(16)')
    .addColumn('to_address', 'varchar(64)', (column) => column.notNull())
    .addColumn('wallet', 'varchar(64)')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
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
}
