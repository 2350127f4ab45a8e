import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overriding, readJournal } from '@stablecoin/chains';
import type { ChainName, Payment, PaymentOrder } from '@stablecoin/contracts';
import { newId } from '@stablecoin/contracts';
import { NotWrittenError } from '@stablecoin/event-sourcing';
import { eventually, FaultyEventStore } from '@stablecoin/event-sourcing/testing';
import type { Runtime } from '@stablecoin/host';
import { fundsReserved, replyTo } from './testing/fake-services';
import { order, T0, WALLET_ID } from './testing/payments';
import type { PaymentTables } from './read-model/tables';
import { TestService } from './testing/service';

let service: TestService;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payment-'));
  service = await TestService.start({ SANDBOX_CHAIN_JOURNAL: join(folder, 'journal') });
});

afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** Transfers that were broadcast for a payment; the same bytes again are the same transfer. */
function transfersOf(paymentId: string): number {
  const entries = readJournal(join(folder, 'journal')).filter(({ authorization }) => authorization === paymentId);
  return entries.filter(({ again }) => !again).length;
}

function workList() {
  return service.runtime.database<PaymentTables>('payment').selectFrom('work').selectAll().execute();
}

const FAMILIES: [string, Pick<PaymentOrder, 'to' | 'candidates'>][] = [
  ['EVM', { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', candidates: ['base', 'ethereum'] }],
  ['Solana', { to: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', candidates: ['solana'] }],
];

describe.each(FAMILIES)('sandbox, by amount: what the chain does (%s)', (_family, recipient) => {
  const [first] = recipient.candidates as [ChainName];

  async function pay(ending: string, changes: Partial<PaymentOrder> = {}): Promise<{ id: string; payment: Payment }> {
    const id = await service.initiate({ ...recipient, amount: `1200${ending}`, ...changes } as Partial<PaymentOrder>);
    return { id, payment: await service.end(id) };
  }

  /** Everything that was sent to others about a payment that settled: the order is part of the promise. */
  const SETTLED_TYPES = [
    'compliance.ScreenPayment',
    'treasury.ReserveFunds',
    'payment.initiated',
    'treasury.PostReservation',
    'wallet.RecordTransfer',
    'payment.settled',
  ];
  const FAILED_TYPES = [
    'compliance.ScreenPayment',
    'treasury.ReserveFunds',
    'payment.initiated',
    'treasury.VoidReservation',
    'payment.failed',
  ];

  it('any other ending: an ordinary transfer, without waiting for any timer', async () => {
    const id = await service.initiate({ ...recipient, amount: '12500000' });
    const payment = await eventually(async () => {
      const now = await service.get(id);
      return now.status === 'settled' && now;
    });
    expect(service.clock.now()).toBe(T0);
    expect(payment).toMatchObject({
      ...{ status: 'settled', stage: 'done', amount: '12.50', chain: first, error_code: null, compliance_ref: 'cpl_1' },
      txHash: expect.any(String) as string,
      ...{ created_at: new Date(T0).toISOString(), settled_at: new Date(T0).toISOString(), settlement_ms: 0 },
    });
    await eventually(() => expect(service.fakes.typesAbout(id)).toEqual(SETTLED_TYPES));
    expect(await service.types(`payment-${id}`)).toEqual([
      'PaymentInitiated',
      'PaymentScreened',
      'PaymentRouted',
      'PaymentAuthorized',
      'PaymentBroadcast',
      'PaymentSettled',
    ]);
    expect(transfersOf(id)).toBe(1);
  });

  it.each([
    ['0101', 3_000],
    ['0102', 20_000],
  ])('%s: settles after %d ms', async (ending, ms) => {
    const id = await service.initiate({ ...recipient, amount: `1200${ending}` } as Partial<PaymentOrder>);
    await service.reaches('broadcast', id);
    expect(await service.end(id)).toMatchObject({ status: 'settled', settlement_ms: ms });
    expect(service.fakes.typesAbout(id)).toEqual(SETTLED_TYPES);
    expect(transfersOf(id)).toBe(1);
  });

  it.each([
    ['0201', 'broadcast, then reverts', 'transaction_reverted', 1],
    ['0202', 'never included, its validity runs out', 'transaction_expired', 1],
    ['0203', 'the recipient is blocklisted, seen before broadcast', 'recipient_blocklisted', 0],
    ['0204', 'the relayer has no gas', 'insufficient_gas', 0],
  ])('%s: %s: failed, %s, and what was reserved is given back', async (ending, _what, code, transfers) => {
    const { id, payment } = await pay(ending);
    expect(payment).toMatchObject({ status: 'failed', stage: 'done', error_code: code, settled_at: null });
    expect(payment.error_message).toEqual(expect.any(String));
    expect(payment.txHash === null).toBe(transfers === 0);
    expect(service.fakes.typesAbout(id)).toEqual(FAILED_TYPES);
    expect(transfersOf(id)).toBe(transfers);
  });

  it('0301: the chain that is asked for is down', async () => {
    const { id, payment } = await pay('0301', { chain: first, candidates: [first] });
    expect(payment).toMatchObject({ status: 'failed', error_code: 'chain_unavailable', chain: first });
    expect(payment.error_message).toContain('Retry with chain "auto"');
    expect(service.fakes.about(id, 'treasury.ReserveFunds')).toEqual([]);
  });

  it('0301 with auto: the first candidate is down; the next one takes it, or there is none', async () => {
    const { payment } = await pay('0301');
    const second = recipient.candidates[1];
    if (second === undefined)
      expect(payment).toMatchObject({ status: 'failed', error_code: 'chain_unavailable', chain: null });
    else expect(payment).toMatchObject({ status: 'settled', chain: second });
  });

  it('0302: every chain is down, with auto too', async () => {
    const { id, payment } = await pay('0302');
    expect(payment).toMatchObject({ status: 'failed', error_code: 'chain_unavailable', chain: null });
    expect(service.fakes.about(id, 'treasury.ReserveFunds')).toEqual([]);
  });

  it('0401: the answer to the broadcast is lost, the transfer is included: settled, one transfer', async () => {
    const { id, payment } = await pay('0401');
    expect(payment.status).toBe('settled');
    expect(service.fakes.typesAbout(id)).toEqual(SETTLED_TYPES);
    expect(transfersOf(id)).toBe(1);
  });

  it('0402: included, reorganised away, included again: settled once, one transfer, one event', async () => {
    const id = await service.reorganise({ ...recipient, amount: '12000402' });
    const types = await service.types(`payment-${id}`);
    expect(types.filter((type) => type === 'PaymentSettled')).toHaveLength(1);
    expect(types.at(-1)).toBe('PaymentReincluded');
    expect(service.fakes.typesAbout(id)).toEqual(SETTLED_TYPES);
    expect(await service.get(id)).toMatchObject({ status: 'settled' });
    expect(transfersOf(id)).toBe(1);
  });
});

describe('screening', () => {
  it('that is blocked ends the payment without asking for funds', async () => {
    service.fakes.screen = (message) => [screened(message, 'blocked')];
    const id = await service.initiate();
    expect(await service.end(id)).toMatchObject({
      status: 'failed',
      error_code: 'compliance_blocked',
      compliance_ref: 'cpl_1',
    });
    expect(service.fakes.typesAbout(id)).toEqual([
      'compliance.ScreenPayment',
      'payment.initiated',
      'payment.compliance_blocked',
    ]);
  });

  it('that is skipped asks for the funds at once', async () => {
    const id = await service.initiate({ compliance: 'skip' });
    expect(await service.end(id)).toMatchObject({ status: 'settled', compliance_ref: null });
    expect(service.fakes.about(id, 'compliance.ScreenPayment')).toEqual([]);
  });

  it('that has cleared a recipient answers for the next payments to it, until it expires', async () => {
    const answersUntil = T0 + 1_000;
    service.fakes.screen = (message) => [screened(message, 'cleared', { answersUntil })];
    const asked = async (changes: Partial<PaymentOrder> = {}): Promise<number> => {
      const id = await service.initiate(changes);
      expect(await service.end(id)).toMatchObject({ status: 'settled', compliance_ref: 'cpl_1' });
      return service.fakes.about(id, 'compliance.ScreenPayment').length;
    };
    expect(await asked()).toBe(1);
    expect(await asked()).toBe(0);
    expect(await asked({ countryCode: 'DE' })).toBe(1);
    service.clock.advance(1_000);
    expect(await asked()).toBe(1);
  });

  it('whose answer does not say how long it lasts is asked for again', async () => {
    service.fakes.screen = (message) => [screened(message, 'cleared')];
    for (let payments = 0; payments < 2; payments += 1) {
      const id = await service.initiate();
      expect(await service.end(id)).toMatchObject({ status: 'settled' });
      expect(service.fakes.about(id, 'compliance.ScreenPayment')).toHaveLength(1);
    }
  });

  it('protocol rule 25: the deadline fails a payment that nobody answers, at its time', async () => {
    service.fakes.screen = () => [];
    const id = await service.initiate();
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('compliance.ScreenPayment'));
    expect(await service.end(id, 5_000)).toMatchObject({ status: 'failed', error_code: 'internal_error' });
    expect(service.clock.now()).toBeGreaterThanOrEqual(T0 + 60_000);
  });

  it('protocol rule 25: time in which the event store was away does not count to the deadline', async () => {
    let lastAwayAt = T0;
    let asked = 0;
    const around = (runtime: Runtime): Runtime => ({
      ...runtime,
      store: overriding(runtime.store, {
        get lastAwayAt() {
          asked++;
          return lastAwayAt;
        },
      }),
      forService: (name) => around(runtime.forService(name)),
    });
    const waiting = await TestService.start({}, undefined, undefined, undefined, around);
    try {
      waiting.fakes.screen = () => [];
      const id = await waiting.initiate();
      await eventually(() => expect(waiting.fakes.typesAbout(id)).toContain('compliance.ScreenPayment'));
      lastAwayAt = T0 + 59_000;
      waiting.clock.advance(61_000);
      await eventually(() => asked > 0);
      expect(await waiting.get(id)).toMatchObject({ status: 'pending', stage: 'screening' });
      const [screening] = waiting.fakes.about(id, 'compliance.ScreenPayment');
      await waiting.runtime.bus.publish([screened(screening!, 'cleared')]);
      expect(await waiting.end(id)).toMatchObject({ status: 'settled' });

      const silent = await waiting.initiate();
      await eventually(() => expect(waiting.fakes.typesAbout(silent)).toContain('compliance.ScreenPayment'));
      expect(await waiting.end(silent, 5_000)).toMatchObject({ status: 'failed', error_code: 'internal_error' });
    } finally {
      await waiting.stop();
    }
  });

  it('protocol rule 25: in review there is no deadline, and a decision goes on', async () => {
    service.fakes.screen = (message) => [screened(message, 'review')];
    const id = await service.initiate();
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('payment.waiting'));
    await eventually(async () => expect(await workList()).toEqual([]));
    service.clock.advance(3_600_000);
    expect(await service.get(id)).toMatchObject({ status: 'pending', stage: 'screening', compliance_ref: 'cpl_1' });
    const [asked] = service.fakes.about(id, 'compliance.ScreenPayment');
    await service.runtime.bus.publish([screened(asked!, 'cleared')]);
    expect(await service.end(id)).toMatchObject({ status: 'settled' });
  });

  const screened = (message: Parameters<typeof replyTo>[0], status: string, more: object = {}) =>
    replyTo(message, 'compliance.payment_screened', {
      ...more,
      paymentId: (message.data as { paymentId: string }).paymentId,
      ref: 'cpl_1',
      status,
      reason: status === 'cleared' ? null : 'sanctions match',
    });
});

describe('payments from a wallet', () => {
  const wallet = { address: '0x1111111111111111111111111111111111111111' };

  beforeEach(() => {
    service.runtime.queries.register('wallet.get', () => Promise.resolve(wallet as never));
  });

  it('ask the wallet, wait for an approval, and leave from its address', async () => {
    service.fakes.reserve = (message) => {
      const { reservationId, paymentId } = message.data;
      const data = { reservationId, paymentId, approvalId: 'apr_1', walletId: WALLET_ID };
      return [replyTo(message, 'wallet.approval_requested', data)];
    };
    const id = await service.initiate({ from: WALLET_ID });
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('payment.waiting'));
    expect(await service.get(id)).toMatchObject({ stage: 'awaiting_approval', approval_id: 'apr_1', from: WALLET_ID });

    const [asked] = service.fakes.about(id, 'wallet.ReserveFunds');
    await service.runtime.bus.publish([fundsReserved(asked as never)]);
    expect(await service.end(id)).toMatchObject({ status: 'settled', from: WALLET_ID });
    expect(service.fakes.about(id, 'wallet.PostReservation')).toHaveLength(1);
    expect(service.fakes.about(id, 'wallet.RecordTransfer')[0]?.data).toMatchObject({ from: wallet.address });
  });
});

describe('a payment that the treasury makes after an approval only', () => {
  it('waits for it, says so, and goes on', async () => {
    service.fakes.reserve = (message) => {
      const { reservationId, paymentId } = message.data;
      return [replyTo(message, 'treasury.approval_requested', { reservationId, paymentId, approvalId: 'apr_1' })];
    };
    const id = await service.initiate({ policy: { treasuryApproval: true } });
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('payment.waiting'));
    expect(await service.get(id)).toMatchObject({ stage: 'awaiting_approval', approval_id: 'apr_1', from: null });

    const [asked] = service.fakes.about(id, 'treasury.ReserveFunds');
    expect(asked?.data).toMatchObject({ policy: { treasuryApproval: true } });
    await service.runtime.bus.publish([fundsReserved(asked as never)]);
    expect(await service.end(id)).toMatchObject({ status: 'settled', approval_id: 'apr_1' });
    const timeline = await service.runtime.queries.ask('payment.timeline', { account: 'acme', livemode: false, id });
    expect(timeline?.find(({ type }) => type === 'awaiting_approval')).toMatchObject({
      text: 'The amount is above what the treasury pays without an approval.',
      approval_id: 'apr_1',
    });
  });
});

