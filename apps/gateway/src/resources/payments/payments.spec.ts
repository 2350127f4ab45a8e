import { ApiError } from '@stablecoin/contracts';
import type { InitiatePaymentMessage, Message, Payment, PaymentOrder, QueryMap } from '@stablecoin/contracts';
import { CommandHandler, systemClock } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import { silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import type { Queries } from '@stablecoin/messaging';
import type { Caller, RequestContext, RequestPlan } from '@stablecoin/access';
import type { PaymentOrders } from './payment-orders';
import { Requests } from '@stablecoin/access';
import { requestDecider, requestStreams, messagesFor } from '@stablecoin/access/testing';
import { Payments } from './payments';
import type { PaymentWaiters } from '../../waiting/payment-waiters';

const GENERATION = 'generation-1';
const FIRST = 'pay_first';
const context: RequestContext = {
  caller: { walletIds: null } as unknown as Caller,
  account: 'acme',
  livemode: true,
  requestId: 'req_1',
  operation: 'POST /v1/payments',
  idempotencyKey: 'key',
  formerKey: null,
  keyScope: null,
  at: Date.UTC(2026, 0, 1),
  traceparent: undefined,
};
const input = { to: '0xto', amount: '10.00' };
const order = { to: '0xto', amount: '10000000', candidates: ['base'] } as unknown as PaymentOrder;

/** What the gateway's payments ask others for, as a restored service answers it. */
class Others {
  /** Why the order is refused now; undefined: it is not. */
  refusal: Error | undefined;
  lost: PaymentOrder | null = order;
  mayBeMade = false;
  /** The payment that the key has made. */
  first: Partial<Payment> | undefined;
  /** What the first looks at it find. */
  reads: (Partial<Payment> | null)[] = [];
  readonly asked: string[] = [];
  readonly published: Message[] = [];

  payments(generation: string | null = GENERATION, requests: Requests = this.#requests()): Payments {
    const orders = {
      read: () => ({ params: input, recipient: {} }),
      check: () => (this.refusal === undefined ? Promise.resolve(order) : Promise.reject(this.refusal)),
      lost: () => Promise.resolve(this.lost),
    } as unknown as PaymentOrders;
    const settled = { status: 'settled', stage: 'done' };
    const watch = { outcome: () => Promise.resolve({ data: settled }), sign: () => Promise.resolve(undefined) };
    const waiters = { watch: () => ({ ...watch, end: () => undefined }) } as unknown as PaymentWaiters;
    const read = () => (this.reads.length > 0 ? this.reads.shift() : (this.first ?? null));
    const answer = (type: string) => (type === 'payment.may_be_made' ? this.mayBeMade : read());
    const queries = {
      ask: (type: string) => {
        this.asked.push(type);
        return Promise.resolve(answer(type));
      },
    } as unknown as Queries<QueryMap>;
    const unguarded = { admit: (_context: unknown, _order: unknown, id: string) => Promise.resolve(id) };
    return new Payments(orders, requests, unguarded, waiters, queries, 1_000, undefined, generation);
  }

  #requests(): Requests {
    return {
      find: () => Promise.resolve(this.first === undefined ? null : { resources: [FIRST] }),
      accept: (_context: unknown, _params: unknown, plan: () => RequestPlan) => {
        if (this.first !== undefined) return Promise.resolve({ resources: [FIRST], replayed: true });
        const { resources, messages } = plan();
        this.published.push(...messages);
        return Promise.resolve({ resources, replayed: false });
      },
      confirm: (_context: unknown, _accepted: unknown, { messages }: RequestPlan) => {
        this.published.push(...messages);
        return Promise.resolve();
      },
    } as unknown as Requests;
  }
}

let others: Others;

beforeEach(() => {
  others = new Others();
});

