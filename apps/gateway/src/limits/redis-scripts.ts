import { once } from 'node:events';
import type { Redis } from 'ioredis';

export interface RedisScriptsOptions {
  /** `redis://[user:password@]host[:port][/database]`, or `rediss://…` for TLS. */
  readonly url: string;
  /** How long an answer is waited for. Default 100 ms. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 100;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MS = { step: 50, longest: 1_000 };

/**
 * Runs scripts on a Redis that may go away: each call answers or fails within its deadline, nothing is queued or sent a
 * second time, and the connection is made again in the background.
 */
export class RedisScripts {
  readonly #options: RedisScriptsOptions;
  readonly #known = new Set<string>();
  #connecting: Promise<Redis> | undefined;

  constructor(options: RedisScriptsOptions) {
    this.#options = options;
  }

  /**
   * Runs a script atomically.
   *
   * @param name - unique per script
   * @returns its result: numbers, texts and lists of these
   * @throws when Redis is not connected, does not answer in time, or rejects the script
   */
  async run(
    name: string,
    script: string,
    keys: readonly string[],
    parameters: readonly (string | number)[],
  ): Promise<unknown> {
    const redis = await (this.#connecting ??= this.#connect());
    if (!this.#known.has(name)) {
      redis.defineCommand(name, { lua: script });
      this.#known.add(name);
    }
    const command: unknown = Reflect.get(redis, name);
    if (typeof command !== 'function') throw new TypeError(`the Redis client has no command for the script ${name}`);
    return Reflect.apply(command, redis, [keys.length, ...keys, ...parameters]);
  }

  /** Rejects calls in progress, and does not reconnect. */
  async close(): Promise<void> {
    (await this.#connecting)?.disconnect();
  }

  async #connect(): Promise<Redis> {
    const { url, deadlineMs = DEADLINE_MS } = this.#options;
    // Loaded only where it is used: a start without Redis does without.
    const { Redis } = await import('ioredis');
    const redis = new Redis(url, {
      commandTimeout: deadlineMs,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Calls without a connection fail at once.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * RECONNECT_MS.step, RECONNECT_MS.longest),
    });
    // Told by the calls that fail.
    redis.on('error', () => undefined);
    await once(redis, 'ready', { signal: AbortSignal.timeout(deadlineMs) }).catch(() => undefined);
    return redis;
  }
}

/** How long a person waits for a Redis. */
const PATIENCE_MS = 5_000;

/**
 * Asks a Redis for its version and its time.
 *
 * @returns `now` in milliseconds since the epoch
 * @throws when it cannot be reached, or does not let us
 */
export async function askRedis(url: string): Promise<{ readonly version: string; readonly now: number }> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Told by the call that fails.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const [seconds, microseconds] = await redis.time();
    const information = await redis.info('server');
    const [, version = 'of an unknown version'] = /^redis_version:(\S+)/m.exec(information) ?? [];
    return { version, now: Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) };
  } finally {
    redis.disconnect();
  }
}
