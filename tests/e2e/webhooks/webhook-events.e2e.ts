import { eventually } from '@stablecoin/event-sourcing/testing';
import { Webhook } from 'standardwebhooks';
import { EVM_RECIPIENT, expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, type ReceivedDelivery } from '../support/webhook-sink';
import { endedDeliveries, listedEvent, newEndpoint, SECRET, useSubscriptions } from '../support/webhooks';

/** Verifies the headers of Standard Webhooks with the library that receivers use. */
function isVerified({ rawBody, headers }: ReceivedDelivery, secret: string): boolean {
  try {
    new Webhook(secret).verify(rawBody, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('API contract: webhook events', () => {
  const service = useService();
  const api = () => service.api.as('webhook_signatures');
  const subscribe = useSubscriptions(api);
  const pay = (fields: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  const received = async ({ received: deliveries }: { received: readonly ReceivedDelivery[] }, count = 1) =>
    eventually(() => deliveries.length >= count && [...deliveries]);

  describe('API contract: Events', () => {
    it('a payment that settles is told of: envelope, data and signed headers', async () => {
      const { sink, secret } = await subscribe();
      const { body: payment } = await pay({ memo: 'Invoice 7' });
      const [delivery] = await received(sink);

      expect(delivery?.event).toEqual({
        id: idOf('evt'),
        type: 'payment.settled',
        created_at: TIME,
        sequence: expect.any(Number),
        livemode: false,
        data: payment,
      });
      expect(payment).toMatchObject({ settlement_ms: expect.any(Number), compliance_ref: idOf('cpl') });
      expect([delivery?.method, delivery?.path]).toEqual(['POST', '/hooks']);
      const headers = delivery?.headers ?? {};
      expect(headers['content-type']).toBe('application/json');
      expect(headers['svc-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      expect(headers['webhook-id']).toBe(delivery?.event.id);
      expect(`t=${String(headers['webhook-timestamp'])}`).toBe(String(headers['svc-signature']).split(',')[0]);
      expect(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(300_000);
      expect(hasValidSignature(delivery!, secret)).toBe(true);
      expect(hasValidSignature({ ...delivery!, rawBody: `${delivery!.rawBody} ` }, secret)).toBe(false);
      expect(isVerified(delivery!, secret)).toBe(true);
      expect((await api().get(`/events/${String(delivery?.event.id)}`)).body).toEqual(delivery?.event);
    });

    it('payment.failed names error_code and error_message', async () => {
      const { sink } = await subscribe();
      const { body: payment } = await pay({ amount: '1.000201' });
      const [delivery] = await received(sink);
      expect(delivery?.event).toMatchObject({
        type: 'payment.failed',
        data: { ...payment, error_code: 'transaction_reverted', error_message: expect.stringMatching(/./) },
      });
    });

    it('a payment that screening blocks is told of as payment.compliance_blocked alone', async () => {
      const { sink } = await subscribe();
      const refused = await pay({ to: '0x000000000000000000000000000000000000d001' });
      const later = await pay();
      await listedEvent(api(), 'payment.settled', later.body['id']);
      const deliveries = await received(sink, 2);

      const id = refused.body['payment_id'];
      const about = deliveries.filter(({ event }) => event.data['id'] === id);
      expect(about.map(({ event }) => event)).toEqual([
        {
          id: idOf('evt'),
          type: 'payment.compliance_blocked',
          created_at: TIME,
          sequence: expect.any(Number),
          livemode: false,
          data: (await api().get(`/payments/${String(id)}`)).body,
        },
      ]);
    });

    it('an endpoint gets the types that it takes, and one that takes all of them gets everything', async () => {
      const [all, some] = [await subscribe(), await subscribe({ events: ['payment.failed', 'wallet.funded'] })];
      await pay();
      const { body: failed } = await pay({ amount: '1.000201' });

      await received(all.sink, 2);
      const [delivery, ...others] = await received(some.sink);
      expect(delivery?.event.data['id']).toBe(failed['id']);
      expect(others).toEqual([]);
      const types = all.sink.received.map(({ event }) => event.type).toSorted();
      expect(types).toEqual(['payment.failed', 'payment.settled']);
    });

    it('an endpoint that was just created gets the next event, and one that was just changed follows its change', async () => {
      const { sink, path } = await subscribe();
      await pay();
      await received(sink);
      await api().patch(path, { events: ['wallet.funded'] });
      await pay();
      await api().patch(path, { events: null });
      const { body } = await pay();
      const deliveries = await received(sink, 2);
      expect(deliveries.map(({ event }) => event.data['id']).slice(1)).toEqual([body['id']]);
    });

    it('a disabled endpoint gets nothing, also no later when it is enabled again', async () => {
      const { sink, path } = await subscribe();
      await api().patch(path, { status: 'disabled' });
      const { body: missed } = await pay();
      await listedEvent(api(), 'payment.settled', missed['id']);
      await api().patch(path, { status: 'enabled' });
      const { body: next } = await pay();

      const deliveries = await received(sink);
      expect(deliveries.map(({ event }) => event.data['id'])).toEqual([next['id']]);
    });
  });

  describe('POST /webhook_endpoints/:id/test', () => {
    it('sends webhook.test to that endpoint alone, whatever types it takes', async () => {
      const [asked, other] = [await subscribe({ events: ['treasury.low_balance'] }), await subscribe()];
      const answer = await api().post(`${asked.path}/test`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: newEndpoint({ id: asked.id, url: asked.sink.url, events: ['treasury.low_balance'] }),
      });

      const [delivery] = await received(asked.sink);
      expect(delivery?.event).toEqual({
        id: idOf('evt'),
        type: 'webhook.test',
        created_at: TIME,
        sequence: expect.any(Number),
        livemode: false,
        data: { endpoint_id: asked.id, message: 'This is a test event.' },
      });
      expect(hasValidSignature(delivery!, asked.secret)).toBe(true);
      await pay();
      await received(other.sink);
      expect(other.sink.received.map(({ event }) => event.type)).toEqual(['payment.settled']);
    });

    it('a disabled endpoint takes none: 409 invalid_state', async () => {
      const { path } = await subscribe();
      await api().patch(path, { status: 'disabled' });
      expectError(await api().post(`${path}/test`), 409, 'invalid_state');
    });

    it('with an idempotency key it is sent once', async () => {
      const { sink, path } = await subscribe();
      const key = { idempotency_key: 'test once' };
      await api().post(`${path}/test`, key);
      const replay = await api().post(`${path}/test`, key);
      expect(replay.headers.get('svc-idempotent-replayed')).toBe('true');
      await api().post(`${path}/test`);
      const deliveries = await received(sink, 2);
      expect(deliveries.map(({ event }) => event.sequence)).toHaveLength(2);
      await endedDeliveries(api(), { path }, 2);
    });
  });

  describe('POST /webhook_endpoints/:id/rotate_secret', () => {
    it('answers the new secret, and for a day both sign: receivers with either verify', async () => {
      const { sink, path, id, secret: old } = await subscribe();
      const rotated = await api().post(`${path}/rotate_secret`);
      expect({ status: rotated.status, body: rotated.body }).toEqual({
        status: 200,
        body: { ...newEndpoint({ id, url: sink.url }), secret: SECRET },
      });
      const fresh = String(rotated.body['secret']);
      expect(fresh).not.toBe(old);

      await pay();
      const [delivery] = await received(sink);
      expect(delivery?.headers['svc-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
      expect(delivery?.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
      for (const secret of [old, fresh]) {
        expect(hasValidSignature(delivery!, secret)).toBe(true);
        expect(isVerified(delivery!, secret)).toBe(true);
      }
      const { body: again } = await api().post(`${path}/rotate_secret`);
      await pay();
      const [, second] = await received(sink, 2);
      expect([old, fresh, String(again['secret'])].map((secret) => hasValidSignature(second!, secret))).toEqual([
        false,
        true,
        true,
      ]);
    });

    it('a replay answers a secret of null and rotates nothing', async () => {
      const { sink, path } = await subscribe();
      const key = { idempotency_key: 'rotate once' };
      const { body: first } = await api().post(`${path}/rotate_secret`, key);
      const { body: replay } = await api().post(`${path}/rotate_secret`, key);
      expect(replay).toEqual({ ...first, secret: null });
      await pay();
      const [delivery] = await received(sink);
      expect(hasValidSignature(delivery!, String(first['secret']))).toBe(true);
    });
  });
});
