import type { Payment } from '@stablecoin/contracts';
import { createWorkTable, rowWriter, rowsByKey, workFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, WorkChanges } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import { senderKey } from '../domain/streams';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentAfter } from '../domain/payment-resource';
import type { SubmissionEvent } from '../domain/submission';
import { WORK } from './tables';
import type { PaymentTables } from './tables';

const PAYMENTS = 'payment-';
const SENDERS = 'submission-';

type Recorded<E> = RecordedEvent & E;
type PaymentRow = PaymentTables['payments'];

const WRITE_PAYMENTS = rowWriter<PaymentRow>({
  table: 'payments',
  columns: ['id', 'account', 'livemode', 'to_address', 'wallet', 'created_at', 'status', 'chain', 'resource'],
  onConflict: { key: ['id'], update: ['status', 'chain', 'resource'] },
});
const PAYMENTS_BY_ID = rowsByKey<PaymentRow>('payments', 'id');
const WRITE_SENDERS = rowWriter<PaymentTables['senders']>({
  table: 'senders',
  columns: ['sender', 'revision'],
  onConflict: { key: ['sender'], update: ['revision'] },
});

/** Payments as lists show them, and what is to be done for those under way. */
export function paymentProjection(options: { readonly screeningDeadlineMs: number }): Projection<PaymentTables> {
  return {
    name: 'payment',
    prefixes: [PAYMENTS, SENDERS],
    version: 1,
    tables: ['payments', 'senders', 'work'],
    createTables,
    async apply(events, trx, work) {
      const senders = new Map<string, number>();
      const ofPayments: Recorded<PaymentEvent>[] = [];
      for (const event of events) {
        // What was refused changed nothing.
        if (event.type === 'CommandRefused') continue;
        if (event.stream.startsWith(PAYMENTS)) {
          const own = event as Recorded<PaymentEvent>;
          ofPayments.push(own);
          workOfPayment(own, work, options.screeningDeadlineMs);
        } else {
          workOfSender(event as Recorded<SubmissionEvent>, work);
          senders.set(event.stream.slice(SENDERS.length), event.revision);
        }
      }
      await savePayments(trx, ofPayments);
      await saveSenders(trx, senders);
    },
  };
}

function workOfPayment(event: Recorded<PaymentEvent>, work: WorkChanges, screeningDeadlineMs: number): void {
  const paymentId = event.stream.slice(PAYMENTS.length);
  switch (event.type) {
    case 'PaymentInitiated': {
      const dueAt = event.data.createdAt + screeningDeadlineMs;
      work.add(workFrom(event, { kind: WORK.screeningDeadline, key: paymentId, dueAt, data: null }));
      break;
    }
    case 'PaymentInReview':
    case 'PaymentScreened':
    case 'PaymentFailed':
      work.remove(WORK.screeningDeadline, paymentId);
      break;
    case 'PaymentAuthorized':
    case 'PaymentReauthorized': {
      const { authorization } = event.data;
      const claim = senderKey(authorization);
      work.add(workFrom(event, { kind: WORK.authorization, key: paymentId, claim, data: authorization }));
      break;
    }
    case 'PaymentRouted':
    case 'PaymentAwaitingApproval':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentSettled':
    case 'PaymentReincluded':
    case 'PaymentSettlementLost':
    case 'VoidAnswered':
    case 'PostAnswered':
      break;
  }
}

function workOfSender(event: Recorded<SubmissionEvent>, work: WorkChanges): void {
  switch (event.type) {
    case 'SubmissionAssembled': {
      const { hash, authorizations } = event.data;
      for (const { authorization } of authorizations) work.remove(WORK.authorization, authorization.id);
      // Each submission is looked after by itself: one slow transfer holds up none of another.
      work.add(workFrom(event, { kind: WORK.submission, key: hash, data: { revision: event.revision } }));
      break;
    }
    case 'SubmissionReplaced': {
      const { hash, replaces } = event.data;
      work.remove(WORK.submission, replaces);
      work.add(workFrom(event, { kind: WORK.submission, key: hash, data: { revision: event.revision } }));
      break;
    }
    case 'AuthorizationClosed':
      work.remove(WORK.authorization, event.data.paymentId);
      break;
    case 'SubmissionFinal':
      work.remove(WORK.submission, event.data.hash);
      break;
  }
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

async function saveSenders(trx: Transaction<PaymentTables>, senders: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...senders].map(([sender, revision]) => ({ sender, revision }));
  await WRITE_SENDERS.run(trx, rows);
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
  await db.schema
    .createTable('senders')
    .ifNotExists()
    .addColumn('sender', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await createWorkTable(db);
}