describe('protocol rule 26: cancel', () => {
  it('gives back what was asked for, and refuses the funds that come late (rule 8)', async () => {
    service.fakes.reserve = () => [];
    const id = await service.initiate();
    await eventually(() => expect(service.fakes.typesAbout(id)).toContain('treasury.ReserveFunds'));
    await service.publish('payment.CancelPayment', { paymentId: id }, id);
    expect(await service.end(id)).toMatchObject({ status: 'failed', error_code: 'canceled' });
    expect(service.fakes.about(id, 'treasury.VoidReservation')).toHaveLength(1);

    const [asked] = service.fakes.about(id, 'treasury.ReserveFunds');
    await service.runtime.bus.publish([fundsReserved(asked as never)]);
    await eventually(() => expect(service.fakes.about(id, 'treasury.VoidReservation')).toHaveLength(2));
    expect(await service.types(`payment-${id}`)).not.toContain('PaymentAuthorized');
  });

  it('is refused once the payment is authorized', async () => {
    const id = await service.initiate({ amount: '12000101' });
    await service.reaches('broadcast', id);
    await service.publish('payment.CancelPayment', { paymentId: id }, id);
    expect(await service.types(`payment-${id}`)).toContain('CommandRefused');
    expect(await service.end(id)).toMatchObject({ status: 'settled' });
  });
});

