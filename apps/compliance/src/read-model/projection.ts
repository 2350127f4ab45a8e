import { createWorkTable, workFrom } from '@stablecoin/event-sourcing';
import type { Projection, RecordedEvent, WorkChanges } from '@stablecoin/event-sourcing';
import { CHECKS, REVIEW_EXPIRY } from '../application/work';
import type { ChecksWork, ReviewExpiryWork } from '../application/work';
import type { ScreeningEvent } from '../domain/screening';
import { createScreeningsTable, projectScreenings } from './screenings';
import type { ComplianceTables } from './screenings';

/** The results of screenings, and what is to be done about those that have none. */
export const complianceProjection: Projection<ComplianceTables> = {
  name: 'compliance',
  prefixes: ['screening-'],
  version: 1,
  tables: ['screenings', 'work'],
  async createTables(db) {
    await createScreeningsTable(db);
    await createWorkTable(db);
  },
  async apply(events, trx, work) {
    await projectScreenings(events, trx);
    projectWork(events, work);
  },
};

function projectWork(events: readonly RecordedEvent[], work: WorkChanges): void {
  for (const event of events) {
    const { type, data } = event as unknown as ScreeningEvent;
    switch (type) {
      case 'ScreeningRequested': {
        const { ref, subject, checks, country } = data;
        const checksWork: ChecksWork = { ref, subject, checks, country };
        work.add(workFrom(event, { kind: CHECKS, key: ref, data: checksWork }));
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
        }
        break;
      }
      case 'ReviewDecided':
        work.remove(REVIEW_EXPIRY, data.result.ref);
        break;
      case 'ScreeningJoined':
      case 'ScreeningReused':
      case 'WaitersAnswered':
        break;
    }
  }
}
