import type { Delivery, Page } from '@stablecoin/contracts';
import { errorBody, EVM_RECIPIENT, expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';
import { deliveryAttempt, endedDeliveries, listedEvent, UNKNOWN_ENDPOINT, useSubscriptions } from '../support/webhooks';

describe('GET /v1/webhook_endpoints/:id/deliveries', () => {
  const service = useService();
  const api = () => service.api.as('list_deliveries');
  const subscribe = useSubscriptions(api);
  const pay = async () => (await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' })).body;

  it('shows a delivery that succeeded at the first attempt', async () => {
    const subscription = await subscribe();
    const payment = await pay();
    const event = await listedEvent(api(), 'payment.settled', payment['id']);

    expect(await endedDeliveries(api(), subscription, 1)).toEqual([
      {
        id: idOf('whd'),
        endpoint_id: subscription.id,
        event_id: event.id,
        event_type: 'payment.settled',
        status: 'delivered',
        attempts: [deliveryAttempt({ status_code: 200, error: null })],
        next_attempt_at: null,
        created_at: TIME,
      },
    ]);
    expect(subscription.sink.received).toHaveLength(1);
  });

  it('lists the newest first, by status and page by page', async () => {
    const subscription = await subscribe();
    await pay();
    await pay();
    await endedDeliveries(api(), subscription, 2);
    subscription.sink.answer(() => ({ status: 410 }));
    await pay();
    const all = await endedDeliveries(api(), subscription, 3);
    const list = async (query: string) =>
      (await api().get(`${subscription.path}/deliveries?${query}`)).body as unknown as Page<Delivery>;

    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect((await list('status=failed')).data).toEqual([all[0]]);
    expect((await list('status=delivered')).data).toEqual(all.slice(1));
    expect((await list('status=pending')).data).toEqual([]);
    const first = await list('limit=2');
    expect(first).toEqual({ data: all.slice(0, 2), has_more: true, next_cursor: all[1]?.id });
    expect(await list(`limit=2&starting_after=${String(first.next_cursor)}`)).toEqual({
      data: all.slice(2),
      has_more: false,
      next_cursor: null,
    });
    for (const [param, query] of [
      ['status', 'status=sent'],
      ['limit', 'limit=0'],
      ['starting_after', 'starting_after=whd_1'],
      ['event', 'event=evt_1'],
    ] as const) {
      expectError(await api().get(`${subscription.path}/deliveries?${query}`), 400, 'invalid_request', { param });
    }
  });

  it('filters by event and by payment, with the other filters', async () => {
    const subscription = await subscribe();
    const [one, other] = [await pay(), await pay()];
    const [second, first] = await endedDeliveries(api(), subscription, 2);
    const list = async (query: string) =>
      ((await api().get(`${subscription.path}/deliveries?${query}`)).body as unknown as Page<Delivery>).data;
    expect(await list(`payment_id=${String(one['id'])}`)).toEqual([first]);
    expect(await list(`payment_id=${String(other['id'])}&status=delivered`)).toEqual([second]);
    expect(await list(`payment_id=${String(other['id'])}&status=failed`)).toEqual([]);
    expect(await list(`event_id=${String(first?.event_id)}`)).toEqual([first]);
    expect(await list(`event_id=${String(first?.event_id)}&payment_id=${String(other['id'])}`)).toEqual([]);
  });

  it('answers 404 for an unknown endpoint', async () => {
    const { status, body } = await api().get(`${UNKNOWN_ENDPOINT}/deliveries`);
    expect({ status, body }).toEqual({ status: 404, body: errorBody('not_found') });
  });

  it('answers with CSV, a row for each delivery with its last attempt', async () => {
    const subscription = await subscribe();
    await pay();
    const [delivery] = await endedDeliveries(api(), subscription, 1);
    const path = `/webhook_endpoints/${subscription.id}/deliveries`;
    const { text, headers } = await api().get(`${path}?status=delivered`, { accept: 'text/csv' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"');
    const { id, event_id: event, attempts, created_at: at } = delivery as Delivery;
    const columns = 'id,endpoint_id,event_id,event_type,status,attempts';
    expect(text.split('\r\n')).toEqual([
      `${columns},last_attempt_at,last_status_code,last_error,next_attempt_at,created_at`,
      `${id},${subscription.id},${event},payment.settled,delivered,1,${String(attempts[0]?.at)},200,,,${at}`,
      '',
    ]);
    expect((await api().get(`${path}?status=failed`, { accept: 'text/csv' })).text.split('\r\n')).toHaveLength(2);
  });
});
