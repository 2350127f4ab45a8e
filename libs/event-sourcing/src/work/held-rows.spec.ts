import type { Kysely } from 'kysely';
import { forEachDatabase } from '../testing/databases';
import { Random } from '../testing/random';
import { DueWork } from './due-work';
import { HeldRows } from './held-rows';
import type { WorkSink } from './held-work';
import { WorkChanges } from './work-changes';
import { createWorkTable, readWork } from './work-list';
import type { NewWork, WorkTables } from './work-list';

const KINDS = ['deliver', 'screen'];
const AT_ONCE = 3;

let db: Kysely<WorkTables>;

const describeEach = forEachDatabase<WorkTables>((opened) => {
  ({ db } = opened);
  return createWorkTable(db);
});

function row(kind: string, key: string, change: Partial<NewWork> = {}): NewWork {
  const of = { eventId: 'event', stream: 'webhook_event-1', account: 'acme', livemode: true, correlationId: 'cor' };
  return { kind, key, dueAt: 100, ...of, data: { url: 'https://example.test' }, ...change };
}

describeEach('rows that are held', () => {
  it('are those of the table, in its order, whatever has happened to them', async () => {
    const random = new Random(7);
    const held = new HeldRows(KINDS);
    const name = (count: number): string => `k${random.below(count)}`;
    for (let round = 0; round < 60; round++) {
      const work = new WorkChanges();
      for (let i = random.below(6); i > 0; i--) {
        const [kind, key, dueAt] = [random.pick(['deliver', 'screen', 'other']), name(20), random.below(9)];
        const claims = random.chance(0.2) ? {} : { claim: name(6), sequence: random.below(4) };
        const changes = random.pick<(list: WorkSink) => void>([
          (list) => list.add(row(kind, key, { dueAt, ...claims })),
          (list) => list.postpone(kind, key, { dueAt, attempt: round }),
          (list) => list.remove(kind, key),
        ]);
        changes(work);
        changes(held);
      }
      await work.save(db);

      expect(held.size).toBe((await readWork(db, KINDS, 1_000)).length);
      for (const kind of KINDS) {
        const table = new DueWork(db, kind, { rowsAtOnce: AT_ONCE, laneCharacters: 0 });
        const claims = [name(6), name(6)];
        let after: (NewWork & { claim: string }) | undefined;
        for (const limit of [1, 2, 10]) {
          const found = await table.soonest({ claims, lanes: [] }, after, limit);
          expect(held.soonest(kind, new Set(claims), after, limit)).toEqual(found);
          for (const [claim, rows] of await table.firstRows(found)) {
            expect(held.ofClaim(kind, claim, AT_ONCE)).toEqual(rows);
          }
          after = found.at(-1) ?? after;
        }
      }
    }
    expect(held.size).toBeGreaterThan(10);
  });

  it('say once when the first of those that came is due', () => {
    const held = new HeldRows(KINDS);
    held.add(row('deliver', 'a', { dueAt: 300 }));
    held.add(row('deliver', 'b', { dueAt: 200 }));
    held.add(row('other', 'c'));
    held.postpone('deliver', 'b', { dueAt: 400, attempt: 1 });
    expect([...held.takeDue()]).toEqual([['deliver', 200]]);
    expect([...held.takeDue()]).toEqual([]);
  });
});
