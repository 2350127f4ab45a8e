import { MemoryEventStore, openDatabase } from '@stablecoin/stores';
import { Projector, TableJobQueue } from '@stablecoin/event-sourcing';
import type { DomainEvent, Job, OpenDatabase } from '@stablecoin/event-sourcing';
import { eventually, ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { senderKey } from '../domain/streams';
import { authorized, T0 } from '../testing/payments';
import { assembled, carried, closed, final, replaced } from '../testing/submissions';
import { listedAuthorizations } from './authorization-list';
import { MemoryPaymentJobQueue } from './memory-payment-job-queue';
import { TablePaymentJobQueue } from './payment-job-queue';
import { paymentJobProjection } from './payment-job-projection';
import { JOB } from './tables';
import type { PaymentTables } from './tables';

const SENDER = senderKey(carried('pay_a').authorization);
const options = { screeningDeadlineMs: 60_000 };
const base = { clock: new ManualClock(T0), log: silentLog, meter: silentMeter };

describe('the jobs of payments in memory', () => {
  let store: MemoryEventStore;
  let database: OpenDatabase<PaymentTables>;
  let projector: Projector<PaymentTables>;
  let memory: MemoryPaymentJobQueue;
  let appended = 0;

  beforeEach(async () => {
    store = new MemoryEventStore();
    database = openDatabase<PaymentTables>('sqlite::memory:');
    const parts = { ...base, store, db: database.db, projection: paymentJobProjection(options) };
    projector = new Projector(parts);
    await projector.start();
    const queue = new TableJobQueue(database.db, projector);
    const table = new TablePaymentJobQueue({ store, db: database.db, queue });
    memory = new MemoryPaymentJobQueue({ ...parts, table, ...options });
  });

  afterEach(async () => {
    await memory.stop();
    await projector.stop();
    await store.close();
    await database.close();
  });

  async function append(stream: string, { type, data }: DomainEvent): Promise<number> {
    const metadata = { commandId: `cmd-${++appended}`, at: T0, correlationId: 'cor', account: 'acme', livemode: false };
    const { position } = await store.append(stream, 'any', [{ id: `event-${appended}`, type, data, metadata }]);
    await projector.waitFor(position);
    return position;
  }

  const authorize = (id: string) => {
    const { type, data } = authorized();
    return append(`payment-${id}`, { type, data: { ...data, authorization: carried(id).authorization } });
  };
  const bySender = (event: DomainEvent) => append(`submission-${SENDER}`, event);

  it('lists a sender’s authorizations as the table does, up to the same revision, after every event', async () => {
    // What a sender did before it began is for the table to tell.
    await authorize('pay_0');
    await bySender(closed('pay_0'));
    memory.start();
    await eventually(() => memory.index !== undefined);
    expect(memory.listed(SENDER, 10)).toBeUndefined();

    const steps = [
      () => bySender(closed('pay_none')),
      () => authorize('pay_a'),
      () => authorize('pay_b'),
      () => authorize('pay_c'),
      () => bySender(assembled('0x1', 'pay_a', 'pay_b')),
      () => bySender(final('0x1', ['pay_a', 'pay_b'])),
      () => bySender(closed('pay_c')),
    ];
    const sizes: (number | undefined)[] = [];
    for (const step of steps) {
      await memory.waitFor(await step());
      const inTable = await listedAuthorizations(database.db, SENDER, 2);
      // Of a sender for whom nothing waits the table says no revision, and nobody asks for one.
      expect(memory.listed(SENDER, 2)).toEqual(
        inTable.listed.size > 0 ? inTable : expect.objectContaining({ listed: new Map() }),
      );
      sizes.push(memory.listed(SENDER, 10)?.listed.size);
    }
    expect(sizes).toEqual([0, 1, 2, 3, 1, 1, 0]);
  });

  it('lists none while it does not hold them: the table is asked, once it has the jobs', async () => {
    expect(memory.listed(SENDER, 10)).toBeUndefined();
    await authorize('pay_0');
    const job = { sequence: await store.head() } as Job;
    expect([...(await memory.stillListed(SENDER, [job])).listed.keys()]).toEqual(['pay_0']);
  });

  describe('protocol rule 16', () => {
    const submission = (hash: string): Job | undefined => memory.index?.batch(JOB.submission, hash, 1)[0];
    const bytesOf = (hash: string) => {
      const job = submission(hash);
      return job && memory.assembledOf(job);
    };

    beforeEach(async () => {
      await bySender(assembled('0x0', 'pay_0'));
      memory.start();
      await eventually(() => memory.index !== undefined);
    });

    it('the job of a submission has what its event says, for as long as it is there', async () => {
      await memory.waitFor(await bySender(assembled('0x1', 'pay_a', 'pay_b')));
      expect(bytesOf('0x1')).toEqual(assembled('0x1', 'pay_a', 'pay_b').data);
      await memory.waitFor(await bySender(replaced('0x1', 5, '0x2', 'pay_a', 'pay_b')));
      expect(submission('0x1')).toBeUndefined();
      expect(bytesOf('0x2')).toEqual(replaced('0x1', 5, '0x2', 'pay_a', 'pay_b').data);
      await memory.waitFor(await bySender(final('0x2', ['pay_a', 'pay_b'])));
      expect(submission('0x2')).toBeUndefined();
    });

    it('a job from the table has not, nor has another one of the same submission', async () => {
      expect(submission('0x0')).toBeDefined();
      expect(bytesOf('0x0')).toBeUndefined();
      await memory.waitFor(await bySender(assembled('0x1', 'pay_a')));
      const job = submission('0x1');
      expect(job && memory.assembledOf({ ...job })).toBeUndefined();
    });

    it('the stream is not read for what a job in memory was made from, and is for any other', async () => {
      await memory.waitFor(await bySender(assembled('0x1', 'pay_a')));
      const jobs = ['0x1', '0x0'].map((hash) => submission(hash)!);
      const read = jest.spyOn(store, 'read');
      expect(await memory.submissionOf(jobs[0]!)).toEqual(assembled('0x1', 'pay_a').data);
      expect(read).not.toHaveBeenCalled();
      expect(await memory.submissionOf(jobs[1]!)).toEqual(assembled('0x0', 'pay_0').data);
      expect(read).toHaveBeenCalledTimes(1);
    });
  });
});
