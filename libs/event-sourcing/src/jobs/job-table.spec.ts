import type { Kysely } from 'kysely';
import type { RecordedEvent } from '../ports/event-store';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { traceparentOf } from '../testing/recording-tracer';
import { commandOf, jobCommandId } from './command-id';
import {
  addJobs,
  countDueJobs,
  countJobs,
  createJobTable,
  postponeJob,
  readJobs,
  removeJobs,
  jobFrom,
} from './job-table';
import type { Job, NewJob } from './job';
import type { JobTables } from './job-table';

let db: Kysely<JobTables>;

const describeEach = forEachDatabase<JobTables>((opened) => {
  ({ db } = opened);
  return createJobTable(db);
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

function row(key: string, change: Partial<NewJob> = {}): NewJob {
  return { ...jobFrom(event, { kind: 'screen', key }), ...change };
}

function keys(kind = 'screen'): Promise<string[]> {
  const query = db.selectFrom('work').select('key').where('kind', '=', kind).orderBy('key');
  return query.execute().then((rows) => rows.map(({ key }) => key));
}

describeEach('the table of jobs', () => {
  it('can be created when it exists', async () => {
    await addJobs(db, [row('a')]);
    await createJobTable(db);
    expect(await keys()).toEqual(['a']);
  });

  it('keeps the trace of the event that added a job, also in a table of an earlier version', async () => {
    await addJobs(db, [row('old')]);
    await db.schema.alterTable('work').dropColumn('traceparent').execute();
    await createJobTable(db);
    const traceparent = traceparentOf('a');
    const traced = { ...event, metadata: { ...event.metadata, traceparent } };
    await addJobs(db, [jobFrom(traced, { kind: 'screen', key: 'new' })]);
    const [created, kept] = await readJobs(db, ['screen'], 2).then((jobs) =>
      jobs.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
    expect(created).toMatchObject({ key: 'new', traceparent });
    const origin = { account: 'acme', livemode: true, correlationId: 'cor-1' };
    const command = { id: 'event-1:new:Tell:0', type: 'Tell', data: null, at: 5 };
    expect(commandOf(created as Job, 'Tell', null, { at: 5 })).toEqual({ ...command, ...origin, traceparent });
    expect(kept).toMatchObject({ key: 'old' });
    expect(kept).not.toHaveProperty('traceparent');
    const shouted = commandOf(kept as Job, 'Tell', null, { at: 5, verb: 'shout' });
    expect(shouted).toEqual({ ...command, id: 'event-1:old:shout:0', ...origin });
    const foreign = { account: '', correlationId: 'other' };
    const told = commandOf(created as Job, 'Tell', null, { at: 5, origin: foreign });
    expect(told).toEqual({ ...command, livemode: true, ...foreign });
  });

  it('counts the jobs of a kind, due or not', async () => {
    await addJobs(db, [row('a'), row('b', { dueAt: Number.MAX_SAFE_INTEGER }), row('c', { kind: 'other' })]);
    expect(await countJobs(db, 'screen')).toBe(2);
    expect(await countJobs(db, 'nothing')).toBe(0);
  });

  it('counts the jobs of a kind that are due, with since when the oldest of them is', async () => {
    const later = row('c', { dueAt: 9 });
    await addJobs(db, [row('a', { dueAt: 8 }), row('b', { dueAt: 7 }), later, row('d', { kind: 'other', dueAt: 1 })]);
    expect(await countDueJobs(db, 'screen', 8)).toEqual({ waiting: 2, oldestDueAt: 7 });
    expect(await countDueJobs(db, 'screen', 6)).toEqual({ waiting: 0, oldestDueAt: null });
  });

  it('stores a job as given; by default it depends on no other and was never tried', async () => {
    await addJobs(db, [
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
        traceparent: null,
        data: 'null',
      },
    ]);
  });

  it('replaces a job of the same kind and key, also within one call, where the last one counts', async () => {
    await addJobs(db, [row('a', { attempt: 1 })]);
    await addJobs(db, [row('a', { attempt: 2 }), row('b'), row('a', { attempt: 3, data: 'again', orderingKey: 'x' })]);
    await addJobs(db, [row('a', { kind: 'review' })]);
    const stored = await db.selectFrom('work').select(['kind', 'key', 'attempt', 'data', 'claim']).execute();
    expect(stored).toEqual([
      { kind: 'screen', key: 'a', attempt: 3, data: '"again"', claim: 'x' },
      { kind: 'screen', key: 'b', attempt: 0, data: '{"ref":"cpl_1"}', claim: 'b' },
      { kind: 'review', key: 'a', attempt: 0, data: '{"ref":"cpl_1"}', claim: 'a' },
    ]);
  });

  it('removes one or many jobs of one kind, and ignores unknown keys', async () => {
    await addJobs(db, [row('a'), row('b'), row('c'), row('a', { kind: 'review' })]);
    await removeJobs(db, 'screen', 'a');
    await removeJobs(db, 'screen', ['b', 'nowhere']);
    await removeJobs(db, 'screen', []);
    expect([await keys(), await keys('review')]).toEqual([['c'], ['a']]);
  });

  it('adds and removes more jobs than fit into one statement', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `k${n}`);
    await addJobs(
      db,
      many.map((key) => row(key)),
    );
    expect(await keys()).toHaveLength(3_000);
    await removeJobs(db, 'screen', many);
    expect(await keys()).toEqual([]);
  });

  it('postpones a job', async () => {
    await addJobs(db, [row('a')]);
    await postponeJob(db, 'screen', 'a', { dueAt: 9_000, attempt: 4 });
    await postponeJob(db, 'screen', 'nowhere', { dueAt: 9_000, attempt: 4 });
    const stored = await db.selectFrom('work').select(['key', 'due_at', 'attempt']).execute();
    expect(stored).toEqual([{ key: 'a', due_at: 9_000, attempt: 4 }]);
  });

  it('is changed as part of the transaction', async () => {
    const crashed = db.transaction().execute(async (trx) => {
      await addJobs(trx, [row('a')]);
      throw new Error('crash');
    });
    await expect(crashed).rejects.toThrow('crash');
    expect(await keys()).toEqual([]);
  });
});

describeEach('jobFrom', () => {
  it('takes from the event what is not given', () => {
    expect(jobFrom(event, { kind: 'screen', key: 'cpl_1' })).toEqual({
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
    const said = { kind: 'screen', key: 'cpl_1', orderingKey: 'x', sequence: 1, dueAt: 9, attempt: 2, data: 'own' };
    expect(jobFrom(event, said)).toMatchObject(said);
  });
});

describeEach('protocol rule 2: the id of a report', () => {
  const stored = { ...row('cpl_1'), orderingKey: 'cpl_1', sequence: 0, attempt: 1 } as Job;

  it('is the same for the same job, verb and attempt, so that a repeated report counts once', () => {
    expect(jobCommandId(stored, 'complete')).toBe(jobCommandId({ ...stored, dueAt: 99 }, 'complete'));
  });

  it.each([
    ['another event', { eventId: 'event-2' }],
    ['another row of the same event', { key: 'cpl_2' }],
    ['another attempt', { attempt: 2 }],
  ])('differs for %s', (_what, change) => {
    expect(jobCommandId({ ...stored, ...change }, 'complete')).not.toBe(jobCommandId(stored, 'complete'));
  });

  it('differs for another verb, and for an attempt that is given', () => {
    const ids = [jobCommandId(stored, 'complete'), jobCommandId(stored, 'fail'), jobCommandId(stored, 'complete', 7)];
    expect(new Set(ids).size).toBe(3);
  });
});
