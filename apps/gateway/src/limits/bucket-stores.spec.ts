import { rmSync } from 'node:fs';
import { eventually, freePort, RecordingLog, RecordingMeter } from '@stablecoin/event-sourcing/testing';
import { RedisScripts } from './redis-scripts';
import { FallbackBucketStore } from './fallback-bucket-store';
import { MemoryBucketStore } from '@stablecoin/host';
import { RedisBucketStore } from './redis-bucket-store';
import { describeBucketStore } from './testing/bucket-store.contract';
import { mayUseRedis, sharedRedis, startRedis } from './testing/redis';
import type { RateLimit } from '@stablecoin/host';

const LIMIT: RateLimit = { rate: 1, burst: 3, peak: 3 };
/** Long enough for a machine that is busy: these tests are not about the deadline. */
const PATIENT_MS = 60_000;

describeBucketStore('memory', () => Promise.resolve(new MemoryBucketStore()));

(mayUseRedis() ? describe : describe.skip)('on Redis', () => {
  const opened: RedisScripts[] = [];
  const open = async (): Promise<RedisScripts> => {
    const redis = new RedisScripts({ url: await sharedRedis(), deadlineMs: PATIENT_MS });
    opened.push(redis);
    return redis;
  };
  afterEach(() => Promise.all(opened.splice(0).map((redis) => redis.close())));

  describeBucketStore('Redis', async () => new RedisBucketStore(await open(), { time: 'given' }));

  it('gateways that ask at once share one bucket, on the time of Redis', async () => {
    const gateways = [new RedisBucketStore(await open()), new RedisBucketStore(await open())];
    const limit: RateLimit = { rate: 1, burst: 50, peak: 50 };
    const asked = Array.from({ length: 200 }, async (_, n) => gateways[n % 2]?.take('shared', limit, n * 1_000_000, 1));
    const verdicts = await Promise.all(asked);
    expect(verdicts.filter((verdict) => verdict?.admitted)).toHaveLength(50);
  });

  it('a server that goes away is done without, and used again when it is back', async () => {
    const port = await freePort();
    let server = await startRedis(port);
    const [log, meter] = [new RecordingLog(), new RecordingMeter()];
    const redis = new RedisScripts({ url: server.url });
    opened.push(redis);
    const shared = new RedisBucketStore(redis);
    const store = new FallbackBucketStore({ shared, own: new MemoryBucketStore(), log, meter });
    const take = () => store.take('key', LIMIT, 0, 1);
    await eventually(() => shared.take('probe', LIMIT, 0, 0));
    await eventually(async () => (await take()).admitted && meter.read('rate_limits_shared') === 1);

    process.kill(server.pid, 'SIGKILL');
    await eventually(async () => {
      await take();
      return meter.read('rate_limits_shared') === 0;
    });
    expect(log.messages('error')).toEqual(['cannot reach the shared rate limits; each gateway limits on its own']);
    rmSync(server.data, { recursive: true });

    server = await startRedis(port);
    await eventually(async () => {
      await take();
      return meter.read('rate_limits_shared') === 1;
    });
    expect(log.messages('info').at(-1)).toBe('rate limits are shared again');
    process.kill(server.pid, 'SIGKILL');
    rmSync(server.data, { recursive: true });
  });
});

describe('a gateway without its shared store', () => {
  it('limits by itself, counts that it does, and says so once; a request waits for the store once', async () => {
    const [log, meter] = [new RecordingLog(), new RecordingMeter()];
    let asked = 0;
    const shared = {
      take: () => {
        asked++;
        return Promise.reject(new Error('no answer'));
      },
    };
    const store = new FallbackBucketStore({ shared, own: new MemoryBucketStore(), log, meter });
    const verdicts = [];
    for (let n = 0; n < 5; n++) verdicts.push(await store.take('key', LIMIT, 0, 1));
    expect(verdicts.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    expect(asked).toBe(1);
    expect(meter.counted('rate_limit_fallbacks_total')).toBe(5);
    expect(log.lines.map(({ fields }) => fields)).toEqual([{ error: 'Error: no answer' }]);
  });

  it('is not held up by one that takes connections and does not answer', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { readonly port: number };
    const redis = new RedisScripts({ url: `redis://:secret@127.0.0.1:${port}`, deadlineMs: 20 });
    const asking = new RedisBucketStore(redis).take('key', LIMIT, 0, 1);
    await expect(asking).rejects.toThrow(/writeable|timed out/);
    await redis.close();
    silent.close();
  });
});
