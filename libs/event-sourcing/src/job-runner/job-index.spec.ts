import type { Kysely } from 'kysely';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { Random } from '../testing/random';
import { TableJobQueue } from './table-job-queue';
import { JobIndex } from './job-index';
import type { JobSink } from './memory-job-queue';
import { JobChanges } from '../jobs/job-changes';
import { createJobTable, readJobs } from '../jobs/job-table';
import type { Job, NewJob } from '../jobs/job';
import type { JobTables } from '../jobs/job-table';

const KINDS = ['deliver', 'screen'];
const BATCH_SIZE = 3;
/** No projector writes the table: the test does. */
const idle = { waitFor: () => Promise.resolve(), onProjected: () => () => undefined };

let db: Kysely<JobTables>;

const describeEach = forEachDatabase<JobTables>((opened) => {
  ({ db } = opened);
  return createJobTable(db);
});

function row(kind: string, key: string, change: Partial<NewJob> = {}): NewJob {
  const of = { eventId: 'event', stream: 'webhook_event-1', account: 'acme', livemode: true, correlationId: 'cor' };
  return { kind, key, dueAt: 100, ...of, data: { url: 'https://example.test' }, ...change };
}

describeEach('jobs in memory', () => {
  it('are those of the table, in the same order, after any changes', async () => {
    const random = new Random(7);
    const index = new JobIndex(KINDS);
    const name = (count: number): string => `k${random.below(count)}`;
    for (let round = 0; round < 60; round++) {
      const jobs = new JobChanges();
      for (let i = random.below(6); i > 0; i--) {
        const [kind, key, dueAt] = [random.pick(['deliver', 'screen', 'other']), name(20), random.below(9)];
        const claims = random.chance(0.2) ? {} : { orderingKey: name(6), sequence: random.below(4) };
        const changes = random.pick<(list: JobSink) => void>([
          (list) => list.add(row(kind, key, { dueAt, ...claims })),
          (list) => list.postpone(kind, key, { dueAt, attempt: round }),
          (list) => list.remove(kind, key),
        ]);
        changes(jobs);
        changes(index);
      }
      await jobs.save(db);

      expect(index.size).toBe((await readJobs(db, KINDS, 1_000)).length);
      for (const kind of KINDS) {
        const table = new TableJobQueue(db, idle).reader(kind, { batchSize: BATCH_SIZE, groupLength: 2 });
        const orderingKeys = [name(6), name(6)];
        const skipped = { orderingKeys, groups: random.chance(0.5) ? [] : ['k1'] };
        let after: Job | undefined;
        for (const limit of [1, 2, 10]) {
          const found = await table.heads(skipped, after, limit);
          expect(index.heads(kind, skipped, 2, after, limit)).toEqual(found);
          for (const [orderingKey, batch] of await table.batches(found)) {
            expect(index.batch(kind, orderingKey, BATCH_SIZE)).toEqual(batch);
          }
          after = found.at(-1) ?? after;
        }
      }
    }
    expect(index.size).toBeGreaterThan(10);
  });

  it('tell once when the first of those that were added is due', () => {
    const index = new JobIndex(KINDS);
    index.add(row('deliver', 'a', { dueAt: 300 }));
    index.add(row('deliver', 'b', { dueAt: 200 }));
    index.add(row('other', 'c'));
    index.postpone('deliver', 'b', { dueAt: 400, attempt: 1 });
    expect([...index.takeDue()]).toEqual([['deliver', 200]]);
    expect([...index.takeDue()]).toEqual([]);
  });
});
