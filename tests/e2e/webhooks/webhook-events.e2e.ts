import { EVM_RECIPIENT, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';
import { hasValidSignature, isVerified, receivedBy } from '../support/webhook-sink';
import { listedEvent, useSubscriptions } from '../support/webhooks';

describe('Webhook events', () => {
  const service = useService();
  const api = () => service.api.as('webhook_signatures');
  const subscribe = useSubscriptions(api);
  const pay = (fields: object = {}) => api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00', ...fields });
  it('a payment that settles is told of: envelope, data and signed headers', async () => {
    const { sink, secret } = await subscribe();
    const { body: payment } = await pay({ memo: 'Invoice 7' });
    const [delivery] = await receivedBy(sink);

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
    expect(Number(headers['webhook-timestamp']) * 1_000).toBeGreaterThan(Date.now() - 300_000);
    expect(hasValidSignature(delivery!, secret)).toBe(true);
    expect(hasValidSignature({ ...delivery!, rawBody: `${delivery!.rawBody} ` }, secret)).toBe(false);
    expect(isVerified(delivery!, secret)).toBe(true);
    expect((await api().get(`/events/${String(delivery?.event.id)}`)).body).toEqual(delivery?.event);
  });

  it('payment.failed names error_code and error_message', async () => {
    const { sink } = await subscribe();
    const { body: payment } = await pay({ amount: '1.000201' });
    const [delivery] = await receivedBy(sink);
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
    const deliveries = await receivedBy(sink, 2);

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

    await receivedBy(all.sink, 2);
    const [delivery, ...others] = await receivedBy(some.sink);
    expect(delivery?.event.data['id']).toBe(failed['id']);
    expect(others).toEqual([]);
    const types = all.sink.received.map(({ event }) => event.type).toSorted();
    expect(types).toEqual(['payment.failed', 'payment.settled']);
  });

  it('an endpoint that was just created gets the next event, and one that was just changed follows its change', async () => {
    const { sink, path } = await subscribe();
    await pay();
    await receivedBy(sink);
    await api().patch(path, { events: ['wallet.funded'] });
    await pay();
    await api().patch(path, { events: null });
    const { body } = await pay();
    const deliveries = await receivedBy(sink, 2);
    expect(deliveries.map(({ event }) => event.data['id']).slice(1)).toEqual([body['id']]);
  });

  it('a disabled endpoint gets nothing, also no later when it is enabled again', async () => {
    const { sink, path } = await subscribe();
    await api().patch(path, { status: 'disabled' });
    const { body: missed } = await pay();
    await listedEvent(api(), 'payment.settled', missed['id']);
    await api().patch(path, { status: 'enabled' });
    const { body: next } = await pay();

    const deliveries = await receivedBy(sink);
    expect(deliveries.map(({ event }) => event.data['id'])).toEqual([next['id']]);
  });
});
