import { EVM_RECIPIENT, expectError, fundedWallet } from '../support/payments';
import { useService } from '../support/service';
import { listedEvent } from '../support/webhooks';

describe('GET /v1/events/:id', () => {
  const service = useService();
  const api = () => service.api.as('get_event');

  it('answers the event as the list has it', async () => {
    const { body: settled } = await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    const { body: failed } = await api().post('/payments', { to: EVM_RECIPIENT, amount: '3.000201' });
    const { id: wallet } = await fundedWallet(api(), { usdc: '5.00' });
    const events = [
      await listedEvent(api(), 'payment.settled', settled['id']),
      await listedEvent(api(), 'payment.failed', failed['id']),
      await listedEvent(api(), 'wallet.funded', wallet),
    ];
    const answers = await Promise.all(events.map(({ id }) => api().get(`/events/${id}`)));
    expect(answers.map(({ body }) => body)).toEqual(events);
  });

  it('answers 404 for an unknown id, and for the id of the object that an event is about', async () => {
    const { body: payment } = await api().post('/payments', { to: EVM_RECIPIENT, amount: '1.00' });
    for (const id of ['evt_01JD8Z5M3V7T9G2K4XQW6N0B1C', 'evt_1', String(payment['id'])]) {
      expectError(await api().get(`/events/${id}`), 404, 'not_found');
    }
  });
});
