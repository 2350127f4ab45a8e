import { createJobTable, jobFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, StoredEvent, JobChanges } from '@stablecoin/event-sourcing';
import { CHECKS, LIST_COMPARISON, RESCREENING, REVIEW_EXPIRY } from '../application/job-data';
import type {
  ChecksJobData,
  ListComparisonJobData,
  RescreeningJobData,
  ReviewExpiryJobData,
} from '../application/job-data';
import type { ReviewDecided, ScreeningCompleted } from '../domain/screening';
import { attestationStreams, screeningStreams } from '../domain/streams';
import type { ComplianceServiceEvent } from '../domain/streams';
import { createAttestationsTable, projectAttestations } from './attestations';
import { clearsPayment, projectScreenings } from './screenings';
import { createScreeningsTable } from './screenings-table';
import type { ComplianceTables } from './tables';

/** The results of screenings, and what is to be done about those that have none. */
export const complianceProjection: Projection<ComplianceTables, ComplianceServiceEvent> = {
  name: 'compliance',
  streams: [screeningStreams, attestationStreams],
  version: 4,
  tables: ['screenings', 'attestations', 'work'],
  async createTables(db) {
    await createScreeningsTable(db);
    await createAttestationsTable(db);
    await createJobTable(db);
  },
  async apply(events, trx, jobs) {
    await projectScreenings(events, trx);
    await projectAttestations(events, trx);
    projectJobs(events, jobs);
  },
};

function projectJobs(events: readonly StoredEvent<ComplianceServiceEvent>[], jobs: JobChanges): void {
  for (const event of events) {
    const { type, data } = event;
    switch (type) {
      case 'AttestationCreated': {
        const { attestationId, subject, createdAt } = data;
        const rescreening: RescreeningJobData = { attestationId, subject, createdAt };
        jobs.add(jobFrom(event, { kind: RESCREENING, key: attestationId, data: rescreening }));
        break;
      }
      case 'AttestationApplied':
        jobs.remove(RESCREENING, data.attestationId);
        break;
      case 'ScreeningRequested': {
        const { waiter, at: _, ...request } = data;
        const checksWork: ChecksJobData = {
          ...request,
          ...(waiter?.kind === 'payment' ? { paymentId: waiter.id } : {}),
          ...(waiter?.kind === 'deposit' ? { depositId: waiter.id } : {}),
        };
        jobs.add(jobFrom(event, { kind: CHECKS, key: data.ref, data: checksWork }));
        break;
      }
      case 'RescreeningRequested': {
        const { paymentId, at: _, ...request } = data;
        const checksWork: ChecksJobData = { ...request, ...(paymentId === null ? {} : { paymentId }) };
        jobs.add(jobFrom(event, { kind: CHECKS, key: data.ref, data: checksWork }));
        break;
      }
      case 'ScreeningAttemptFailed':
        jobs.postpone(CHECKS, data.ref, { dueAt: data.retryAt, attempt: data.attempt });
        break;
      case 'ScreeningAbandoned':
        jobs.remove(CHECKS, data.ref);
        break;
      case 'ScreeningCompleted': {
        const { ref, status, expiresAt } = data.result;
        jobs.remove(CHECKS, ref);
        if (status === 'review') {
          const expiryWork: ReviewExpiryJobData = { ref };
          jobs.add(jobFrom(event, { kind: REVIEW_EXPIRY, key: ref, dueAt: expiresAt, data: expiryWork }));
        } else {
          jobs.remove(REVIEW_EXPIRY, ref);
        }
        addListComparison(event, jobs);
        break;
      }
      case 'ReviewDecided':
        jobs.remove(CHECKS, data.result.ref);
        jobs.remove(REVIEW_EXPIRY, data.result.ref);
        addListComparison(event, jobs);
        break;
      case 'MatchFound':
        jobs.remove(LIST_COMPARISON, data.ref);
        break;
      case 'AttestationRevoked':
      case 'ScreeningJoined':
      case 'ScreeningReused':
      case 'WaitersAnswered':
      case 'CommandRefused':
        break;
    }
  }
}

/** Where a result that lets a payment go on rests on a list whose next version is announced. */
function addListComparison(event: RecordedEvent<ScreeningCompleted | ReviewDecided>, jobs: JobChanges): void {
  const ref = clearsPayment(event);
  if (ref === null) return;
  const { subject, findings } = event.data.result;
  const dueAt = Math.min(...findings.map(({ nextVersionAt = Infinity }) => nextVersionAt));
  if (dueAt === Infinity) return;
  const comparison: ListComparisonJobData = { ref, address: subject.value };
  jobs.add(jobFrom(event, { kind: LIST_COMPARISON, key: ref, dueAt, data: comparison }));
}
