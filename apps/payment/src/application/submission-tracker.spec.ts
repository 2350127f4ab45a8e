import { Chains } from '@stablecoin/chains';
import type { Authorization, Chain, Observation, Submission } from '@stablecoin/chains';
import { MemoryEventStore } from '@stablecoin/stores';
import { WrongExpectedRevisionError, silentTracer } from '@stablecoin/event-sourcing';
import type { Job, RunResult } from '@stablecoin/event-sourcing';
import { ManualClock, Random, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { paymentDecider } from '../domain/decide-payment';
import { submissionDecider } from '../domain/decide-submission';
import type { PaymentEvent } from '../domain/payment-events';
import { paymentResource } from '../domain/payment-resource';
import { SECRETS, T0, authorized, initiated, routed, screened } from '../testing/payments';
import type { SubmissionAssembled } from '../domain/submission';
import { assembled, assembledUnder, carried, senderCommand } from '../testing/submissions';
import { PaymentHandler, SubmissionHandler } from './handlers';
import { ChainQuotes } from './chain-quotes';
import { SealedSignatures } from './sealed-signatures';
import { SubmissionTracker } from './submission-tracker';
import { TablePaymentJobQueue } from '../read-model/payment-job-queue';

const SENDER = 'submission-base.sandbox';
const HASH = '0x1';

/** A chain that says what the test has written down, and keeps what it is sent. */
class ScriptedChain implements Pick<
  Chain,
  'costs' | 'broadcast' | 'observe' | 'replacement' | 'pollAfterMs' | 'explorerUrl'
> {
  readonly costs = null;
  readonly sent: Submission[] = [];
  readonly calls: string[] = [];
  readonly observations = new Map<string, Observation>();
  answerLost = false;
  isStuck = false;

  broadcast(submission: Submission): Promise<void> {
    this.calls.push('broadcast');
    this.sent.push(submission);
    return this.answerLost ? Promise.reject(new Error('503')) : Promise.resolve();
  }

  observe(_submission: Submission, authorizations: readonly Authorization[]): Promise<readonly Observation[]> {
    this.calls.push('observe');
    return Promise.resolve(authorizations.map(({ id }) => this.observations.get(id) ?? { state: 'unknown' }));
  }

  replacement(submission: Submission): Promise<Submission | null> {
    this.calls.push('replacement');
    return Promise.resolve(this.isStuck ? { ...submission, hash: '0x2', bytes: 'dearer', nonce: 5 } : null);
  }

  pollAfterMs(authorizations: readonly Authorization[]): number {
    return 100 * authorizations.length;
  }

  explorerUrl(chain: string, hash: string): string {
    return `https://explorer.example/${chain}/${hash}`;
  }
}

const onChain = (state: 'included' | 'confirmed' | 'final', block = 7, at = T0 + 800): Observation => ({
  ...{ state, hash: HASH, block, at },
});

let store: MemoryEventStore;
let chain: ScriptedChain;
let payments: PaymentHandler;
let submissions: SubmissionHandler;
let row: Job;

let clock: ManualClock;

/** Another process: the same store and chain, and an empty memory. */
function anotherTracker(itsClock = clock): SubmissionTracker {
  const base = { store, clock: itsClock, log: silentLog, meter: silentMeter, tracer: silentTracer };
  const chains = new Chains(chain as unknown as Chain);
  // Jobs are handed to it by the test: it finds nothing else in the table.
  const queue = new TablePaymentJobQueue({ store, db: undefined as never, queue: undefined as never });
  const signatures = new SealedSignatures(SECRETS);
  const quotes = new ChainQuotes({ ...base, chains });
  return new SubmissionTracker({ ...base, quotes, payments, submissions, queue, signatures });
}

/** Payments that are authorized, and the submission that carries them out. */
async function submit(...ids: readonly string[]): Promise<void> {
  await submitAs(assembled(HASH, ...ids), ids);
}

async function submitAs({ data }: SubmissionAssembled, ids: readonly string[]): Promise<void> {
  const metadata = { commandId: 'given', at: T0, correlationId: 'req_1', account: 'acme', livemode: false };
  for (const id of ids) {
    const authorization = carried(id).authorization;
    const events = [
      initiated({ paymentId: id }),
      screened,
      routed(),
      { ...authorized(), data: { ...authorized().data, authorization } },
    ];
    const recorded = events.map((event, n) => ({ ...event, id: `${id}-${n}`, metadata }));
    await store.append(`payment-${id}`, 'none', recorded);
  }
  const command = senderCommand('AssembleSubmission', { ...data, listedAt: -1 });
  await submissions.handle(SENDER, command);
  const [event] = await store.read(SENDER);
  row = {
    ...{ kind: 'submission', key: HASH, orderingKey: HASH, sequence: event!.position, dueAt: T0, attempt: 0 },
    ...{ eventId: event!.id, stream: SENDER, account: '', livemode: false, correlationId: HASH, data: { revision: 0 } },
  };
}

async function types(stream: string): Promise<string[]> {
  return (await store.read(stream)).map(({ type }) => type);
}

async function isSettled(id: string): Promise<boolean> {
  return (await types(`payment-${id}`)).includes('PaymentSettled');
}

beforeEach(() => {
  clock = new ManualClock(T0 + 1_000);
  const base = { clock, log: silentLog, meter: silentMeter };
  store = new MemoryEventStore();
  chain = new ScriptedChain();
  payments = new PaymentHandler({ ...base, store, decider: paymentDecider });
  submissions = new SubmissionHandler({ ...base, store, decider: submissionDecider });
});

describe('protocol rule 16: only bytes read back from the sender’s stream are broadcast', () => {
  it('the same bytes, as often as needed', async () => {
    await submit('a');
    const tracker = anotherTracker();
    await tracker.run([row]);
    await tracker.run([row]);
    await anotherTracker().run([row]);
    const { bytes } = assembled(HASH, 'a').data;
    expect(chain.sent).toEqual([1, 2, 3].map(() => ({ hash: HASH, bytes, authorizations: ['a'] })));
  });

  it('broadcasts nothing when the stream does not have the submission of the row', async () => {
    await submit('a');
    await expect(anotherTracker().run([{ ...row, eventId: 'another' }])).rejects.toThrow('there is no submission 0x1');
    expect(chain.sent).toEqual([]);
  });

  it('broadcasts nothing more once every transfer was found', async () => {
    await submit('a');
    chain.observations.set('a', onChain('confirmed'));
    const tracker = anotherTracker();
    await tracker.run([row]);
    await tracker.run([row]);
    expect(chain.sent).toHaveLength(1);
  });
});

describe('protocol rule 29: what cannot be established waits, and its payment says so', () => {
  const disputed: Observation = { state: 'unknown', isDisputed: true };

  it('reports a disagreement of one minute once, also from two instances, and settles when endpoints agree', async () => {
    await submit('a', 'b');
    chain.observations.set('a', disputed);
    const trackers = [anotherTracker(), anotherTracker()];
    const look = async (): Promise<void> => {
      for (const each of trackers) await each.run([row]);
    };
    await look();
    clock.advance(59_000);
    await look();
    expect((await types('payment-a')).at(-1)).toBe('PaymentBroadcast');
    clock.advance(2_000);
    await look();
    await look();
    await anotherTracker().run([row]);
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentUnconfirmed']);
    expect((await types('payment-b')).slice(4)).toEqual(['PaymentBroadcast']);
    chain.observations.set('a', onChain('confirmed'));
    await look();
    expect(await isSettled('a')).toBe(true);
  });

  it('does not report a disagreement when endpoints agree in between', async () => {
    await submit('a');
    const tracker = anotherTracker();
    for (const observation of [disputed, { state: 'unknown' }, disputed] as const) {
      chain.observations.set('a', observation);
      await tracker.run([row]);
      clock.advance(40_000);
    }
    await tracker.run([row]);
    expect((await types('payment-a')).at(-1)).toBe('PaymentBroadcast');
  });
});

describe('protocol rule 18: settled may be said when confirmed, failed only at finality', () => {
  it('a confirmed transfer settles its payment, and the submission is looked after until it is final', async () => {
    await submit('a');
    chain.observations.set('a', onChain('confirmed'));
    const tracker = anotherTracker();
    expect(await tracker.run([row])).toEqual({ againInMs: 100 });
    expect(await isSettled('a')).toBe(true);
    expect(await types(SENDER)).toEqual(['SubmissionAssembled']);
    chain.observations.set('a', onChain('final'));
    await tracker.run([row]);
    expect(await types(SENDER)).toEqual(['SubmissionAssembled', 'SubmissionFinal']);
  });

  it('a transfer that is only included does not: its payment is told once that it is confirming', async () => {
    await submit('a');
    chain.observations.set('a', onChain('included'));
    const tracker = anotherTracker();
    expect(await tracker.run([row])).toEqual({ againInMs: 100 });
    await tracker.run([row]);
    await anotherTracker().run([row]);
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentIncluded']);
    chain.observations.set('a', onChain('final'));
    await tracker.run([row]);
    expect((await types('payment-a')).slice(6)).toEqual(['PaymentSettled']);
  });

  it('a submission may be several transactions: a payment shows the one that carries it', async () => {
    await submit('a', 'b');
    chain.observations.set('b', { state: 'unknown', sentAs: '0x1b' });
    await anotherTracker().run([row]);
    const sent = await Promise.all(['payment-a', 'payment-b'].map(async (stream) => (await store.read(stream)).at(-1)));
    expect(sent).toMatchObject([
      { type: 'PaymentBroadcast', data: { hash: HASH } },
      { type: 'PaymentBroadcast', data: { hash: '0x1b' } },
    ]);
  });

  it('a revert that is not final fails nothing', async () => {
    await submit('a');
    chain.observations.set('a', { state: 'reverted', hash: HASH, final: false });
    expect(await anotherTracker().run([row])).toEqual({ againInMs: 100 });
    expect(await types(SENDER)).toEqual(['SubmissionAssembled']);
    expect((await types('payment-a')).at(-1)).toBe('PaymentBroadcast');
  });

  it.each([
    ['a final revert', { state: 'reverted', hash: HASH, final: true }, 'transaction_reverted'],
    ['an expiry', { state: 'expired' }, 'transaction_expired'],
  ] as [string, Observation, string][])(
    '%s ends the submission with its code, and not the payment',
    async (_what, seen, code) => {
      await submit('a');
      chain.observations.set('a', seen);
      await anotherTracker().run([row]);
      const [, final] = await store.read(SENDER);
      expect(final).toMatchObject({
        type: 'SubmissionFinal',
        data: { settled: [], failed: [{ paymentId: 'a', code }] },
      });
      expect(await types('payment-a')).not.toContain('PaymentFailed');
    },
  );
});

describe('protocol rule 20: observation goes on after settled until final', () => {
  it('one slow transfer holds up none of those beside it', async () => {
    await submit('fast', 'slow', 'dead');
    chain.observations.set('fast', onChain('final'));
    chain.observations.set('dead', { state: 'expired' });
    const tracker = anotherTracker();
    // What is asked for is when to look at the slow one.
    expect(await tracker.run([row])).toEqual({ againInMs: 100 });
    expect(await isSettled('fast')).toBe(true);
    expect(await isSettled('slow')).toBe(false);

    chain.observations.set('slow', onChain('final', 9));
    await tracker.run([row]);
    expect(await isSettled('slow')).toBe(true);
    const [, final] = await store.read(SENDER);
    expect(final).toMatchObject({ data: { settled: ['fast', 'slow'], failed: [{ paymentId: 'dead' }] } });
  });

  it('every settled payment knows before the submission is final', async () => {
    await submit('a', 'b');
    chain.observations.set('a', onChain('final'));
    chain.observations.set('b', onChain('final'));
    await anotherTracker().run([row]);
    const [, final] = await store.read(SENDER);
    for (const id of ['a', 'b']) {
      const settled = (await store.read(`payment-${id}`)).find(({ type }) => type === 'PaymentSettled');
      expect(settled!.position).toBeLessThan(final!.position);
    }
  });

  it('a payment that could not be told keeps the submission on the list', async () => {
    await submit('a');
    chain.observations.set('a', onChain('final'));
    const append = jest.spyOn(store, 'append').mockImplementation((stream) => {
      return Promise.reject(new WrongExpectedRevisionError(stream, 0, 1));
    });
    await expect(anotherTracker().run([row])).rejects.toThrow();
    append.mockRestore();
    expect(await types(SENDER)).toEqual(['SubmissionAssembled']);
  });

  it('a transfer that was reorganised away and included again moves once, whoever looks', async () => {
    await submit('a');
    const tracker = anotherTracker();
    for (const seen of [
      onChain('confirmed', 7),
      { state: 'unknown' } as const,
      onChain('confirmed', 8),
      onChain('final', 8),
    ]) {
      chain.observations.set('a', seen);
      await tracker.run([row]);
    }
    await anotherTracker().run([row]);
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentSettled', 'PaymentReincluded']);
  });
});

describe('a submission that is stuck', () => {
  beforeEach(async () => {
    await submitAs(assembledUnder(5, HASH, 'a', 'b'), ['a', 'b']);
    chain.isStuck = true;
  });

  it('protocol rule 16: is replaced on the sender’s stream, and only sent when it is read back from there', async () => {
    expect(await anotherTracker().run([row])).toEqual({ position: await store.head() });
    const [, replaced] = await store.read(SENDER);
    expect(replaced).toMatchObject({
      type: 'SubmissionReplaced',
      data: { ...assembled(HASH, 'a', 'b').data, hash: '0x2', bytes: 'dearer', nonce: 5, replaces: HASH },
    });
    expect(chain.sent.map(({ hash }) => hash)).toEqual([HASH]);

    chain.isStuck = false;
    chain.observations.set('a', onChain('final'));
    chain.observations.set('b', onChain('final'));
    await anotherTracker().run([{ ...row, key: '0x2', eventId: replaced!.id, data: { revision: 1 } }]);
    expect(chain.sent.at(-1)).toMatchObject({ hash: '0x2', bytes: 'dearer', nonce: 5 });
    // The chain took the cheaper one in the end: that is the one that the payments show.
    const settled = (await store.read('payment-a')).find(({ type }) => type === 'PaymentSettled');
    expect(settled).toMatchObject({ data: { txHash: HASH, otherHashes: ['0x2'] } });
    expect((await types(SENDER)).at(-1)).toBe('SubmissionFinal');
  });

  it('is replaced once by two who find it so', async () => {
    await Promise.all([anotherTracker().run([row]), anotherTracker().run([row])]);
    expect(await types(SENDER)).toEqual(['SubmissionAssembled', 'SubmissionReplaced']);
  });

  it('is left alone when all of its transfers are found', async () => {
    chain.observations.set('a', onChain('included'));
    chain.observations.set('b', onChain('included'));
    await anotherTracker().run([row]);
    expect(chain.calls).not.toContain('replacement');
  });
});

describe('a chain whose clock is ahead: no event tells of a time that has not been', () => {
  /** Every time that the payment's events tell, in milliseconds since the epoch. */
  async function toldTimes(id: string): Promise<number[]> {
    const events = (await store.read(`payment-${id}`)).slice(4) as unknown as readonly PaymentEvent[];
    return events.flatMap((event) => {
      if (event.type === 'PaymentBroadcast') return [event.data.sentAt];
      if (event.type === 'PaymentIncluded') return [event.data.includedAt];
      if (event.type !== 'PaymentSettled') return [];
      const { settled_at, created_at, settlement_ms } = paymentResource(event.data.facts);
      expect(settlement_ms).toBe(Date.parse(settled_at!) - Date.parse(created_at));
      return [Date.parse(settled_at!)];
    });
  }

  it.each(['included', 'confirmed', 'final'] as const)('%s', async (state) => {
    await submit('a');
    const clock = new ManualClock(T0 + 1_000);
    chain.observations.set('a', onChain(state, 7, T0 + 1_600));
    await anotherTracker(clock).run([row]);
    expect(await toldTimes('a')).toEqual([T0 + 1_000, T0 + 1_000]);
  });

  it("a wallet's limit counts from the block's own time", async () => {
    await submit('a', 'b');
    chain.observations.set('a', onChain('confirmed', 7, T0 + 1_600));
    chain.observations.set('b', onChain('confirmed', 7, T0 + 900));
    await anotherTracker(new ManualClock(T0 + 1_000)).run([row]);
    for (const [id, blockAt] of [
      ['a', T0 + 1_600],
      ['b', undefined],
    ] as const) {
      const settled = (await store.read(`payment-${id}`)).find(({ type }) => type === 'PaymentSettled');
      expect((settled?.data as { readonly blockAt?: number }).blockAt).toBe(blockAt);
    }
  });

  it('caps times at the present, however far the clocks are apart', async () => {
    const random = new Random(14);
    const ids = Array.from({ length: 200 }, (_, n) => `pay_${n}`);
    for (const id of ids) {
      store = new MemoryEventStore();
      const base = { store, clock: new ManualClock(T0), log: silentLog, meter: silentMeter };
      payments = new PaymentHandler({ ...base, decider: paymentDecider });
      submissions = new SubmissionHandler({ ...base, decider: submissionDecider });
      await submit(id);
      const clock = new ManualClock(T0 + 5 + random.below(2_000));
      let included = T0 + random.below(5_000) - 1_000;
      for (const state of ['included', 'confirmed', 'final'] as const) {
        chain.observations.set(id, onChain(state, 7, included));
        await anotherTracker(clock).run([row]);
        const times = await toldTimes(id);
        for (const time of times) expect(time).toBeLessThanOrEqual(clock.now());
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        clock.advance(random.below(2_000));
        included += random.below(1_000);
      }
    }
  });

  it('two who look with different clocks settle the payment once', async () => {
    await submit('a');
    chain.observations.set('a', onChain('final', 7, T0 + 9_000));
    const clocks = [T0 + 1_000, T0 + 1_500].map((now) => new ManualClock(now));
    await Promise.all(clocks.map((clock) => anotherTracker(clock).run([row])));
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentSettled']);
  });
});

describe('a broadcast whose answer is lost', () => {
  it('is not taken for sent until the transfer is seen', async () => {
    await submit('a');
    chain.answerLost = true;
    const tracker = anotherTracker();
    await tracker.run([row]);
    expect((await types('payment-a')).at(-1)).toBe('PaymentAuthorized');
    chain.observations.set('a', onChain('final'));
    await tracker.run([row]);
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentSettled']);
  });
});

describe('protocol rule 5: a report is decided on the stream as it is now', () => {
  it('a report is decided on the current stream although another instance has moved the payment on', async () => {
    await submit('a');
    const stale = payments;
    await stale.query('payment-a', () => undefined);
    payments = new PaymentHandler({
      ...{ clock: new ManualClock(T0 + 1_000), log: silentLog, meter: silentMeter },
      ...{ store, decider: paymentDecider },
    });
    chain.observations.set('a', onChain('confirmed'));
    await anotherTracker().run([row]);

    // The stale instance would see a payment that is only authorized, where nothing is reported twice.
    payments = stale;
    chain.observations.set('a', onChain('final'));
    await anotherTracker().run([row]);
    expect((await types('payment-a')).filter((type) => type === 'PaymentSettled')).toHaveLength(1);
  });
});

describe('a run', () => {
  it('that finishes a submission names the position after which its row is gone', async () => {
    await submit('a');
    chain.observations.set('a', onChain('final'));
    const result: RunResult = await anotherTracker().run([row]);
    expect(result).toEqual({ position: await store.head() });
  });

  it('may happen twice at the same time', async () => {
    await submit('a');
    chain.observations.set('a', onChain('final'));
    await Promise.all([anotherTracker().run([row]), anotherTracker().run([row])]);
    expect((await types('payment-a')).slice(4)).toEqual(['PaymentBroadcast', 'PaymentSettled']);
    expect(await types(SENDER)).toEqual(['SubmissionAssembled', 'SubmissionFinal']);
  });
});

describe("a wallet's payment that the chain refuses", () => {
  it.each([
    ['spend_limit_onchain', { refusal: 'spend_limit_onchain' }],
    ['wallet_policy_changed', { refusal: 'wallet_policy_changed' }],
    ['transaction_reverted', {}],
  ] as const)('fails with %s once that is final', async (code, why) => {
    await submit('a');
    chain.observations.set('a', { state: 'reverted', hash: HASH, final: true, ...why });
    await anotherTracker().run([row]);
    const [last] = (await store.read(row.stream)).slice(-1);
    expect(last).toMatchObject({ type: 'SubmissionFinal', data: { settled: [], failed: [{ paymentId: 'a', code }] } });
  });
});
