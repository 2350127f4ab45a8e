import type { Kysely } from 'kysely';
import { forEachDatabase } from '../testing/databases';
import { WorkChanges } from './work-changes';
import { createWorkTable } from './work-list';
import type { NewWork, WorkTables } from './work-list';

let db: Kysely<WorkTables>;

const describeEach = forEachDatabase<WorkTables>((opened) => {
  ({ db } = opened);
  return createWorkTable(db);
});

function row(key: string, dueAt = 100, kind = 'deliver'): NewWork {
  const of = { eventId: 'event', stream: 'webhook_event-1', account: 'acme', livemode: false, correlationId: 'cor' };
  return { kind, key, dueAt, ...of, data: null };
}

/** What one batch of events does. */
async function batch(change: (work: WorkChanges) => void): Promise<WorkChanges> {
  const work = new WorkChanges();
  change(work);
  await db.transaction().execute((trx) => work.save(trx));
  return work;
}

function rows(): Promise<{ key: string; due_at: number; attempt: number }[]> {
  return db.selectFrom('work').select(['key', 'due_at', 'attempt']).orderBy('key').execute();
}

describeEach('what a batch of events does to the work list', () => {
  it('is written as if each event had been by itself', async () => {
    await batch((work) => ['a', 'b', 'c', 'd'].forEach((key) => work.add(row(key))));
    await batch((work) => {
      work.postpone('deliver', 'a', { dueAt: 200, attempt: 1 });
      work.remove('deliver', 'b');
      work.add(row('c', 300));
      work.postpone('deliver', 'c', { dueAt: 400, attempt: 2 });
      work.postpone('deliver', 'd', { dueAt: 500, attempt: 1 });
      work.remove('deliver', 'd');
      work.add(row('e'));
      work.remove('deliver', 'e');
    });
    expect(await rows()).toEqual([
      { key: 'a', due_at: 200, attempt: 1 },
      { key: 'c', due_at: 400, attempt: 2 },
    ]);
  });

  it('a row that was there, added anew and removed is gone; removed and added anew it is there', async () => {
    await batch((work) => ['a', 'b'].forEach((key) => work.add(row(key))));
    await batch((work) => {
      work.add(row('a', 200));
      work.remove('deliver', 'a');
      work.remove('deliver', 'b');
      work.add(row('b', 300));
    });
    expect(await rows()).toEqual([{ key: 'b', due_at: 300, attempt: 0 }]);
  });

  it('a new row that was removed was never there; what comes after it in the batch is not new', async () => {
    await batch((work) => {
      work.add(row('a'), { isNew: true });
      work.remove('deliver', 'a');
      work.add(row('b'), { isNew: true });
      work.add(row('b', 200));
      work.add(row('c'), { isNew: true });
      work.remove('deliver', 'c');
      work.add(row('c', 300));
      work.add(row('d'), { isNew: true });
    });
    expect((await rows()).map(({ key, due_at }) => [key, due_at])).toEqual([
      ['b', 200],
      ['c', 300],
      ['d', 100],
    ]);
    await batch((work) => ['b', 'c', 'd'].forEach((key) => work.remove('deliver', key)));
    expect(await rows()).toEqual([]);
  });

  it('tells when the first row of each kind is due that it added or put off; what is removed tells nothing', async () => {
    await batch((work) => work.add(row('old')));
    const work = await batch((changes) => {
      changes.add(row('a', 300));
      changes.add(row('b', 200));
      changes.add(row('gone', 1));
      changes.remove('deliver', 'gone');
      changes.postpone('deliver', 'old', { dueAt: 150, attempt: 1 });
      changes.add(row('c', 900, 'expire'));
      changes.remove('replay', 'x');
    });
    expect([...work.due]).toEqual([
      ['deliver', 150],
      ['expire', 900],
    ]);
  });
});
