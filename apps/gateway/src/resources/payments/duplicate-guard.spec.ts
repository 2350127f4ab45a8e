import type { Caller, RequestContext } from '@stablecoin/access';
import { RecentOrders } from '@stablecoin/access';
import { recentOrderDecider } from '@stablecoin/access/testing';
import type { ApiError, Payment } from '@stablecoin/contracts';
import { CommandHandler, systemClock } from '@stablecoin/event-sourcing';
import { silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { MemoryEventStore } from '@stablecoin/stores';
import { DuplicateGuard } from './duplicate-guard';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const order = { to: '0xto', amount: '10000000', currency: 'USDC', from: 'wal_1' } as const;

const context = (n: number, changes: Partial<RequestContext> = {}): RequestContext => ({
  caller: { walletIds: new Set(['wal_1']) } as unknown as Caller,
  account: 'acme',
  livemode: true,
  requestId: `req_${String(n)}`,
  operation: 'POST /v1/payments',
  idempotencyKey: `key-${String(n)}`,
  formerKey: null,
  keyScope: null,
  at: START,
  traceparent: undefined,
  ...changes,
});

let store: MemoryEventStore;
let payments: Map<string, Pick<Payment, 'status' | 'stage'>>;
/** Idempotency keys that have made a payment. */
let held: Set<string | null>;
let windowMs: number | null;

/** An instance of the gateway: its own caches, one store. */
function instance(): DuplicateGuard {
  const parts = { store, decider: recentOrderDecider, clock: systemClock, log: silentLog, meter: silentMeter };
  return new DuplicateGuard(
    new RecentOrders(new CommandHandler(parts)),
    { duplicateWindowMs: () => Promise.resolve(windowMs) },
    { resourcesOf: ({ idempotencyKey }) => Promise.resolve(held.has(idempotencyKey) ? ['pay_held'] : []) },
    { ask: (_type: string, { id }: { id: string }) => Promise.resolve(payments.get(id) ?? null) } as never,
  );
}

const refusal = async (admitted: Promise<string>): Promise<Partial<ApiError>> =>
  admitted.then(
    (id) => ({ message: `admitted ${id}` }),
    (error: unknown) => error as ApiError,
  );

beforeEach(() => {
  store = new MemoryEventStore();
  payments = new Map();
  held = new Set();
  windowMs = HOUR;
});

describe('the duplicate guard', () => {
  it('admits one of a hundred orders that repeat each other under new keys, over two instances', async () => {
    const guards = [instance(), instance()] as const;
    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const id = `pay_${String(n)}`;
        return refusal((guards[n % 2] ?? guards[0]).admit(context(n), order, id, false));
      }),
    );
    const admitted = results.filter(({ code }) => code === undefined);
    expect(admitted).toHaveLength(1);
    const winner = admitted[0]?.message?.replace('admitted ', '');
    expect(new Set(results.map(({ code, paymentId }) => code && `${code} ${String(paymentId)}`))).toEqual(
      new Set([undefined, `possible_duplicate ${String(winner)}`]),
    );
  });

  it('names the earlier payment, its age and its state', async () => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    payments.set('pay_1', { status: 'settled', stage: 'done' });
    const later = context(2, { at: START + 3 * 60_000 });
    expect(await refusal(guard.admit(later, order, 'pay_2', false))).toMatchObject({
      code: 'possible_duplicate',
      status: 409,
      paymentId: 'pay_1',
      retryable: false,
      message: expect.stringMatching(/^pay_1, ordered 3 minutes ago, .* is settled\. .* confirm_distinct/) as unknown,
    });
  });

  it.each(['to', 'amount', 'currency', 'from'] as const)('compares orders by %s', async (field) => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    const other = { ...order, [field]: field === 'from' ? null : 'other' } as typeof order;
    expect(await guard.admit(context(2), other, 'pay_2', false)).toBe('pay_2');
  });

  it.each([
    ['account', { account: 'other' }],
    ['mode', { livemode: false }],
  ] as const)('compares nothing of another %s', async (_, changes) => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    expect(await guard.admit(context(2, changes), order, 'pay_2', false)).toBe('pay_2');
  });

  it('admits an order again once the payment has failed, and then one only', async () => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    payments.set('pay_1', { status: 'failed', stage: 'done' });
    const results = await Promise.all(
      [2, 3, 4].map((n) => refusal(guard.admit(context(n), order, `pay_${String(n)}`, false))),
    );
    expect(results.map(({ code }) => code ?? 'admitted').sort()).toEqual([
      'admitted',
      'possible_duplicate',
      'possible_duplicate',
    ]);
  });

  it('admits what the client confirms, and compares the next order with that', async () => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    expect(await guard.admit(context(2), order, 'pay_2', true)).toBe('pay_2');
    expect(await refusal(guard.admit(context(3), order, 'pay_3', false))).toMatchObject({ paymentId: 'pay_2' });
  });

  it('gives a request that was never recorded, and is sent again, the payment that it had', async () => {
    await instance().admit(context(1), order, 'pay_1', false);
    const again = context(1, { requestId: 'req_again' });
    expect(await instance().admit(again, order, 'pay_other', false)).toBe('pay_1');
  });

  it('lets every repetition of a key that has made a payment pass', async () => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    held.add('key-0');
    expect(await guard.admit(context(0), order, 'pay_0', false)).toBe('pay_0');
  });

  it('waits for an order without a key until it can no longer make a payment', async () => {
    const guard = instance();
    await guard.admit(context(1, { idempotencyKey: null }), order, 'pay_1', false);
    const soon = context(2, { at: START + 60_000 });
    const later = context(3, { at: START + 60_001 });
    expect(await refusal(guard.admit(soon, order, 'pay_2', false))).toMatchObject({ code: 'possible_duplicate' });
    expect(await guard.admit(later, order, 'pay_3', false)).toBe('pay_3');
  });

  it('keeps waiting for an order with a key: it may be carried out at any time', async () => {
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    const later = context(2, { at: START + HOUR - 1 });
    expect(await refusal(guard.admit(later, order, 'pay_2', false))).toMatchObject({
      code: 'possible_duplicate',
      message: expect.stringContaining('is not known yet') as unknown,
    });
  });

  it('remembers nothing while it is off', async () => {
    windowMs = null;
    const guard = instance();
    await guard.admit(context(1), order, 'pay_1', false);
    windowMs = HOUR;
    expect(await guard.admit(context(2), order, 'pay_2', false)).toBe('pay_2');
  });
});