describe('protocol rule 36: an order that is refused now, with a key that a restored service does not know', () => {
  const refused = new ApiError('plan_required', 'The plan does not allow this.');

  it('is recorded when it may have been made, with the refusal: it is paid in no case', async () => {
    others.refusal = refused;
    others.mayBeMade = true;
    expect(await others.payments().place(context, input)).toMatchObject({ replayed: false });
    const [initiate] = others.published as InitiatePaymentMessage[];
    expect(initiate?.data).toMatchObject({
      idempotencyKey: 'key',
      refusal: { code: 'internal_error', message: 'The plan does not allow this.' },
    });
  });

  it.each(['chain_unavailable', 'compliance_blocked', 'insufficient_balance'] as const)(
    'keeps a refusal that payments have a code for: %s',
    async (code) => {
      others.refusal = new ApiError(code, 'No.');
      others.mayBeMade = true;
      await others.payments().place(context, input);
      expect(others.published[0]?.data).toMatchObject({ refusal: { code } });
    },
  );

  it('is refused when it was not made', async () => {
    others.refusal = refused;
    await expect(others.payments().place(context, input)).rejects.toBe(refused);
    expect(others.published).toEqual([]);
  });

  it.each([
    ['no record is missing', null, {}],
    ['it is of the sandbox', GENERATION, { livemode: false }],
    ['it has no key', GENERATION, { idempotencyKey: null }],
  ])('is refused without a look where %s', async (_, generation, changes) => {
    others.refusal = refused;
    others.mayBeMade = true;
    await expect(others.payments(generation).place({ ...context, ...changes }, input)).rejects.toBe(refused);
    expect(others.asked).toEqual([]);
  });

  it('is refused where its wallet is not known: nothing can be looked up', async () => {
    others.refusal = refused;
    others.lost = null;
    others.mayBeMade = true;
    await expect(others.payments().place(context, input)).rejects.toBe(refused);
  });

  it('has no refusal when it is not refused', async () => {
    await others.payments().place(context, input);
    expect(others.published[0]?.data).not.toHaveProperty('refusal');
  });
});

describe('protocol rule 35: a key that is sent again', () => {
  const confirmation = {
    type: 'payment.ConfirmPayment',
    key: FIRST,
    account: 'acme',
    data: { paymentId: FIRST, generation: GENERATION },
  };

  it('confirms a payment that is held, in this generation', async () => {
    others.first = { id: FIRST, status: 'pending', stage: 'held' };
    expect(await others.payments().place(context, input)).toMatchObject({ replayed: true });
    expect(others.published).toMatchObject([confirmation]);
  });

  it('confirms one that is on its way there, also when it would be refused now', async () => {
    others.refusal = new ApiError('plan_required', 'no');
    others.first = { id: FIRST, status: 'pending', stage: 'screening' };
    await others.payments().place(context, input);
    expect(others.published).toMatchObject([confirmation]);
  });

  it.each([
    ['while the key waits', [null]],
    ['at the end of its wait', [null, null]],
  ])('confirms one that was recorded before the restore, and comes to be %s', async (_, reads) => {
    others.first = { id: FIRST, status: 'pending', stage: 'held' };
    others.reads = reads;
    expect(await others.payments().place(context, input)).toMatchObject({ object: { stage: 'held' } });
    expect(others.published).toMatchObject([confirmation]);
  });

  it('confirms nothing that is over, and nothing in a store that lacks no records', async () => {
    others.first = { id: FIRST, status: 'settled', stage: 'done' };
    await others.payments().place(context, input);
    others.first = { id: FIRST, status: 'pending', stage: 'screening' };
    await others.payments(null).place(context, input);
    expect(others.published).toEqual([]);
  });

  it('confirms it however late that is carried out, and once: it is recorded under the key', async () => {
    const store = new MemoryEventStore();
    const parts = { store, decider: requestDecider, clock: systemClock, log: silentLog, meter: silentMeter };
    const publish = (messages: readonly Message[]) => Promise.resolve(void others.published.push(...messages));
    const requests = new Requests(new CommandHandler(parts), { publish }, store.writing, silentMeter);
    const payments = others.payments(GENERATION, requests);
    const first = await payments.place(context, input);
    others.first = { id: first.object.id, status: 'pending', stage: 'held' };
    for (const requestId of ['req_2', 'req_3']) {
      expect(await payments.place({ ...context, requestId }, input)).toMatchObject({ replayed: true });
    }
    const { stream } = (await requests.find(context, input)) ?? {};
    const recorded = await store.read(stream ?? '');
    const sent = [...others.published, ...recorded.map((event) => requestStreams.decode(event)).flatMap(messagesFor)];
    const confirmations = sent.filter(({ type }) => type === 'payment.ConfirmPayment');
    expect(confirmations).toMatchObject([{ id: 'req_2', data: { generation: GENERATION } }]);
    expect(confirmations[0]).not.toHaveProperty('expiresAt');
  });
});
