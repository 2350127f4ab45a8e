import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, isNotMissing } from '@stablecoin/event-sourcing/testing';
import { sharedServer, type StartedServer } from '@stablecoin/stores/testing';
import { askRedis } from '../redis-scripts';

const PROGRAMS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];

/** Whether tests may use Redis: it is installed, or one is named by `TEST_REDIS_URL`. */
export function mayUseRedis(): boolean {
  const found = process.env['TEST_REDIS_URL'] !== undefined || PROGRAMS.some(existsSync);
  return isNotMissing(found ? undefined : 'Redis is missing: apt-get install redis-server');
}

/** A server that is started once for all tests. */
export function sharedRedis(): Promise<string> {
  const url = process.env['TEST_REDIS_URL'];
  return url === undefined ? sharedServer('redis', startRedis) : Promise.resolve(url);
}

/** Starts a server of its own: for tests that stop it. It answers once this resolves. */
export async function startRedis(port?: number): Promise<StartedServer> {
  const data = mkdtempSync(join(tmpdir(), 'stablecoin-test-redis-'));
  const listensOn = port ?? (await freePort());
  const program = PROGRAMS.find(existsSync) ?? 'redis-server';
  const settings = { port: `${listensOn}`, bind: '127.0.0.1', dir: data, save: '', appendonly: 'no' };
  const child = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: 'ignore', detached: true },
  );
  child.unref();
  const url = `redis://127.0.0.1:${listensOn}`;
  // A gateway does not wait for a Redis that refuses it, so that tests would fail while this one starts.
  await eventually(() => askRedis(url));
  return { url, pid: child.pid ?? 0, data };
}
