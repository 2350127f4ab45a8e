import type { RedisScripts } from './redis-scripts';
import type { BucketStore, RateLimit, BucketVerdict } from '@stablecoin/host';

/**
 * `takeToken` as one Redis script. The bucket is a hash, and the admissions of the last second are a list. Both expire
 * when they equal a new bucket.
 */
const TAKE = `
local bucket, window = KEYS[1], KEYS[2]
local rate, burst, peak, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local now = tonumber(ARGV[5])
if now == nil then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local known = redis.call('HMGET', bucket, 'millitokens', 'updated_at')
local millitokens, updated_at = tonumber(known[1]) or burst * 1000, tonumber(known[2]) or now
millitokens = math.min(burst * 1000, millitokens + math.max(0, now - updated_at) * rate)

local count = redis.call('LLEN', window)
local oldest
while count > 0 do
  oldest = tonumber(redis.call('LINDEX', window, 0))
  if oldest > now - 1000 and oldest <= now then break end
  redis.call('LPOP', window)
  count = count - 1
end

local function wait_ms()
  local for_token = math.max(0, math.ceil((1000 - millitokens) / rate))
  if count < peak then return for_token end
  return math.max(for_token, oldest + 1000 - now)
end

local admitted = 0
if cost > 0 and wait_ms() == 0 then
  admitted = 1
  millitokens = millitokens - cost * 1000
  if count == 0 then oldest = now end
  redis.call('RPUSH', window, string.format('%.0f', now))
  count = count + 1
end

local reset_ms = math.ceil((burst * 1000 - millitokens) / rate)
redis.call('HSET', bucket, 'millitokens', string.format('%.0f', millitokens), 'updated_at', string.format('%.0f', now))
redis.call('PEXPIRE', bucket, reset_ms + 1000)
if count > 0 then redis.call('PEXPIRE', window, 2000) end
return { admitted, math.max(0, math.min(math.floor(millitokens / 1000), peak - count)), wait_ms(), reset_ms }
`;

export interface RedisBucketStoreOptions {
  /** Whose time counts. Redis' own, which is the same for every gateway, unless a test gives it. Default `redis`. */
  readonly time?: 'redis' | 'given';
}

/** Buckets that all gateways share: exact per key, whichever of them is asked. */
export class RedisBucketStore implements BucketStore {
  constructor(
    private readonly redis: Pick<RedisScripts, 'run'>,
    private readonly options: RedisBucketStoreOptions = {},
  ) {}

  async take(name: string, { rate, burst, peak }: RateLimit, now: number, cost: number): Promise<BucketVerdict> {
    // In braces: what a cluster of Redis keeps together.
    const keys = [`rate:{${name}}`, `rate:{${name}}:admitted`];
    const time = this.options.time === 'given' ? now : '';
    const found = await this.redis.run('takeToken', TAKE, keys, [rate, burst, peak, cost, time]);
    const [admitted, remaining, retryAfterMs, resetMs] = found as readonly [number, number, number, number];
    return { admitted: admitted === 1, remaining, retryAfterMs, resetMs };
  }
}
