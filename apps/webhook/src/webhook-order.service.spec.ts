import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { eventually, freeLease } from '@stablecoin/event-sourcing/testing';
import { EndpointDirectory } from './application/endpoint-directory';
import { Events } from './read-model/events';
import { acme, delivered, WebhookService } from './testing/service';
import { Sink } from './testing/sink';

const SECOND = 1_000;

let service: WebhookService;
let sink: Sink;

beforeEach(async () => {
  sink = await Sink.open();
  service = await WebhookService.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.stop();
  await sink.close();
});

describe('protocol rule 22: in order per endpoint and object', () => {
  it('a later event waits until the earlier one is delivered; other objects and endpoints do not', async () => {
    let broken = true;
    sink.answer = ({ path, event }) => ({ status: broken && path === '/a' && event.data.id === 'pay_1' ? 500 : 200 });
    const [a, b] = [await service.createEndpoint(sink.url('/a')), await service.createEndpoint(sink.url('/b'))];
    const first = await service.happen('payment.settled', 'pay_1', 1);
    const second = await service.happen('payment.settled', 'pay_1', 2);
    const other = await service.happen('payment.settled', 'pay_2', 1);
    await sink.received(5);
    const received = (path: string) => sink.calls.filter((call) => call.path === path).map(({ event }) => event.id);
    expect(received('/b').filter((id) => id !== other)).toEqual([first, second]);
    expect(new Set(received('/a'))).toEqual(new Set([first, other]));

    broken = false;
    service.clock.advance(10 * SECOND);
    await eventually(async () => expect((await service.deliveries(a)).every(delivered)).toBe(true));
    expect(received('/a').filter((id) => id !== other)).toEqual([first, first, second]);
    expect((await service.deliveries(b)).every(delivered)).toBe(true);
  });

  it('an event that cannot be recorded just now is not passed by one of its object that comes later', async () => {
    await service.createEndpoint(sink.url());
    const subscribersOf = jest.spyOn(EndpointDirectory.prototype, 'subscribersOf');
    for (let n = 0; n < 3; n++) subscribersOf.mockRejectedValueOnce(new Error('the database is out'));
    const earlier = service.happen('payment.settled', 'pay_1', 4);
    await eventually(() => expect(subscribersOf).toHaveBeenCalledTimes(1));
    const ids = await Promise.all([earlier, service.happen('payment.settled', 'pay_1', 5)]);
    const recorded = ids.map((id) => service.runtime.store.read(`webhook_event-${id}`));
    const [[fourth], [fifth]] = (await Promise.all(recorded)) as [RecordedEvent[], RecordedEvent[]];
    expect(fourth?.position).toBeLessThan(fifth?.position ?? 0);
    await sink.received(2);
    expect(sink.eventIds).toEqual(ids);
  });

  it('a later event goes out when the earlier one was given up', async () => {
    sink.answer = ({ event }) => ({ status: event.sequence === 1 ? 500 : 200 });
    await service.stop();
    service = await WebhookService.start({ WEBHOOK_SCHEDULE: '0s,1s' });
    const endpointId = await service.createEndpoint(sink.url());
    const first = await service.happen('payment.settled', 'pay_1', 1);
    service.clock.advance(1);
    const second = await service.happen('payment.settled', 'pay_1', 2);
    await sink.received(1);
    await eventually(async () => {
      service.clock.advance(500);
      expect((await service.deliveries(endpointId)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
    });
    expect(sink.eventIds).toEqual([first, first, second]);
  });

  it('an instance that may have lost its lease sends nothing: another may have sent it, and what follows it', async () => {
    await service.stop();
    const term = { isCertain: true };
    service = await WebhookService.start({}, undefined, { lease: () => freeLease(term) });
    await service.createEndpoint(sink.url());
    const body = jest.spyOn(Events.prototype, 'body');
    // It stands still between reading the delivery and sending it.
    body.mockImplementationOnce(() => {
      term.isCertain = false;
      return Promise.resolve('{}');
    });
    const id = await service.happen('payment.settled', 'pay_1', 1);
    await eventually(() => {
      service.clock.advance(SECOND);
      expect(body).toHaveBeenCalledTimes(2);
    });
    expect(sink.calls).toEqual([]);
    term.isCertain = true;
    await eventually(() => {
      service.clock.advance(SECOND);
      expect(sink.eventIds).toEqual([id]);
    });
  });

  it('many events of a few objects, published without waiting, arrive in the order of their sequence', async () => {
    let fails = 0;
    sink.answer = () => ({ status: fails++ % 5 === 0 ? 500 : 200 });
    await service.createEndpoint(sink.url());
    const count = 40;
    await Promise.all(
      Array.from({ length: count }, (_, n) => service.happen('wallet.funded', `wal_${n % 3}`, Math.floor(n / 3))),
    );
    await eventually(() => {
      service.clock.advance(10 * SECOND);
      expect(new Set(sink.eventIds).size).toBe(count);
    });
    for (const object of ['wal_0', 'wal_1', 'wal_2']) {
      const sequences = sink.calls.filter(({ event }) => event.data.id === object).map(({ event }) => event.sequence);
      expect(sequences).toEqual([...sequences].sort((one, two) => one - two));
    }
  });
});

describe('test events and replays', () => {
  it('a test event goes to the one endpoint, whatever types it takes', async () => {
    const endpointId = await service.createEndpoint(sink.url('/one'), { events: ['payment.failed'] });
    await service.createEndpoint(sink.url('/two'));
    expect(await service.send('webhook.SendTestEvent', { endpointId })).toEqual({ applied: true, refusal: null });
    const sent = await service.delivery(endpointId, delivered);
    expect(sent.event_type).toBe('webhook.test');
    expect(sink.calls.map(({ path, event }) => [path, event.type, event.data.endpoint_id])).toEqual([
      ['/one', 'webhook.test', endpointId],
    ]);
    expect(sent.event_id).toMatch(/^evt_/);
  });

  /** Events before there is an endpoint; then one that has not got them. */
  async function past(count: number): Promise<{ readonly ids: readonly string[]; readonly endpointId: string }> {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      ids.push(await service.happen('payment.settled', `pay_${n}`, 1));
      service.clock.advance(1);
    }
    return { ids, endpointId: await service.createEndpoint(sink.url()) };
  }

  it('one event, under its own id', async () => {
    const { ids, endpointId } = await past(3);
    await service.send('webhook.ReplayEvents', { endpointId, range: { eventId: ids[1]! } });
    await service.delivery(endpointId, delivered);
    expect(sink.eventIds).toEqual([ids[1]]);
  });

  it('everything since an event, in pages, itself excluded', async () => {
    const { ids, endpointId } = await past(230);
    await service.send('webhook.ReplayEvents', { endpointId, range: { since: ids[4]! } });
    for (const page of [100, 200, 225]) {
      await sink.received(page);
      // The next page waits for its time.
      service.clock.advance(499);
      await service.happen('wallet.activated', `wal_${page}`, 1);
      await sink.received(page + 1);
      sink.calls.pop();
      expect(sink.calls).toHaveLength(page);
      service.clock.advance(1);
    }
    expect(new Set(sink.eventIds)).toEqual(new Set(ids.slice(5)));
  });

  it('of one account run one after the other, and others do not wait for them', async () => {
    const { ids, endpointId } = await past(101);
    const second = await service.createEndpoint(sink.url('/second'));
    const other = { account: 'other', livemode: false };
    const third = await service.createEndpoint(sink.url('/third'), { events: ['payment.failed'], tenant: other });
    const range = { from: 0, to: service.clock.now() + 1 };
    expect(await service.ask('webhook.replays', acme)).toBe(0);
    await service.send('webhook.ReplayEvents', { endpointId, range });
    await sink.received(100);
    await service.send('webhook.ReplayEvents', { endpointId: second, range: { eventId: ids[0]! } });
    expect(await service.ask('webhook.replays', acme)).toBe(2);
    await service.send('webhook.ReplayEvents', { endpointId: third, range }, other);
    await eventually(async () => expect(await service.ask('webhook.replays', other)).toBe(0));
    expect(sink.calls).toHaveLength(100);
    service.clock.advance(500);
    await sink.received(102);
    expect(sink.calls.slice(100).map(({ path }) => path)).toEqual(['/', '/second']);
    await eventually(async () => expect(await service.ask('webhook.replays', acme)).toBe(0));
  });

  it('a span of time, from inclusive and to exclusive', async () => {
    const from = service.clock.now() + 2;
    const { ids, endpointId } = await past(8);
    await service.send('webhook.ReplayEvents', { endpointId, range: { from, to: from + 3 } });
    await sink.received(3);
    expect(new Set(sink.eventIds)).toEqual(new Set(ids.slice(2, 5)));
  });

  it('replays only the types of the endpoint, and no test events of others', async () => {
    const ids = [
      await service.happen('payment.settled', 'pay_1', 1),
      await service.happen('payment.failed', 'pay_2', 1),
      await service.happen('payment.settled', 'pay_3', 1),
    ];
    const other = await service.createEndpoint(sink.url('/other'));
    await service.send('webhook.SendTestEvent', { endpointId: other });
    await service.delivery(other, delivered);
    const one = await service.createEndpoint(sink.url('/one'), { events: ['payment.failed'] });
    const all = await service.createEndpoint(sink.url('/all'));
    for (const endpointId of [one, all]) {
      await service.send('webhook.ReplayEvents', { endpointId, range: { from: 0, to: service.clock.now() + 1 } });
    }
    await sink.received(5);
    expect(
      sink.calls
        .slice(1)
        .map(({ path, event }) => `${path} ${event.id}`)
        .sort(),
    ).toEqual([`/one ${ids[1]}`, ...ids.map((id) => `/all ${id}`)].sort());
  });

  it('a disabled endpoint takes neither: 409 invalid_state', async () => {
    const endpointId = await service.createEndpoint(sink.url());
    await service.send('webhook.UpdateEndpoint', { endpointId, status: 'disabled' });
    const range = { since: 'evt_1' };
    for (const outcome of [
      await service.send('webhook.SendTestEvent', { endpointId }),
      await service.send('webhook.ReplayEvents', { endpointId, range }),
    ]) {
      expect(outcome).toMatchObject({ applied: true, refusal: { code: 'invalid_state' } });
    }
  });
});
