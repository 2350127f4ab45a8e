import { idOf } from '../support/payments';
import { useService } from '../support/service';

describe('GET /health/live', () => {
  const service = useService();

  it('answers live: true', async () => {
    const answer = await service.api.get('//health/live');
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { live: true } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('svc-request-id')).toEqual(idOf('req'));
  });

  it('has no rate limit and shows none', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => service.api.get('//health/live')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get('ratelimit')).toBeNull();
  });
});
