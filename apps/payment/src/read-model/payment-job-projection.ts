import { createJobTable, rowWriter, jobFrom } from '@stablecoin/event-sourcing';
import type { JobSink, NewJob, Projection, RecordedEvent, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import type { PaymentAuthorized, PaymentEvent, PaymentReauthorized, PaymentWaiting } from '../domain/payment-events';
import { paymentStreams, senderKey, submissionStreams } from '../domain/streams';
import type { PaymentServiceEvent } from '../domain/streams';
import { includedIn } from '../domain/submission';
import type { SubmissionEvent, UnpricedSubmission } from '../domain/submission';
import { JOB } from './tables';
import type { PaymentTables } from './tables';

/** For jobs whose event happens once for their key. */
const NEW = { isNew: true } as const;

const WRITE_SENDERS = rowWriter<PaymentTables['senders']>({
  table: 'senders',
  columns: ['sender', 'revision'],
  onConflict: { key: ['sender'], update: ['revision'] },
});

/**
 * The jobs of payments under way. They are a read model apart from the list of payments, because payments wait for their
 * jobs and not for the list.
 */
export function paymentJobProjection(options: {
  readonly screeningDeadlineMs: number;
}): Projection<PaymentTables, PaymentServiceEvent> {
  return {
    name: 'payment_work',
    streams: [paymentStreams, submissionStreams],
    version: 1,
    tables: ['senders', 'work'],
    createTables,
    async apply(events, trx, jobs) {
      const senders = new Map<string, number>();
      followJobs(events, jobs, senders, options);
      await saveSenders(trx, senders);
    },
  };
}

/** Applies events to the jobs, and to the revision up to which each sender's stream was applied. */
export function followJobs(
  events: readonly StoredEvent<PaymentServiceEvent>[],
  jobs: JobSink,
  senders: Map<string, number>,
  { screeningDeadlineMs }: { readonly screeningDeadlineMs: number },
): void {
  for (const event of events) {
    // A refusal changes nothing.
    if (event.type === 'CommandRefused') continue;
    if (paymentStreams.holds(event)) {
      jobsOfPayment(event, jobs, screeningDeadlineMs);
    } else {
      jobsOfSender(event, jobs);
      senders.set(submissionStreams.idOf(event), event.revision);
    }
  }
}

function jobsOfPayment(event: RecordedEvent<PaymentEvent>, jobs: JobSink, screeningDeadlineMs: number): void {
  const paymentId = paymentStreams.idOf(event);
  switch (event.type) {
    case 'PaymentInitiated': {
      const dueAt = event.data.createdAt + screeningDeadlineMs;
      jobs.add(jobFrom(event, { kind: JOB.screeningDeadline, key: paymentId, dueAt, data: null }), NEW);
      break;
    }
    case 'PaymentInReview':
    case 'PaymentScreened':
    case 'PaymentFailed':
      jobs.remove(JOB.screeningDeadline, paymentId);
      break;
    case 'PaymentSettled':
      // One that was found on chain was perhaps never screened.
      if (event.data.foundAs !== undefined) jobs.remove(JOB.screeningDeadline, paymentId);
      break;
    case 'PaymentWaiting':
      waitsWith(event, paymentId, jobs);
      break;
    case 'PaymentUnused': {
      const dueAt = event.metadata.at + screeningDeadlineMs;
      if (event.data.isScreened)
        jobs.add(jobFrom(event, { kind: JOB.screeningDeadline, key: paymentId, dueAt, data: null }));
      break;
    }
    case 'PaymentConfirmed':
      if (event.data.funds !== null) {
        jobs.add(waitingJob(event, paymentId, { reason: 'held', funds: event.data.funds }));
      }
      break;
    case 'PaymentContinued':
      jobs.remove(JOB.waiting, paymentId);
      break;
    case 'PaymentAuthorized':
    case 'PaymentReauthorized':
      addAuthorization(event, paymentId, jobs);
      break;
    case 'PaymentHeld': {
      const { notBefore: until } = event.data;
      if (until !== undefined) {
        jobs.add(jobFrom(event, { kind: JOB.doubt, key: paymentId, dueAt: until, data: { until } }));
      }
      break;
    }
    case 'PaymentDoubtEnded':
      jobs.remove(JOB.doubt, paymentId);
      break;
    case 'PaymentUndone':
      jobs.add(jobFrom(event, { kind: JOB.undone, key: paymentId, dueAt: event.data.notBefore, data: null }));
      break;
    case 'PaymentReincluded':
    case 'PaymentReapprovalRequested':
    case 'PaymentSettlementLost':
      jobs.remove(JOB.undone, paymentId);
      break;
    case 'PaymentRouted':
    case 'PaymentAwaitingApproval':
    case 'PaymentBroadcast':
    case 'PaymentIncluded':
    case 'PaymentUnconfirmed':
    case 'VoidAnswered':
    case 'PostAnswered':
      break;
  }
}

function addAuthorization(
  event: RecordedEvent<PaymentAuthorized | PaymentReauthorized>,
  paymentId: string,
  jobs: JobSink,
): void {
  const { authorization } = event.data;
  const orderingKey = senderKey(authorization);
  const isNew = event.type === 'PaymentAuthorized';
  const attempt = isNew ? 0 : 1;
  const job = { kind: JOB.authorization, key: paymentId, orderingKey, attempt, data: authorization };
  jobs.add(jobFrom(event, job), { isNew });
}

function waitsWith(event: RecordedEvent<PaymentWaiting>, paymentId: string, jobs: JobSink): void {
  const { reason, funds } = event.data;
  // Nothing is looked at before it is confirmed, or by the job of its doubt.
  if (reason === 'held' || reason === 'in_doubt') jobs.remove(JOB.waiting, paymentId);
  else jobs.add(waitingJob(event, paymentId, { reason, funds }));
  // Its screening begins after the wait.
  if (funds === null) jobs.remove(JOB.screeningDeadline, paymentId);
}

function waitingJob(
  event: RecordedEvent,
  paymentId: string,
  waiting: Pick<PaymentWaiting['data'], 'reason' | 'funds'>,
): NewJob {
  return jobFrom(event, { kind: JOB.waiting, key: paymentId, data: { ...waiting, since: event.metadata.at } });
}

function jobsOfSender(event: RecordedEvent<SubmissionEvent>, jobs: JobSink): void {
  switch (event.type) {
    case 'SubmissionAssembled': {
      const { hash, authorizations } = event.data;
      for (const { authorization } of authorizations) jobs.remove(JOB.authorization, authorization.id);
      // Each submission has its own job, so a slow transfer delays no others.
      jobs.add(jobFrom(event, { kind: JOB.submission, key: hash, data: { revision: event.revision } }), NEW);
      break;
    }
    case 'SubmissionReplaced': {
      const { hash, replaces } = event.data;
      jobs.remove(JOB.submission, replaces);
      jobs.add(jobFrom(event, { kind: JOB.submission, key: hash, data: { revision: event.revision } }));
      break;
    }
    case 'AuthorizationClosed':
    case 'AuthorizationFound':
      jobs.remove(JOB.authorization, event.data.paymentId);
      break;
    case 'SubmissionFinal': {
      const { hash, assembledAt } = event.data;
      jobs.remove(JOB.submission, hash);
      if (assembledAt === undefined) break;
      const data: UnpricedSubmission = { assembledAt, included: includedIn(event.data) };
      jobs.add(jobFrom(event, { kind: JOB.networkFees, key: hash, data }));
      break;
    }
    case 'SubmissionFeesPaid':
      jobs.remove(JOB.networkFees, event.data.hash);
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
  await createJobTable(db);
}
