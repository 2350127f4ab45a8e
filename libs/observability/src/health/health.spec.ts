import { Health } from './health';

describe('Health', () => {
  it('is ready when every part answers', async () => {
    const health = new Health();
    health.register('event store', () => Promise.resolve());
    await expect(health.ready()).resolves.toEqual({ ready: true, checks: { 'event store': { status: 'up' } } });
  });

  it('tells which part is missing, and why', async () => {
    const health = new Health();
    health.register('event store', () => Promise.resolve());
    health.register('database', () => Promise.reject(new Error('disk full')));
    await expect(health.ready()).resolves.toEqual({
      ready: false,
      checks: { 'event store': { status: 'up' }, database: { status: 'down', reason: 'disk full' } },
    });
  });

  it('does not wait for a part that hangs, and asks it no second time meanwhile', async () => {
    const health = new Health();
    let asked = 0;
    let answer = (): void => undefined;
    const hanging = (): Promise<void> => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    health.register('bus', hanging, { timeoutMs: 1 });
    const down = { ready: false, checks: { bus: { status: 'down', reason: 'no answer within 1 ms' } } };
    await expect(health.ready()).resolves.toEqual(down);
    await expect(health.ready()).resolves.toEqual(down);
    expect(asked).toBe(1);
    answer();
    await expect(health.ready()).resolves.toEqual({ ready: true, checks: { bus: { status: 'up' } } });
    await expect(health.ready()).resolves.toEqual(down);
    expect(asked).toBe(2);
  });

  it('is live while a part is down, and not ready while it stops', async () => {
    const health = new Health();
    health.stopping();
    expect(health.live()).toEqual({ live: true });
    await expect(health.ready()).resolves.toEqual({
      ready: false,
      checks: { shutdown: { status: 'down', reason: 'the service is stopping' } },
    });
  });

  it('reports a check that throws before it answers', async () => {
    const health = new Health();
    health.register('bus', () => {
      throw new TypeError('no bus');
    });
    await expect(health.ready()).resolves.toMatchObject({ checks: { bus: { status: 'down', reason: 'no bus' } } });
  });
});
