import type { Message } from '@stablecoin/contracts';
import { CommandHandler, systemClock, type StoredEvent } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '@stablecoin/stores';
import { silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { BusFullError } from '@stablecoin/messaging';
import type { Caller } from './authenticator';
import { requestDecider, requestStreams, type RequestEvent } from '../domain/request';
import { messagesFor } from './messages-for';
import type { RequestContext } from './request-context';
import { Requests, UNKEYED_WITHIN_MS } from './requests';

const context = (requestId: string, changes: Partial<RequestContext> = {}): RequestContext => ({
  caller: {} as Caller,
  account: 'acme',
  livemode: false,
  requestId,
  operation: 'POST /v1/payments',
  idempotencyKey: 'key',
  formerKey: null,
  keyScope: null,
  at: Date.now(),
  traceparent: undefined,
  ...changes,
});
const plan = (requestId: string) => () => ({
  resources: [`pay_${requestId}`],
  messages: [{ id: requestId, type: 'payment.InitiatePayment' } as Message],
});

describe('Idempotency: uniqueness is decided by the event store', () => {
  const published: Message[] = [];
  let store: MemoryEventStore;
  /** An instance of the gateway: its own caches, one store. */
  const newHandler = () =>
    new CommandHandler({
      store,
      decider: requestDecider,
      clock: systemClock,
      log: silentLog,
      meter: silentMeter,
    });
  const instance = (handler = newHandler()): Requests =>
    new Requests(
      handler,
      { publish: async (messages) => void published.push(...messages) },
      store.writing,
      silentMeter,
    );
  const events = async (): Promise<readonly StoredEvent<RequestEvent>[]> => {
    for await (const batch of store.subscribe({ after: 'start', signal: new AbortController().signal })) {
      return batch.events.map((event) => requestStreams.decode(event));
    }
    return [];
  };
  beforeEach(() => {
    store = new MemoryEventStore();
    published.length = 0;
  });

  it('accepts one of several requests that race on one key in several instances', async () => {
    const instances = [instance(), instance(), instance()];
    const accepted = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        instances[index % 3]!.accept(context(`req_${index}`), { amount: '1' }, plan(`req_${index}`)),
      ),
    );
    const [winner, ...others] = accepted.filter(({ replayed }) => !replayed);
    expect(others).toEqual([]);
    expect(new Set(accepted.map(({ resources: [id] }) => id))).toEqual(new Set(winner!.resources));
    const recorded = await events();
    expect(recorded.map(({ type }) => type)).toEqual(['RequestAccepted']);
    expect(recorded.flatMap(messagesFor)).toEqual([{ id: winner!.requestId, type: 'payment.InitiatePayment' }]);
  });

  it('accepts one of several racing requests with different parameters; the others conflict', async () => {
    const instances = [instance(), instance()];
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        instances[index % 2]!.accept(context(`req_${index}`), { amount: String(index) }, plan(`req_${index}`)),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'idempotency_conflict' });
    }
  });

  it('the event of a key names who sent the request', async () => {
    const actor = { type: 'key', id: 'key_1', name: 'till', ip: '192.0.2.1' } as const;
    await instance().accept(context('req_1', { caller: { actor } as Caller }), {}, plan('req_1'));
    expect((await events())[0]?.metadata).toMatchObject({ actor });
  });

  it('publishes nothing beside the append; without a key it publishes, and stores nothing', async () => {
    await instance().accept(context('req_1'), {}, plan('req_1'));
    expect(published).toEqual([]);
    await instance().accept(context('req_2', { idempotencyKey: null }), {}, plan('req_2'));
    expect(published.map(({ id }) => id)).toEqual(['req_2']);
    expect(await events()).toHaveLength(1);
  });

  it.each([
    ['account', { account: 'other' }],
    ['mode', { livemode: true }],
    ['operation', { operation: 'POST /v1/wallets' }],
    ['key', { idempotencyKey: 'Key' }],
  ])('another %s is another request', async (_, changes) => {
    await instance().accept(context('req_1'), { a: 1 }, plan('req_1'));
    const second = await instance().accept(context('req_2', changes), { a: 2 }, plan('req_2'));
    expect(second.replayed).toBe(false);
  });

  it('finds a key that earlier versions stored as its header was spelled', async () => {
    const requests = instance();
    const first = await requests.accept(context('req_1', { idempotencyKey: '"k"' }), { a: 1 }, plan('req_1'));
    const now = { idempotencyKey: 'k', formerKey: '"k"' };
    expect(await requests.accept(context('req_2', now), { a: 1 }, plan('req_2'))).toMatchObject({
      ...first,
      replayed: true,
    });
    await expect(requests.accept(context('req_3', now), { a: 2 }, plan('req_3'))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    const bare = await requests.accept(context('req_4', { idempotencyKey: 'k' }), { a: 1 }, plan('req_4'));
    expect(bare.replayed).toBe(false);
  });

  it('keeps the keys of a scope apart, except those that earlier versions stored without one', async () => {
    const requests = instance();
    const account = await requests.accept(context('req_1'), { a: 1 }, plan('req_1'));
    const scoped = { keyScope: 'wallets' };
    // The same request: it may be the one that an earlier version has carried out.
    expect(await requests.accept(context('req_2', scoped), { a: 1 }, plan('req_2'))).toMatchObject({
      ...account,
      replayed: true,
    });
    expect(await requests.accept(context('req_3', scoped), { a: 2 }, plan('req_3'))).toMatchObject({ replayed: false });
    expect(await requests.accept(context('req_4', { keyScope: 'others' }), { a: 3 }, plan('req_4'))).toMatchObject({
      replayed: false,
    });
    expect(await requests.resourcesOf(context('req_5', scoped))).toEqual(['pay_req_3']);
    expect(await requests.resourcesOf(context('req_5'))).toEqual(['pay_req_1']);
  });

  it('a key that was given back is free, and one that was not is not', async () => {
    const requests = instance();
    const first = await requests.accept(context('req_1'), {}, plan('req_1'));
    await requests.release(context('req_2'), { ...first, requestId: 'req_0' });
    expect(await requests.accept(context('req_3'), {}, plan('req_3'))).toMatchObject({ replayed: true });
    await requests.release(context('req_1'), first);
    expect(await requests.accept(context('req_4'), {}, plan('req_4'))).toMatchObject({
      replayed: false,
      resources: ['pay_req_4'],
    });
  });

  it('a key that is given back just after it was refused to somebody is theirs', async () => {
    const holder = instance();
    const first = await holder.accept(context('req_1'), {}, plan('req_1'));
    const handler = newHandler();
    const query = handler.query.bind(handler);
    // When it was found to be taken, and before it is asked by whom.
    jest.spyOn(handler, 'query').mockImplementationOnce(async (stream, read) => {
      await holder.release(context('req_1'), first);
      return query(stream, read);
    });
    expect(await instance(handler).accept(context('req_2'), {}, plan('req_2'))).toMatchObject({
      replayed: false,
      resources: ['pay_req_2'],
    });
  });

  it('a key for something other than a payment expires after 30 days', async () => {
    const requests = instance();
    const at = Date.now() - 30 * 24 * 60 * 60 * 1_000;
    await requests.accept(context('req_1', { at }), { a: 1 }, plan('req_1'));
    const later = await requests.accept(context('req_2'), { a: 2 }, plan('req_2'));
    expect(later.replayed).toBe(false);
    await requests.accept(context('req_3', { at, idempotencyKey: 'p' }), {}, plan('req_3'), { keyExpires: false });
    expect(await requests.accept(context('req_4', { idempotencyKey: 'p' }), {}, plan('req_4'))).toMatchObject({
      replayed: true,
    });
  });

  it('finds what the key holds, for the same parameters and as long as it holds it', async () => {
    const requests = instance();
    const find = (changes: Partial<RequestContext> = {}, params = { a: 1 }) =>
      requests.find(context('req_2', changes), params);
    expect(await find()).toBeNull();
    await requests.accept(context('req_1'), { a: 1 }, plan('req_1'));
    expect(await find()).toMatchObject({ requestId: 'req_1', resources: ['pay_req_1'], replayed: true });
    expect(await find({ at: Date.now() + 30 * 24 * 60 * 60 * 1_000 })).toBeNull();
    expect(await find({}, { a: 2 })).toBeNull();
    expect(await find({ idempotencyKey: null })).toBeNull();
    expect(await events()).toHaveLength(1);
  });

  it('what a request is answered with is named once, whichever instance says so', async () => {
    const [one, other] = [instance(), instance()];
    const first = await one.accept(context('req_1'), {}, () => ({ resources: [], messages: [] }));
    const second = await other.accept(context('req_2'), {}, plan('req_2'));
    expect(second).toMatchObject({ replayed: true, resources: [] });
    const named = await Promise.all([
      one.complete(context('req_1'), first, ['cpl_1']),
      other.complete(context('req_2'), second, ['cpl_2']),
    ]);
    expect(named[0]).toEqual(named[1]);
    expect(await other.accept(context('req_3'), {}, plan('req_3'))).toMatchObject({ resources: named[0] });
    expect(
      await one.complete(context('req_4', { idempotencyKey: null }), { ...first, stream: null }, ['cpl_3']),
    ).toEqual(['cpl_3']);
  });
});

