import { createWorkTable, workFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, WorkChanges } from '@stablecoin/event-sourcing';
import { CHECKS, RESCREENING, REVIEW_EXPIRY } from '../application/work';
import type { ChecksWork, RescreeningWork, ReviewExpiryWork } from '../application/work';
import type { AttestationEvent } from '../domain/attestation';
import type { ScreeningEvent } from '../domain/screening';
import { createAttestationsTable, projectAttestations } from './attestations';
import { createScreeningsTable, projectScreenings } from './screenings';
import type { ComplianceTables } from './tables';

/** The results of screenings, and what is to be done about those that have none. */
export const complianceProjection: Projection<ComplianceTables> = {
  name: 'compliance',
  prefixes: ['screening-', 'attestation-'],
  version: 2,
  tables: ['screenings', 'attestations', 'work'],
  async createTables(db) {
    await createScreeningsTable(db);
    await createAttestationsTable(db);
    await createWorkTable(db);
  },
  async apply(events, trx, work) {
    await projectScreenings(events, trx);
    await projectAttestations(events, trx);
    projectWork(events, work);
  },
};

function projectWork(events: readonly RecordedEvent[], work: WorkChanges): void {
  for (const event of events) {
    const { type, data } = event as unknown as ScreeningEvent | AttestationEvent;
    switch (type) {
      case 'AttestationCreated': {
        const { attestationId, subject, createdAt } = data;
        const rescreening: RescreeningWork = { attestationId, subject, createdAt };
        work.add(workFrom(event, { kind: RESCREENING, key: attestationId, data: rescreening }));
        break;
      }
      case 'AttestationApplied':
        work.remove(RESCREENING, data.attestationId);
        break;
      case 'ScreeningRequested': {
        const { waiter, at: _, ...request } = data;
        const checksWork: ChecksWork = {
          ...request,
          ...(waiter?.kind === 'payment' ? { paymentId: waiter.id } : {}),
        };
        work.add(workFrom(event, { kind: CHECKS, key: data.ref, data: checksWork }));
        break;
      }
      case 'RescreeningRequested': {
        const { paymentId, at: _, ...request } = data;
        const checksWork: ChecksWork = { ...request, ...(paymentId === null ? {} : { paymentId }) };
        work.add(workFrom(event, { kind: CHECKS, key: data.ref, data: checksWork }));
        break;
      }
      case 'ScreeningAttemptFailed':
        work.postpone(CHECKS, data.ref, { dueAt: data.retryAt, attempt: data.attempt });
        break;
      case 'ScreeningAbandoned':
        work.remove(CHECKS, data.ref);
        break;
      case 'ScreeningCompleted': {
        const { ref, status, expiresAt } = data.result;
        work.remove(CHECKS, ref);
        if (status === 'review') {
          const expiryWork: ReviewExpiryWork = { ref };
          work.add(workFrom(event, { kind: REVIEW_EXPIRY, key: ref, dueAt: expiresAt, data: expiryWork }));
        } else {
          work.remove(REVIEW_EXPIRY, ref);
        }
        break;
      }
      case 'ReviewDecided':
        work.remove(CHECKS, data.result.ref);
        work.remove(REVIEW_EXPIRY, data.result.ref);
        break;
      case 'MatchFound':
      case 'AttestationRevoked':
      case 'ScreeningJoined':
      case 'ScreeningReused':
      case 'WaitersAnswered':
        break;
    }
  }
}
