import type { Kysely } from 'kysely';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { JobChanges } from './job-changes';
import { createJobTable } from './job-table';
import type { NewJob } from './job';
import type { JobTables } from './job-table';

let db: Kysely<JobTables>;

const describeEach = forEachDatabase<JobTables>((opened) => {
  ({ db } = opened);
  return createJobTable(db);
});

function row(key: string, dueAt = 100, kind = 'deliver'): NewJob {
  const of = { eventId: 'event', stream: 'webhook_event-1', account: 'acme', livemode: false, correlationId: 'cor' };
  return { kind, key, dueAt, ...of, data: null };
}

/** What one batch of events does. */
async function batch(change: (jobs: JobChanges) => void): Promise<JobChanges> {
  const jobs = new JobChanges();
  change(jobs);
  await db.transaction().execute((trx) => jobs.save(trx));
  return jobs;
}

function rows(): Promise<{ key: string; due_at: number; attempt: number }[]> {
  return db.selectFrom('work').select(['key', 'due_at', 'attempt']).orderBy('key').execute();
}

describeEach('the changes that a batch of events makes to jobs', () => {
  it('is written as if each event had been by itself', async () => {
    await batch((jobs) => ['a', 'b', 'c', 'd'].forEach((key) => jobs.add(row(key))));
    await batch((jobs) => {
      jobs.postpone('deliver', 'a', { dueAt: 200, attempt: 1 });
      jobs.remove('deliver', 'b');
      jobs.add(row('c', 300));
      jobs.postpone('deliver', 'c', { dueAt: 400, attempt: 2 });
      jobs.postpone('deliver', 'd', { dueAt: 500, attempt: 1 });
      jobs.remove('deliver', 'd');
      jobs.add(row('e'));
      jobs.remove('deliver', 'e');
    });
    expect(await rows()).toEqual([
      { key: 'a', due_at: 200, attempt: 1 },
      { key: 'c', due_at: 400, attempt: 2 },
    ]);
  });

  it('a row that was there, added anew and removed is gone; removed and added anew it is there', async () => {
    await batch((jobs) => ['a', 'b'].forEach((key) => jobs.add(row(key))));
    await batch((jobs) => {
      jobs.add(row('a', 200));
      jobs.remove('deliver', 'a');
      jobs.remove('deliver', 'b');
      jobs.add(row('b', 300));
    });
    expect(await rows()).toEqual([{ key: 'b', due_at: 300, attempt: 0 }]);
  });

  it('a new row that was removed was never there; what comes after it in the batch is not new', async () => {
    await batch((jobs) => {
      jobs.add(row('a'), { isNew: true });
      jobs.remove('deliver', 'a');
      jobs.add(row('b'), { isNew: true });
      jobs.add(row('b', 200));
      jobs.add(row('c'), { isNew: true });
      jobs.remove('deliver', 'c');
      jobs.add(row('c', 300));
      jobs.add(row('d'), { isNew: true });
    });
    expect((await rows()).map(({ key, due_at }) => [key, due_at])).toEqual([
      ['b', 200],
      ['c', 300],
      ['d', 100],
    ]);
    await batch((jobs) => ['b', 'c', 'd'].forEach((key) => jobs.remove('deliver', key)));
    expect(await rows()).toEqual([]);
  });

  it('tells when the first row of each kind is due that it added or put off; what is removed tells nothing', async () => {
    await batch((jobs) => jobs.add(row('old')));
    const jobs = await batch((changes) => {
      changes.add(row('a', 300));
      changes.add(row('b', 200));
      changes.add(row('gone', 1));
      changes.remove('deliver', 'gone');
      changes.postpone('deliver', 'old', { dueAt: 150, attempt: 1 });
      changes.add(row('c', 900, 'expire'));
      changes.remove('replay', 'x');
    });
    expect([...jobs.due]).toEqual([
      ['deliver', 150],
      ['expire', 900],
    ]);
  });
});
