import type { Payment } from '@stablecoin/contracts';
import { rowWriter, rowsByKey } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentAfter, tellsAll } from '../domain/payment-resource';
import type { PaymentTables } from './tables';

const PAYMENTS = 'payment-';

type Recorded<E> = RecordedEvent & E;
type PaymentRow = PaymentTables['payments'];
type Changeable = Pick<PaymentRow, 'status' | 'chain' | 'resource'>;
type Unchanging = Omit<PaymentRow, keyof Changeable>;

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
  const needed = neededOf(events);
  const rows = await loadRows(trx, needed);
  const changed = new Map<string, { readonly unchanging: Unchanging; payment: Payment }>();
  for (const event of needed) {
    const id = event.stream.slice(PAYMENTS.length);
    const known = changed.get(id);
    if (known === undefined) {
      const row = rows.get(id);
      const payment = paymentAfter(row === undefined ? undefined : (JSON.parse(row.resource) as Payment), event);
      changed.set(id, { unchanging: row ?? unchangingOf(payment, event), payment });
    } else {
      known.payment = paymentAfter(known.payment, event);
    }
  }
  const values = [...changed.values()].map(({ unchanging, payment }) => ({ ...unchanging, ...changeableOf(payment) }));
  await WRITE_PAYMENTS.run(trx, values);
}

/** Of each payment, the last event that tells all of it, and what came after that: what came before makes no difference. */
function neededOf(events: readonly Recorded<PaymentEvent>[]): readonly Recorded<PaymentEvent>[] {
  const told = new Set<string>();
  const needed = events.toReversed().filter((event) => {
    if (told.has(event.stream)) return false;
    if (tellsAll(event)) told.add(event.stream);
    return true;
  });
  return needed.reverse();
}

/** The rows of the payments of which this batch tells changes only. */
async function loadRows(
  trx: Transaction<PaymentTables>,
  events: readonly Recorded<PaymentEvent>[],
): Promise<Map<string, PaymentRow>> {
  const told = new Set<string>();
  const continued = new Set<string>();
  for (const event of events) {
    const id = event.stream.slice(PAYMENTS.length);
    if (tellsAll(event)) told.add(id);
    else if (!told.has(id)) continued.add(id);
  }
  const found = await PAYMENTS_BY_ID.run(trx, [...continued]);
  return new Map(found.map((row) => [row.id, row]));
}

function unchangingOf(payment: Payment, { metadata }: RecordedEvent): Unchanging {
  return {
    id: payment.id,
    account: metadata.account,
    livemode: metadata.livemode ? 1 : 0,
    to_address: payment.to,
    wallet: payment.from,
    created_at: Date.parse(payment.created_at),
  };
}

function changeableOf(payment: Payment): Changeable {
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
