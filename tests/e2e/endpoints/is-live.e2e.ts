import { idOf } from '../support/payments';
import { useService } from '../support/service';

describe('API decisions: GET /health/live and GET /health/ready', () => {
  const service = useService();

  it('live: the process answers', async () => {
    const answer = await service.api.get('//health/live');
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { live: true } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it('ready: every part that the service depends on is up', async () => {
    const answer = await service.api.get('//health/ready');
    expect(answer.status).toBe(200);
    const { ready, checks } = answer.body as { ready: boolean; checks: Record<string, unknown> };
    expect(ready).toBe(true);
    expect(Object.keys(checks).length).toBeGreaterThan(0);
    for (const check of Object.values(checks)) expect(check).toEqual({ status: 'up' });
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it('they tell nothing of the limits and take no token', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => service.api.get('//health/live')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get('ratelimit')).toBeNull();
  });
});