describe('protocol rule 19: a settled transfer that can never be on chain again', () => {
  it('raises an alarm once, and the payment stays settled', async () => {
    const count = jest.spyOn(service.runtime.meter, 'count');
    const alarms = () => count.mock.calls.filter(([name]) => name === 'settlements_lost_total');
    // On Base and Ethereum the end of what was signed is proven first.
    const id = await service.initiate({ to: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', candidates: ['solana'] });
    const settled = await service.end(id);
    for (let times = 0; times < 2; times++) {
      const data = { paymentId: id, code: 'transaction_reverted', message: 'The transfer was reverted on chain.' };
      await service.publish('payment.FailPayment', data, id);
    }
    expect(alarms()).toHaveLength(1);
    expect(await service.get(id)).toEqual(settled);
    expect(service.fakes.about(id, 'treasury.VoidReservation')).toEqual([]);
    count.mockRestore();
  });
});

describe('protocol rule 12: an overdue reservation', () => {
  it('is posted when the payment is settled', async () => {
    const id = await service.initiate();
    await service.end(id);
    await service.publish('treasury.reservation_overdue', { paymentId: id, reservationId: `${id}#1` }, id);
    await eventually(() => expect(service.fakes.about(id, 'treasury.PostReservation')).toHaveLength(2));
  });

  it('is left alone while the payment is under way', async () => {
    const id = await service.initiate({ amount: '12000101' });
    await service.reaches('broadcast', id);
    await service.publish('treasury.reservation_overdue', { paymentId: id, reservationId: `${id}#1` }, id);
    expect(await service.types(`payment-${id}`)).not.toContain('VoidAnswered');
    expect(await service.end(id)).toMatchObject({ status: 'settled' });
    expect(service.fakes.about(id, 'treasury.VoidReservation')).toEqual([]);
  });
});

describe('protocol rule 7: a message about a payment that does not exist', () => {
  it.each([
    ['payment.CancelPayment', { paymentId: 'pay_none' }],
    ['compliance.payment_screened', { paymentId: 'pay_none', ref: 'cpl_1', status: 'cleared', reason: null }],
    ['treasury.funds_reserved', { paymentId: 'pay_none', reservationId: 'pay_none#1', chain: 'base' }],
  ])('goes to the dead letters (%s)', async (type, data) => {
    await service.publish(type, data, 'pay_none');
    expect((await service.runtime.deadLetters.list()).map(({ message }) => message.type)).toEqual([type]);
  });
});

describe('many payments at once', () => {
  it('share submissions, settle once each, and leave nothing on the list', async () => {
    const amounts = ['12000000', '12000201', '12000204', '12000401'] as const;
    const ids = await Promise.all(Array.from({ length: 200 }, (_, n) => service.initiate({ amount: amounts[n % 4]! })));
    const ended = await Promise.all(ids.map((id) => service.end(id, 0)));
    const expected = ['settled', 'failed', 'failed', 'settled'];
    expect(ended.map(({ status }) => status)).toEqual(ids.map((_, n) => expected[n % 4]));
    expect(ids.map(transfersOf)).toEqual(ids.map((_, n) => (n % 4 === 2 ? 0 : 1)));
    for (const id of ids) {
      const terminal = ['payment.settled', 'payment.failed'];
      expect(service.fakes.about(id, ...terminal)).toHaveLength(1);
      expect(service.fakes.about(id, 'treasury.PostReservation', 'treasury.VoidReservation')).toHaveLength(1);
    }
    const submissions = (await service.types('submission-base.sandbox')).filter(
      (type) => type === 'SubmissionAssembled',
    );
    expect(submissions.length).toBeLessThan(150);
    await eventually(async () => {
      // The table rests while nobody waits for it.
      service.clock.advance(250);
      expect(await workList()).toEqual([]);
    });
  });
});

describe('a restart', () => {
  it('forgets nothing: what was on its way goes on, with the same bytes (protocol rule 16)', async () => {
    const env = {
      ...{ EVENT_STORE_URL: 'sqlite:', DATA_DIR: join(folder, 'data') },
      SANDBOX_CHAIN_JOURNAL: join(folder, 'journal'),
    };
    const before = await TestService.start(env);
    const sent = await before.initiate({ amount: '12000102' });
    await before.reaches('broadcast', sent);
    before.fakes.screen = () => [];
    const screening = await before.initiate();
    await before.stop();

    const after = await TestService.start(env, before.clock, before.fakes);
    try {
      expect(await after.get(screening)).toMatchObject({ status: 'pending', stage: 'screening' });
      expect(await after.end(sent, 1_000)).toMatchObject({ status: 'settled', settlement_ms: 20_000 });
      expect(transfersOf(sent)).toBe(1);
      expect(await after.end(screening, 5_000)).toMatchObject({ status: 'failed', error_code: 'internal_error' });
    } finally {
      await after.stop();
    }
  });
});

describe('Protocol rule 30: an order without a key that its client was told nothing of', () => {
  /** A service whose store says that nothing gets to the disk for as long as it is told so. */
  async function startOnFullDisk(): Promise<{ full: { now: boolean }; onFullDisk: TestService }> {
    const full = { now: true };
    const onFullDisk = await TestService.start(
      { SANDBOX_CHAIN_JOURNAL: join(folder, 'journal') },
      undefined,
      undefined,
      undefined,
      (runtime) => {
        const store = new FaultyEventStore(runtime.store);
        store.beforeDurable = () => {
          if (full.now) throw new NotWrittenError('the disk is full');
        };
        return { ...runtime, store };
      },
    );
    return { full, onFullDisk };
  }

  it.each([
    ['is screened', { compliance: 'auto' }],
    ['is routed at once', { compliance: 'skip' }],
  ] as const)('fails when it gets to the disk too late: one that %s', async (_, changes) => {
    const { full, onFullDisk } = await startOnFullDisk();
    try {
      const paymentId = newId('pay', T0);
      const data = order({ paymentId, ...changes });
      await onFullDisk.publish('payment.InitiatePayment', data, paymentId, { expiresAt: T0 + 15_000 });
      onFullDisk.clock.advance(15_001);
      full.now = false;
      const payment = await onFullDisk.end(paymentId);
      expect(payment).toMatchObject({ status: 'failed', error_code: 'internal_error' });
      expect(transfersOf(paymentId)).toBe(0);
    } finally {
      await onFullDisk.stop();
    }
  });

  it('is never begun when it comes too late', async () => {
    const paymentId = newId('pay', T0);
    await service.publish('payment.InitiatePayment', order({ paymentId }), paymentId, { expiresAt: T0 - 1 });
    expect(await service.types(`payment-${paymentId}`)).toEqual([]);
  });
});

describe('an order while the rules cannot be read', () => {
  it('begins no payment, asks for nothing, and is decided by them once they can', async () => {
    const rules = { areUnreadable: true, reads: 0 };
    const closed = await TestService.start({}, undefined, undefined, undefined, (runtime: Runtime): Runtime => {
      const store = new FaultyEventStore(runtime.store);
      store.beforeRead = (stream) => {
        if (!stream.startsWith('rules-') || !rules.areUnreadable) return;
        rules.reads += 1;
        throw new Error('the rules cannot be read');
      };
      return { ...runtime, store };
    });
    try {
      const paymentId = newId('pay', T0);
      const published = closed.publish('payment.InitiatePayment', order({ paymentId }), paymentId);
      await eventually(() => {
        closed.clock.advance(250);
        if (rules.reads < 3) throw new Error('the order has not been tried again');
      });
      expect(await closed.types(`payment-${paymentId}`)).toEqual([]);
      expect(closed.fakes.typesAbout(paymentId)).toEqual([]);
      rules.areUnreadable = false;
      expect(await closed.end(paymentId)).toMatchObject({ status: 'settled' });
      await published;
    } finally {
      await closed.stop();
    }
  });
});
