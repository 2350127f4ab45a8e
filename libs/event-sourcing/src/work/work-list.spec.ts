import type { Kysely } from 'kysely';
import type { RecordedEvent } from '../store';
import { forEachDatabase } from '../testing/databases';
import { workCommandId } from './command-id';
import { addWorkRows, countWork, createWorkTable, postponeWork, removeWork, workFrom } from './work-list';
import type { NewWork, WorkRow, WorkTables } from './work-list';

let db: Kysely<WorkTables>;

const describeEach = forEachDatabase<WorkTables>((opened) => {
  ({ db } = opened);
  return createWorkTable(db);
});

const event: RecordedEvent = {
  id: 'event-1',
  type: 'ScreeningRequested',
  data: { ref: 'cpl_1' },
  metadata: { commandId: 'msg-1', at: 5_000, correlationId: 'cor-1', account: 'acme', livemode: true },
  stream: 'screening-1',
  revision: 3,
  position: 42,
};

function row(key: string, change: Partial<NewWork> = {}): NewWork {
  return { ...workFrom(event, { kind: 'screen', key }), ...change };
}

function keys(kind = 'screen'): Promise<string[]> {
  const query = db.selectFrom('work').select('key').where('kind', '=', kind).orderBy('key');
  return query.execute().then((rows) => rows.map(({ key }) => key));
}

describeEach('the work list', () => {
  it('can be created where it is already', async () => {
    await addWorkRows(db, [row('a')]);
    await createWorkTable(db);
    expect(await keys()).toEqual(['a']);
  });

  it('counts the rows of a kind, due or not', async () => {
    await addWorkRows(db, [row('a'), row('b', { dueAt: Number.MAX_SAFE_INTEGER }), row('c', { kind: 'other' })]);
    expect(await countWork(db, 'screen')).toBe(2);
    expect(await countWork(db, 'nothing')).toBe(0);
  });

  it('keeps a row as it was given; left out, it depends on no other and was never tried', async () => {
    await addWorkRows(db, [
      {
        kind: 'screen',
        key: 'a',
        dueAt: 7,
        eventId: 'event-1',
        stream: 'screening-1',
        account: 'acme',
        livemode: false,
        correlationId: 'cor-1',
        data: null,
      },
    ]);
    expect(await db.selectFrom('work').selectAll().execute()).toEqual([
      {
        kind: 'screen',
        key: 'a',
        claim: 'a',
        sequence: 0,
        due_at: 7,
        attempt: 0,
        event_id: 'event-1',
        stream: 'screening-1',
        account: 'acme',
        livemode: 0,
        correlation_id: 'cor-1',
        data: 'null',
      },
    ]);
  });

  it('replaces a row of the same kind and key, also within one call, where the last one counts', async () => {
    await addWorkRows(db, [row('a', { attempt: 1 })]);
    await addWorkRows(db, [row('a', { attempt: 2 }), row('b'), row('a', { attempt: 3, data: 'again', claim: 'x' })]);
    await addWorkRows(db, [row('a', { kind: 'review' })]);
    const stored = await db.selectFrom('work').select(['kind', 'key', 'attempt', 'data', 'claim']).execute();
    expect(stored).toEqual([
      { kind: 'screen', key: 'a', attempt: 3, data: '"again"', claim: 'x' },
      { kind: 'screen', key: 'b', attempt: 0, data: '{"ref":"cpl_1"}', claim: 'b' },
      { kind: 'review', key: 'a', attempt: 0, data: '{"ref":"cpl_1"}', claim: 'a' },
    ]);
  });

  it('removes one, many, or what is not there, of one kind only', async () => {
    await addWorkRows(db, [row('a'), row('b'), row('c'), row('a', { kind: 'review' })]);
    await removeWork(db, 'screen', 'a');
    await removeWork(db, 'screen', ['b', 'nowhere']);
    await removeWork(db, 'screen', []);
    expect([await keys(), await keys('review')]).toEqual([['c'], ['a']]);
  });

  it('takes and removes more rows than fit into one statement', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `k${n}`);
    await addWorkRows(
      db,
      many.map((key) => row(key)),
    );
    expect(await keys()).toHaveLength(3_000);
    await removeWork(db, 'screen', many);
    expect(await keys()).toEqual([]);
  });

  it('puts a row off', async () => {
    await addWorkRows(db, [row('a')]);
    await postponeWork(db, 'screen', 'a', { dueAt: 9_000, attempt: 4 });
    await postponeWork(db, 'screen', 'nowhere', { dueAt: 9_000, attempt: 4 });
    const stored = await db.selectFrom('work').select(['key', 'due_at', 'attempt']).execute();
    expect(stored).toEqual([{ key: 'a', due_at: 9_000, attempt: 4 }]);
  });

  it('is part of the transaction that it is changed in', async () => {
    const crashed = db.transaction().execute(async (trx) => {
      await addWorkRows(trx, [row('a')]);
      throw new Error('crash');
    });
    await expect(crashed).rejects.toThrow('crash');
    expect(await keys()).toEqual([]);
  });
});

describeEach('workFrom', () => {
  it('takes from the event what is not said', () => {
    expect(workFrom(event, { kind: 'screen', key: 'cpl_1' })).toEqual({
      kind: 'screen',
      key: 'cpl_1',
      sequence: 42,
      dueAt: 5_000,
      eventId: 'event-1',
      stream: 'screening-1',
      account: 'acme',
      livemode: true,
      correlationId: 'cor-1',
      data: { ref: 'cpl_1' },
    });
    const said = { kind: 'screen', key: 'cpl_1', claim: 'x', sequence: 1, dueAt: 9, attempt: 2, data: 'own' };
    expect(workFrom(event, said)).toMatchObject(said);
  });
});

describeEach('protocol rule 2: the id of a report', () => {
  const stored = { ...row('cpl_1'), claim: 'cpl_1', sequence: 0, attempt: 1 } as WorkRow;

  it('is the same for the same row, verb and attempt, so that a report made twice counts once', () => {
    expect(workCommandId(stored, 'complete')).toBe(workCommandId({ ...stored, dueAt: 99 }, 'complete'));
  });

  it.each([
    ['another event', { eventId: 'event-2' }],
    ['another row of the same event', { key: 'cpl_2' }],
    ['another attempt', { attempt: 2 }],
  ])('differs for %s', (_what, change) => {
    expect(workCommandId({ ...stored, ...change }, 'complete')).not.toBe(workCommandId(stored, 'complete'));
  });

  it('differs for another verb, and for an attempt that is said', () => {
    const ids = [
      workCommandId(stored, 'complete'),
      workCommandId(stored, 'fail'),
      workCommandId(stored, 'complete', 7),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});
