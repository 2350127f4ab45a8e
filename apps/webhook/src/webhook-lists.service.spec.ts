import { databaseKinds } from '@stablecoin/stores/testing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { acme, WebhookService } from './testing/service';
import { Sink } from './testing/sink';

describe.each(databaseKinds())('on $name', ({ environment }) => {
  let service: WebhookService;
  let sink: Sink;

  beforeEach(async () => {
    sink = await Sink.open();
    service = await WebhookService.start(await environment());
  });
  afterEach(async () => {
    await service.stop();
    await sink.close();
  });

  describe('Lists: newest first, keyset', () => {
    it('endpoints', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) {
        ids.unshift(await service.createEndpoint(sink.url(`/${n}`)));
        service.clock.advance(1);
      }
      const page = await service.ask('webhook.endpoints', { ...acme, limit: 3, startingAfter: null });
      expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      expect(page).toMatchObject({ has_more: true, next_cursor: ids[2] });
      const rest = await service.ask('webhook.endpoints', { ...acme, limit: 3, startingAfter: page.next_cursor });
      expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(3));
      expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    });

    it('events, by position in the store, by type and by time', async () => {
      const ids: string[] = [];
      const began = service.clock.now();
      for (let n = 0; n < 6; n++) {
        ids.unshift(await service.happen(n % 2 === 0 ? 'payment.settled' : 'payment.failed', `pay_${n}`, 1));
        service.clock.advance(1);
      }
      const all = {
        ...acme,
        ...{
          limit: 100,
          wallets: null,
          startingAfter: null,
          type: null,
          order: 'desc' as const,
          createdAfter: null,
          createdBefore: null,
        },
      };
      const list = async (over: Partial<typeof all> | object) => {
        const page = await service.ask('webhook.events', { ...all, ...over });
        return page.data.map(({ id }) => id);
      };
      await eventually(async () => expect(await list({})).toEqual(ids));
      const page = await service.ask('webhook.events', { ...all, limit: 2 });
      expect(page).toMatchObject({ has_more: true, next_cursor: ids[1] });
      expect(await list({ startingAfter: page.next_cursor, limit: 2 })).toEqual(ids.slice(2, 4));
      expect(await list({ type: 'payment.failed' })).toEqual([ids[0], ids[2], ids[4]]);
      expect(await list({ createdAfter: began + 1, createdBefore: began + 4 })).toEqual([ids[2], ids[3]]);
      expect(await list({ startingAfter: 'evt_unknown' })).toEqual([]);
      const forwards = await service.ask('webhook.events', { ...all, order: 'asc', limit: 2, startingAfter: ids[4]! });
      expect(forwards.data.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
      expect(forwards).toMatchObject({ has_more: true, next_cursor: ids[2] });
      expect(await list({ order: 'asc', startingAfter: ids[0] })).toEqual([]);
    });

    it('deliveries, by status', async () => {
      sink.answer = ({ event }) => ({ status: event.data.id === 'pay_1' ? 500 : 200 });
      const endpointId = await service.createEndpoint(sink.url());
      for (const n of [0, 1, 2]) {
        await service.happen('payment.settled', `pay_${n}`, 1);
        service.clock.advance(1);
      }
      const all = { ...acme, endpointId, limit: 100, startingAfter: null, status: null };
      await eventually(async () => {
        const { data } = await service.ask('webhook.deliveries', all);
        expect(data.map(({ status, attempts }) => [status, attempts.length])).toEqual([
          ['delivered', 1],
          ['pending', 1],
          ['delivered', 1],
        ]);
      });
      const pending = await service.ask('webhook.deliveries', { ...all, status: 'pending' });
      expect(pending.data).toHaveLength(1);
      const first = await service.ask('webhook.deliveries', { ...all, limit: 1 });
      const second = await service.ask('webhook.deliveries', { ...all, limit: 1, startingAfter: first.next_cursor });
      expect(second.data[0]!.id).toBe(pending.data[0]!.id);

      const [waiting] = pending.data;
      const filtered = async (filter: object) => (await service.ask('webhook.deliveries', { ...all, ...filter })).data;
      expect(await filtered({ paymentId: 'pay_1' })).toEqual([waiting]);
      expect(await filtered({ paymentId: 'pay_1', status: 'delivered' })).toEqual([]);
      expect(await filtered({ eventId: waiting!.event_id })).toEqual([waiting]);
      expect(await service.ask('webhook.payment_deliveries', { ...acme, id: 'pay_1' })).toEqual([waiting]);
      const whole = await service.ask('webhook.delivery', { ...acme, id: waiting!.id });
      expect(whole).toEqual({ ...waiting, request_body: expect.stringContaining('"pay_1"') as string });
      expect(await service.ask('webhook.delivery', { ...acme, account: 'other', id: waiting!.id })).toBeNull();
    });
  });
});