describe('Protocol rule 30: an order without a key has an end', () => {
  const published: Message[] = [];
  let store: MemoryEventStore;
  let failure: Error | undefined;
  const requests = (): Requests => {
    const handler = new CommandHandler({
      ...{ store, decider: requestDecider, clock: systemClock },
      ...{ log: silentLog, meter: silentMeter },
    });
    const publish = async (messages: readonly Message[]): Promise<void> => {
      if (failure !== undefined) throw failure;
      published.push(...messages);
    };
    return new Requests(handler, { publish }, store.writing, silentMeter);
  };
  const unkeyed = (requestId: string) => context(requestId, { idempotencyKey: null, at: 1_000 });
  beforeEach(() => {
    store = new MemoryEventStore();
    published.length = 0;
    failure = undefined;
  });

  it('its commands expire when its client is told that nothing is known of it, and those with a key do not', async () => {
    await requests().accept(unkeyed('req_1'), {}, plan('req_1'));
    expect(published).toMatchObject([{ id: 'req_1', expiresAt: 1_000 + UNKEYED_WITHIN_MS }]);
    await requests().accept(context('req_2'), {}, plan('req_2'));
    const [accepted] = await store.read((await streams())[0]!);
    expect(accepted!.data).toMatchObject({ messages: plan('req_2')().messages });
  });

  it('rejects new requests at once while the store cannot write, and answers replays', async () => {
    const first = await requests().accept(context('req_1'), { a: 1 }, plan('req_1'));
    store.writing.fails(new Error('the disk is full'));
    const refusal = { code: 'internal_error', retryable: true, retryAfterS: 1 };
    await expect(requests().accept(unkeyed('req_2'), {}, plan('req_2'))).rejects.toMatchObject(refusal);
    await expect(
      requests().accept(context('req_3', { idempotencyKey: 'other' }), {}, plan('req_3')),
    ).rejects.toMatchObject(refusal);
    expect(published).toEqual([]);
    expect(await requests().accept(context('req_4'), { a: 1 }, plan('req_4'))).toMatchObject({
      ...first,
      replayed: true,
    });
    store.writing.works();
    await requests().accept(unkeyed('req_5'), {}, plan('req_5'));
    expect(published.map(({ id }) => id)).toEqual(['req_5']);
  });

  it('what the bus has no room for is answered with 429', async () => {
    failure = new BusFullError('50000 messages wait for payment');
    await expect(requests().accept(unkeyed('req_1'), {}, plan('req_1'))).rejects.toMatchObject({
      ...{ code: 'rate_limited', retryable: true },
    });
  });

  async function streams(): Promise<readonly string[]> {
    for await (const { events } of store.subscribe({ after: 'start', signal: new AbortController().signal })) {
      return events.map(({ stream }) => stream);
    }
    return [];
  }
});
