/** @needs own-service */
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api } from '../support/api';
import { EVM_RECIPIENT, NEVER_SCREENED } from '../support/payments';
import { newAddress } from '../support/screenings';
import { useService } from '../support/service';
import { useSubscriptions } from '../support/webhooks';

/** More than a worker looks after at one time. */
const SLOW = 40;
const QUICK = 20;

/**
 * What is slow holds up nothing beside it. That is told by what ends first, and never by a clock: the slow ones would
 * take longer than any of these tests.
 */
describe('a slow part never slows payments that do not need it', () => {
  const service = useService({
    SCREENING_DEADLINE_MS: '60000',
    WEBHOOK_TIMEOUT_MS: '60000',
    WAIT_MS: '20000',
    SHUTDOWN_MS: '1000',
  });
  const subscribe = useSubscriptions(() => service.api.as('webhooks'));

  /** Sends slow payments, whose requests wait on. @returns how many there are that have not ended, when all are there */
  async function underWay(api: Api, order: object): Promise<() => Promise<number>> {
    const pending = async (): Promise<number> => {
      const { body } = await api.get('/payments?status=pending&limit=100');
      return (body['data'] as readonly unknown[]).length;
    };
    // Their answers come when the service stops.
    for (let n = 0; n < SLOW; n++) api.post('/payments', order).catch(() => undefined);
    await eventually(async () => (await pending()) === SLOW);
    return pending;
  }

  async function expectQuickOnesSettle(api: Api): Promise<void> {
    const order = { to: EVM_RECIPIENT, amount: '1.00' };
    const quick = await Promise.all(Array.from({ length: QUICK }, () => api.post('/payments', order)));
    expect(quick.map(({ status, body }) => [status, body['status']])).toEqual(Array(QUICK).fill([201, 'settled']));
  }

  it('a slow chain', async () => {
    const api = service.api.as('payments');
    const pending = await underWay(api, { to: EVM_RECIPIENT, amount: '1.000102', chain: 'ethereum' });
    await expectQuickOnesSettle(api);
    expect(await pending()).toBe(SLOW);
  });

  it('a slow screening provider', async () => {
    const api = service.api.as('compliance');
    const pending = await underWay(api, { to: NEVER_SCREENED, amount: '1.00' });
    await expectQuickOnesSettle(api);
    // New recipients are screened as well: only that one provider's answers are waited for.
    const fresh = await api.post('/payments', { to: newAddress('fresh'), amount: '1.00' });
    expect(fresh.body['status']).toBe('settled');
    expect(await pending()).toBe(SLOW);
  });

  it('a slow webhook receiver: neither payments nor the events of other endpoints', async () => {
    const silent = await subscribe({ events: ['payment.settled'] });
    silent.sink.answer(() => ({ status: null }));
    const prompt = await subscribe({ events: ['payment.settled'] });
    await expectQuickOnesSettle(service.api.as('webhooks'));
    await eventually(() => prompt.sink.accepted().length === QUICK);
    expect(silent.sink.received.length).toBeGreaterThan(0);
    expect(silent.sink.accepted()).toEqual([]);
  });
});
