import { createWorkTable, rowWriter, workFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, WorkSink } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentEvent } from '../domain/payment-events';
import { senderKey } from '../domain/streams';
import { includedIn } from '../domain/submission';
import type { SubmissionEvent, UnpricedSubmission } from '../domain/submission';
import { WORK } from './tables';
import type { PaymentTables } from './tables';

const PAYMENTS = 'payment-';
const SENDERS = 'submission-';
/** For rows that are added by an event that happens once for their key. */
const NEW = { isNew: true } as const;

type Recorded<E> = RecordedEvent & E;

const WRITE_SENDERS = rowWriter<PaymentTables['senders']>({
  table: 'senders',
  columns: ['sender', 'revision'],
  onConflict: { key: ['sender'], update: ['revision'] },
});

/**
 * What is to be done for payments under way. Apart from the payments themselves, because a payment waits for its work
 * and for no list: where several processes could keep it, this keeps up with every event.
 */
export function paymentWorkProjection(options: { readonly screeningDeadlineMs: number }): Projection<PaymentTables> {
  return {
    name: 'payment_work',
    prefixes: [PAYMENTS, SENDERS],
    version: 1,
    tables: ['senders', 'work'],
    createTables,
    async apply(events, trx, work) {
      const senders = new Map<string, number>();
      followWork(events, work, senders, options);
      await saveSenders(trx, senders);
    },
  };
}

/** What events do to the work list, and how far each sender's stream is in it. */
export function followWork(
  events: readonly RecordedEvent[],
  work: WorkSink,
  senders: Map<string, number>,
  { screeningDeadlineMs }: { readonly screeningDeadlineMs: number },
): void {
  for (const event of events) {
    // What was refused changed nothing.
    if (event.type === 'CommandRefused') continue;
    if (event.stream.startsWith(PAYMENTS)) {
      workOfPayment(event as Recorded<PaymentEvent>, work, screeningDeadlineMs);
    } else {
      workOfSender(event as Recorded<SubmissionEvent>, work);
      senders.set(event.stream.slice(SENDERS.length), event.revision);
    }
  }
}

function workOfPayment(event: Recorded<PaymentEvent>, work: WorkSink, screeningDeadlineMs: number): void {
  const paymentId = event.stream.slice(PAYMENTS.length);
  switch (event.type) {
    case 'PaymentInitiated': {
      const dueAt = event.data.createdAt + screeningDeadlineMs;
      work.add(workFrom(event, { kind: WORK.screeningDeadline, key: paymentId, dueAt, data: null }), NEW);
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
      const isNew = event.type === 'PaymentAuthorized';
      const attempt = isNew ? 0 : 1;
      const row = { kind: WORK.authorization, key: paymentId, claim, attempt, data: authorization };
      work.add(workFrom(event, row), { isNew });
      break;
    }
    case 'PaymentRouted':
    case 'PaymentAwaitingApproval':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentUnconfirmed':
    case 'PaymentSettled':
    case 'PaymentReincluded':
    case 'PaymentSettlementLost':
    case 'VoidAnswered':
    case 'PostAnswered':
      break;
  }
}

function workOfSender(event: Recorded<SubmissionEvent>, work: WorkSink): void {
  switch (event.type) {
    case 'SubmissionAssembled': {
      const { hash, authorizations } = event.data;
      for (const { authorization } of authorizations) work.remove(WORK.authorization, authorization.id);
      // Each submission is looked after by itself: one slow transfer holds up none of another.
      work.add(workFrom(event, { kind: WORK.submission, key: hash, data: { revision: event.revision } }), NEW);
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
    case 'SubmissionFinal': {
      const { hash, assembledAt } = event.data;
      work.remove(WORK.submission, hash);
      if (assembledAt === undefined) break;
      const data: UnpricedSubmission = { assembledAt, included: includedIn(event.data) };
      work.add(workFrom(event, { kind: WORK.networkFees, key: hash, data }));
      break;
    }
    case 'SubmissionFeesPaid':
      work.remove(WORK.networkFees, event.data.hash);
      break;
  }
}

async function saveSenders(trx: Transaction<PaymentTables>, senders: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...senders].map(([sender, revision]) => ({ sender, revision }));
  await WRITE_SENDERS.run(trx, rows);
}

async function createTables(db: Kysely<PaymentTables>): Promise<void> {
  await db.schema
    .createTable('senders')
    .ifNotExists()
    .addColumn('sender', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await createWorkTable(db);
}
