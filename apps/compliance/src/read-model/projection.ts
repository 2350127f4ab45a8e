import { addWorkRows, createWorkTable, postponeWork, removeWork, workFrom } from '@stablecoin/event-sourcing';
import type { NewWork, Projection, RecordedEvent } from '@stablecoin/event-sourcing';
import type { Transaction } from 'kysely';
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
  async apply(events, trx) {
    await projectScreenings(events, trx);
    await projectWork(events, trx);
  },
};

async function projectWork(events: readonly RecordedEvent[], trx: Transaction<ComplianceTables>): Promise<void> {
  const added = new Map<string, NewWork>();
  const done: Record<typeof CHECKS | typeof REVIEW_EXPIRY, string[]> = { [CHECKS]: [], [REVIEW_EXPIRY]: [] };
  const retries = new Map<string, { readonly dueAt: number; readonly attempt: number }>();
  for (const event of events) {
    const { type, data } = event as unknown as ScreeningEvent;
    switch (type) {
      case 'ScreeningRequested': {
        const { ref, subject, checks, country } = data;
        const work: ChecksWork = { ref, subject, checks, country };
        added.set(`${CHECKS} ${ref}`, workFrom(event, { kind: CHECKS, key: ref, data: work }));
        break;
      }
      case 'ScreeningAttemptFailed':
        retries.set(data.ref, { dueAt: data.retryAt, attempt: data.attempt });
        break;
      case 'ScreeningAbandoned':
        done[CHECKS].push(data.ref);
        break;
      case 'ScreeningCompleted': {
        const { ref, status, expiresAt } = data.result;
        done[CHECKS].push(ref);
        if (status === 'review') {
          const work: ReviewExpiryWork = { ref };
          const row = workFrom(event, { kind: REVIEW_EXPIRY, key: ref, dueAt: expiresAt, data: work });
          added.set(`${REVIEW_EXPIRY} ${ref}`, row);
        }
        break;
      }
      case 'ReviewDecided':
        done[REVIEW_EXPIRY].push(data.result.ref);
        break;
      case 'ScreeningJoined':
      case 'ScreeningReused':
      case 'WaitersAnswered':
        break;
    }
  }
  // A ref is asked for, completed and decided once each, so within a batch what is done is done for good.
  for (const kind of [CHECKS, REVIEW_EXPIRY] as const) for (const ref of done[kind]) added.delete(`${kind} ${ref}`);
  await addWorkRows(trx, [...added.values()]);
  for (const [ref, retry] of retries) await postponeWork(trx, CHECKS, ref, retry);
  await removeWork(trx, CHECKS, done[CHECKS]);
  await removeWork(trx, REVIEW_EXPIRY, done[REVIEW_EXPIRY]);
}
