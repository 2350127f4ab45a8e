import { Chains, SimulatedChain } from '@stablecoin/chains';
import type { Authorization, Submission } from '@stablecoin/chains';
import { JobChanges, TableJobQueue, silentTracer } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import type { Job, OpenDatabase, RecordedEvent, RunResult, StoredEvent } from '@stablecoin/event-sourcing';
import { ManualClock, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { forEachDatabase } from '@stablecoin/stores/testing';
import { submissionDecider } from '../domain/decide-submission';
import { paymentStreams, submissionStreams } from '../domain/streams';
import type { PaymentServiceEvent } from '../domain/streams';
import { paymentJobProjection } from '../read-model/payment-job-projection';
import { JOB } from '../read-model/tables';
import type { PaymentTables } from '../read-model/tables';
import { ONCHAIN, SECRETS, T0 } from '../testing/payments';
import { assembledUnder, carried, replaced, senderCommand } from '../testing/submissions';
import { TablePaymentJobQueue } from '../read-model/payment-job-queue';
import type { PaymentJobQueue } from '../read-model/payment-job-queue';
import { SubmissionBuilder } from './submission-builder';
import { SubmissionHandler } from './handlers';
import { SealedSignatures } from './sealed-signatures';
import { ChainQuotes } from './chain-quotes';

const SENDER = 'base.sandbox';
const STREAM = `submission-${SENDER}`;
const NO_GAS = '12000204';

const base = { clock: new ManualClock(T0), log: silentLog, meter: silentMeter };

/** The table is always as far as the jobs that are handed over. */
const projector = { waitFor: () => Promise.resolve(), onProjected: () => () => undefined };

let store: MemoryEventStore;
let database: OpenDatabase<PaymentTables>;
let builder: SubmissionBuilder;

const describeEach = forEachDatabase<PaymentTables>(async (opened) => {
  store = new MemoryEventStore();
  database = opened;
  await paymentJobProjection({ screeningDeadlineMs: 1 }).createTables(database.db);
  builder = open(simulated());
});

function open(chains: Chains, queue: Pick<PaymentJobQueue, 'stillListed'> = inTable(projector)): SubmissionBuilder {
  const quotes = new ChainQuotes({ ...base, chains });
  const signatures = new SealedSignatures(SECRETS);
  return new SubmissionBuilder({
    quotes,
    submissions: submissions(),
    queue,
    signatures,
    clock: base.clock,
    tracer: silentTracer,
  });
}

function inTable(readModel: ConstructorParameters<typeof TableJobQueue>[1]): TablePaymentJobQueue {
  const queue = new TableJobQueue(database.db, readModel);
  return new TablePaymentJobQueue({ store, db: database.db, queue });
}

function simulated(): Chains {
  return new Chains(new SimulatedChain({ settlementMs: 0, validityMs: 5_000 }));
}

function submissions(): SubmissionHandler {
  return new SubmissionHandler({ ...base, store, decider: submissionDecider });
}

/** An authorization on the list, as the job runner reads it. */
async function waiting(id: string, amount: Authorization['amount'] = '12000000', account = 'acme'): Promise<Job> {
  const data = carried(id, amount).authorization;
  const row: Job = {
    ...{ kind: JOB.authorization, key: id, orderingKey: SENDER, sequence: 1, dueAt: T0, attempt: 0 },
    ...{ eventId: `event of ${id}`, stream: `payment-${id}`, account, livemode: false, correlationId: `req_${id}` },
    data,
  };
  await change((jobs) => jobs.add(row));
  return row;
}

/** The jobs change. */
function change(how: (jobs: JobChanges) => void): Promise<void> {
  const jobs = new JobChanges();
  how(jobs);
  return jobs.save(database.db);
}

/** The list follows the sender's stream. */
async function project(): Promise<void> {
  const { events } = await nextBatch();
  const jobs = new JobChanges();
  await database.db.transaction().execute(async (trx) => {
    await paymentJobProjection({ screeningDeadlineMs: 1 }).apply(events.map(decoded), trx, jobs);
    await jobs.save(trx);
  });
}

const decoded = (event: RecordedEvent): StoredEvent<PaymentServiceEvent> =>
  paymentStreams.holds(event) ? event : submissionStreams.decode(event);

async function nextBatch() {
  for await (const batch of store.subscribe({ after: 'start', signal: new AbortController().signal })) return batch;
  throw new Error('the store has ended');
}

const events = () => store.read(STREAM);
const listed = async () =>
  (await database.db.selectFrom('work').select(['kind', 'key']).execute()).map(({ key }) => key);

describeEach('protocol rule 14: the authorizations of a sender are assembled on its stream', () => {
  it('all that wait, in one submission, each with its own account', async () => {
    const rows = [await waiting('a'), await waiting('b', '5000000', 'other')];
    const result: RunResult = await builder.run(rows);
    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'SubmissionAssembled',
      data: {
        authorizations: [
          { authorization: { id: 'a' }, payment: { paymentId: 'a', account: 'acme', correlationId: 'req_a' } },
          { authorization: { id: 'b' }, payment: { paymentId: 'b', account: 'other', correlationId: 'req_b' } },
        ],
      },
    });
    expect(result).toEqual({ position: event!.position });
  });

  it('splits authorizations into as many submissions as the chain needs', async () => {
    const rows = [await waiting('a'), await waiting('b'), await waiting('c')];
    const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
    await open(new Chains(Object.assign(chain, { capacity: () => 2 }))).run(rows);
    const carried = (await events()).map(({ data }) =>
      (data as unknown as { authorizations: { authorization: { id: string } }[] }).authorizations.map(
        ({ authorization }) => authorization.id,
      ),
    );
    expect(carried).toEqual([['a', 'b'], ['c']]);
  });

  it('signatures of owners are open for the chain, and sealed on the stream', async () => {
    const sealed = SECRETS.seal('0xsigned', 'approval signature');
    const row = await waiting('a');
    const payer = { wallet: ONCHAIN, approval: [{ owner: '0xa', signature: sealed }] };
    const data = { ...carried('a', '12000000').authorization, payer };
    const shown: (Authorization['payer'] | undefined)[] = [];
    const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
    const show = (authorizations: readonly Authorization[]): void => {
      for (const each of authorizations) shown.push(each.payer);
    };
    const spying = {
      precheck: (authorization: Authorization) => {
        show([authorization]);
        return chain.precheck(authorization);
      },
      assemble: (authorizations: readonly Authorization[]) => {
        show(authorizations);
        return chain.assemble(authorizations);
      },
    };
    await open(new Chains(Object.assign(Object.create(chain) as SimulatedChain, spying))).run([{ ...row, data }]);
    const opened = { ...payer, approval: [{ owner: '0xa', signature: '0xsigned' }] };
    expect(shown).toEqual([opened, opened]);
    expect(JSON.stringify(await events())).toContain(sealed);
    expect(JSON.stringify(await events())).not.toContain('0xsigned');
  });

  it('two workers with the same list assemble each authorization once', async () => {
    const rows = [await waiting('a'), await waiting('b')];
    await Promise.all([builder.run(rows), builder.run(rows.slice(1)), builder.run(rows)]);
    const ids = (await events()).flatMap(
      ({ data }) => (data as unknown as { authorizations: { authorization: { id: string } }[] }).authorizations,
    );
    expect(ids.map(({ authorization }) => authorization.id).sort()).toEqual(['a', 'b']);
  });

  it('carries authorizations as the list of jobs has them', async () => {
    const rows = [await waiting('a'), await waiting('b')];
    await change((jobs) => ['a', 'b'].forEach((key) => jobs.remove(JOB.authorization, key)));
    const stillListed = () => Promise.resolve({ listed: new Map([['b', 'event of b']]), listedAt: -1 });
    await open(simulated(), { stillListed }).run(rows);
    expect(await events()).toMatchObject([{ data: { authorizations: [{ authorization: { id: 'b' } }] } }]);
  });

  it('carries authorizations as the table has them, once it has the jobs', async () => {
    const row = { ...(await waiting('a')), sequence: 7 };
    await change((jobs) => jobs.remove(JOB.authorization, 'a'));
    const waitFor = jest.fn(() => change((jobs) => jobs.add(row)));
    await open(simulated(), inTable({ ...projector, waitFor })).run([row]);
    expect(waitFor.mock.calls).toEqual([[7]]);
    expect(await events()).toMatchObject([{ data: { authorizations: [{ authorization: { id: 'a' } }] } }]);
  });

  it('rows that the worker read before the list moved on are left out', async () => {
    const rows = [await waiting('a'), await waiting('b')];
    await change((jobs) => jobs.remove(JOB.authorization, 'a'));
    await builder.run(rows);
    expect(await events()).toMatchObject([{ data: { authorizations: [{ authorization: { id: 'b' } }] } }]);
  });

  it('protocol rule 19: a row from before a payment was authorized anew is left out, and the new one is not', async () => {
    const before = await waiting('a');
    await change((jobs) => jobs.remove(JOB.authorization, 'a'));
    const anew: Job = { ...before, eventId: 'anew' };
    await change((jobs) => jobs.add(anew));
    await builder.run([before]);
    expect(await events()).toEqual([]);
    await builder.run([anew]);
    expect(await events()).toMatchObject([{ type: 'SubmissionAssembled' }]);
  });

  it.each(['insufficient_gas', 'chain_unavailable'] as const)(
    'protocol rule 19: a transfer that is owed anew waits while there is %s, and others do not',
    async (failure) => {
      const rows = [{ ...(await waiting('owed')), attempt: 1 }, await waiting('new')];
      const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
      const precheck = jest.spyOn(chain, 'precheck').mockResolvedValue(failure);
      const builder = open(new Chains(chain));
      expect(await builder.run(rows)).toEqual({ againInMs: 1_000 });
      expect(await events()).toMatchObject([{ type: 'AuthorizationClosed', data: { paymentId: 'new' } }]);
      await project();
      precheck.mockRestore();
      await builder.run(rows);
      expect((await events()).slice(1)).toMatchObject([
        { type: 'SubmissionAssembled', data: { authorizations: [{ authorization: { id: 'owed' } }] } },
      ]);
    },
  );

  it('protocol rule 19: nobody waits for what cannot pass', async () => {
    const owed: Job = { ...(await waiting('owed')), attempt: 1 };
    const chain = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
    jest.spyOn(chain, 'precheck').mockResolvedValue('recipient_blocklisted');
    await open(new Chains(chain)).run([owed]);
    expect(await events()).toMatchObject([{ type: 'AuthorizationClosed', data: { code: 'recipient_blocklisted' } }]);
  });

  it('a worker whose rows are all gone does nothing', async () => {
    const rows = [await waiting('a')];
    await change((jobs) => jobs.remove(JOB.authorization, 'a'));
    expect(await builder.run(rows)).toEqual({ position: 1 });
    expect(await events()).toEqual([]);
  });

  it('a worker that slept through the end of an authorization brings nothing back', async () => {
    const rows = [await waiting('a', NO_GAS)];
    await builder.run(rows);
    await project();
    await waiting('a', NO_GAS); // as a list that is being made anew shows it for a moment
    await database.db.deleteFrom('senders').execute();
    await builder.run(rows);
    expect((await events()).map(({ type }) => type)).toEqual(['AuthorizationClosed']);
  });
});

