import { EVM_RECIPIENT, expectError } from '../support/payments';
import { useService } from '../support/service';
import { deliveryAttempt, endedDeliveries, useSubscriptions } from '../support/webhooks';

describe('GET /v1/webhook_deliveries/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_delivery');
  const subscribe = useSubscriptions(api);

  it('shows every attempt as it was received, with the body and the beginning of the answer', async () => {
    const subscription = await subscribe();
    const body = `${'ä'.repeat(511)}xyz`;
    subscription.sink.answer(() => ({ status: 410, body }));
    await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const [listed] = await endedDeliveries(api(), subscription, 1);
    const [received] = subscription.sink.received;

    const { status, body: delivery } = await api().get(`/webhook_deliveries/${String(listed?.id)}`);

    expect(status).toBe(200);
    expect(delivery).toEqual({ ...listed, request_body: received?.rawBody });
    const excerpt = { body: body.slice(0, 513), truncated: true };
    expect(listed?.attempts).toEqual([deliveryAttempt({ status_code: 410, response: excerpt })]);
    expect(received?.headers).toMatchObject(listed?.attempts[0]?.request?.headers ?? {});
    expect(listed?.attempts[0]?.request?.url).toBe(subscription.sink.url);
  });

  it('answers 404 for a delivery that is unknown or of another account', async () => {
    const subscription = await subscribe();
    await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const [{ id } = { id: '' }] = await endedDeliveries(api(), subscription, 1);
    const foreign = service.api.as('opening');
    expectError(await foreign.get(`/webhook_deliveries/${id}`), 404, 'not_found');
    expectError(await api().get('/webhook_deliveries/whd_00000000000000000000000000'), 404, 'not_found');
  });
});
