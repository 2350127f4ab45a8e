import { TIME } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/system', () => {
  const service = useService();

  it('shows every service with its parts, queues and read models', async () => {
    const { status, body } = await service.api.as('opening').get('/system');
    expect(status).toBe(200);
    expect(body).toMatchObject({ as_of: TIME, version: expect.stringMatching(/^\d+\.\d+\.\d+$/), dead_letters: 0 });
    const services = body['services'] as readonly Record<string, unknown>[];
    expect(services.map(({ name }) => name)).toEqual([
      ...['gateway', 'payment', 'wallet', 'compliance', 'treasury', 'webhook'],
    ]);
    for (const each of services) {
      expect(each).toMatchObject({ status: 'up', version: body['version'], started_at: TIME });
      expect(each['checks']).toContainEqual({ name: 'event store', status: 'up' });
    }
    const payment = services.find(({ name }) => name === 'payment');
    expect(payment?.['read_models']).toContainEqual({
      ...{ name: 'payment', position: expect.any(Number), behind: expect.any(Number) },
    });
    // The payments of other tests may wait in the same service.
    const submissions = (payment?.['jobs'] as readonly Record<string, unknown>[]).find(
      ({ kind }) => kind === 'submission',
    );
    expect(submissions?.['waiting']).toEqual(expect.any(Number));
    expect([null, TIME]).toContainEqual(submissions?.['oldest_due_at']);
  });

  it('shows no addresses of servers, and nothing of an account', async () => {
    const { text } = await service.api.as('opening').get('/system');
    expect(text).not.toMatch(/:\/\/|opening|svc_|pay_/);
  });
});