describeEach('on a chain whose transactions have nonces', () => {
  /** Takes the lowest nonce that is free, as it is told. */
  class CountingChain extends SimulatedChain {
    override async assemble(
      authorizations: readonly Authorization[],
      liveNonces: () => Promise<readonly number[]> = () => Promise.resolve([]),
    ): Promise<Submission> {
      const live = await liveNonces();
      return { ...(await super.assemble(authorizations)), nonce: Math.max(-1, ...live) + 1 };
    }
  }

  it('a submission gets one that no live submission of the sender has', async () => {
    const chains = new Chains(new CountingChain({ settlementMs: 0, validityMs: 5_000 }));
    builder = open(chains);
    await builder.run([await waiting('a')]);
    await project();
    await builder.run([await waiting('b')]);
    expect((await events()).map(({ data }) => (data as { nonce?: number }).nonce)).toEqual([0, 1]);
  });

  const first = assembledUnder(5, '0x1', 'a');

  it('a submission that is replaced leaves its place on the list to the other', async () => {
    await submissions().handle(STREAM, senderCommand('AssembleSubmission', { ...first.data, listedAt: -1 }));
    await submissions().handle(STREAM, senderCommand('ReplaceSubmission', replaced('0x1', 5, '0x2', 'a').data));
    await project();
    const rows = await database.db.selectFrom('work').select(['kind', 'key', 'data']).execute();
    expect(rows).toEqual([{ kind: JOB.submission, key: '0x2', data: JSON.stringify({ revision: 1 }) }]);
  });

  it('elsewhere there is none', async () => {
    await builder.run([await waiting('a')]);
    expect((await events()).map(({ data }) => Object.keys(data as object))).toEqual([
      ['chain', 'sender', 'hash', 'bytes', 'authorizations'],
    ]);
  });
});

describeEach('protocol rule 15: what cannot go out is closed on the sender’s stream', () => {
  it('one that cannot go out does not hold up the others', async () => {
    const rows = [await waiting('a'), await waiting('b', NO_GAS), await waiting('c')];
    const { position } = (await builder.run(rows)) as { position: number };
    const found = await events();
    expect(found.map(({ type }) => type).sort()).toEqual(['AuthorizationClosed', 'SubmissionAssembled']);
    expect(found.find(({ type }) => type === 'AuthorizationClosed')).toMatchObject({
      data: { paymentId: 'b', account: 'acme', correlationId: 'req_b', code: 'insufficient_gas' },
      metadata: { account: 'acme', correlationId: 'req_b' },
    });
    expect(position).toBe(await store.head());
  });

  it('both leave the list with their events, and the submission is on it', async () => {
    const rows = [await waiting('a'), await waiting('b', NO_GAS)];
    await builder.run(rows);
    await project();
    const [submission] = (await events()).filter(({ type }) => type === 'SubmissionAssembled');
    expect(await listed()).toEqual([(submission!.data as { hash: string }).hash]);
  });
});
