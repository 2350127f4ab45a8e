import { idOf } from '../support/payments';
import { useService } from '../support/service';

describe('GET /health/ready', () => {
  const service = useService();

  it('answers ready: true with every dependency up', async () => {
    const answer = await service.api.get('//health/ready');
    expect(answer.status).toBe(200);
    const { ready, checks } = answer.body as { ready: boolean; checks: Record<string, unknown> };
    expect(ready).toBe(true);
    expect(Object.keys(checks).length).toBeGreaterThan(0);
    for (const check of Object.values(checks)) expect(check).toEqual({ status: 'up' });
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
  });
});
