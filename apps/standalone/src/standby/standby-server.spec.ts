import { StandbyServer } from './standby-server';

describe('an instance that stands by', () => {
  it('lives, is not ready, and refuses every request as one to repeat', async () => {
    const server = await StandbyServer.listen('127.0.0.1', 0);
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
    };
    expect(await ask('/health/live')).toEqual({ status: 200, retryAfter: null, body: { live: true } });
    expect(await ask('/health/ready?x=1')).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { ready: false, checks: { leadership: { status: 'down' } } },
    });
    expect(await ask('/v1/payments', { method: 'POST', body: 'x'.repeat(100_000) })).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { code: 'internal_error', retryable: true, request_id: expect.stringMatching(/^req_/) as string },
    });
    await server.close();
    await expect(ask('/health/live')).rejects.toThrow();
  });
});
