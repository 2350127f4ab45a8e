import { ServiceError } from '@stablecoin/contracts';
import { silentMeter } from '../metrics/silent-meter';
import { Health } from './health';

class OutError extends ServiceError {
  readonly code = 'out';
  readonly retry = 'always';
}

describe('Health', () => {
  it('is ready when every part answers', async () => {
    const health = new Health();
    health.register('event store', () => Promise.resolve());
    await expect(health.ready()).resolves.toEqual({ ready: true, checks: { 'event store': { status: 'up' } } });
  });

  it('tells which part is missing; why, in words of the service alone, and once in the log', async () => {
    const lines: unknown[] = [];
    const health = new Health(silentMeter, { warn: (fields) => lines.push(fields) });
    let failure: Error | undefined = new Error('connect ECONNREFUSED 10.1.2.3:5432, user "payments"');
    health.register('event store', () => Promise.reject(new OutError('the event store cannot be reached')));
    health.register('database', () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)));
    const down = { status: 'down', reason: 'it does not work: see the log of the service' };
    const checks = { 'event store': { status: 'down', reason: 'the event store cannot be reached' }, database: down };
    for (let i = 0; i < 3; i++) await expect(health.ready()).resolves.toEqual({ ready: false, checks });
    const said = { part: 'database', error: 'Error: connect ECONNREFUSED 10.1.2.3:5432, user "payments"' };
    const out = { part: 'event store', error: 'OutError: the event store cannot be reached' };
    expect(lines).toEqual([out, said]);
    failure = undefined;
    await health.ready();
    failure = new Error('connect ECONNREFUSED 10.1.2.3:5432, user "payments"');
    await health.ready();
    expect(lines).toEqual([out, said, said]);
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
    await expect(health.ready()).resolves.toMatchObject({
      checks: { bus: { status: 'down', reason: 'it does not work: see the log of the service' } },
    });
  });
});
