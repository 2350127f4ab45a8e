import { RecordingLog, eventually, freePort } from '@stablecoin/event-sourcing/testing';
import { mayUsePostgres, startPostgres } from '@stablecoin/stores/testing';
import { rmSync } from 'node:fs';
import { ConfigurationError, readConfiguration } from '../configuration';
import { HttpQueries } from '@stablecoin/messaging';
import type { Runtime } from '../runtime';
import { ServiceProcess } from './service-process';
import { readOwnConfiguration, readSharedConfiguration, requireShared } from './single-service';

const TOKEN = '0123456789abcdef';
const OWN = { EVENT_STORE_URL: 'memory:', LOG_LEVEL: 'silent', QUERY_PORT: '0', SERVICE_TOKEN: TOKEN };

describe('a service in a process of its own', () => {
  let log: RecordingLog;
  let running: ServiceProcess;
  beforeEach(() => {
    log = new RecordingLog();
  });
  afterEach(() => running.stop());

  function processOf(start: (runtime: Runtime) => Promise<unknown>, environment: Record<string, string> = {}) {
    const configuration = readConfiguration({ ...OWN, ...environment });
    running = new ServiceProcess({ services: [{ name: 'payment' }], configuration, start, log });
    return running;
  }

  const health = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${running.port}/health/${path}`);
    return { status: answer.status, body: await answer.json() };
  };
  const queries = () =>
    new HttpQueries<{ 'payment.count': { params: null; result: number } }>({
      url: `http://127.0.0.1:${running.port}`,
      token: TOKEN,
    });

  it('answers queries and health when it has started', async () => {
    await processOf(async ({ queries }) =>
      queries.register('payment.get' as never, (() => Promise.resolve(7)) as never),
    ).start();
    const asking = queries();
    await expect(asking.ask('payment.get' as 'payment.count', null)).resolves.toBe(7);
    expect(await health('ready')).toMatchObject({ status: 200, body: { ready: true } });
    asking.close();
  });

  it('runs several services on one runtime, each with its own name, and stops them together', async () => {
    const configuration = readConfiguration(OWN);
    const stopped: string[] = [];
    const services = [{ name: 'payment' }, { name: 'treasury' }];
    const start = (runtime: Runtime) => {
      for (const { name } of services) {
        const own = runtime.forService(name);
        own.queries.register(`${name}.get` as never, (() => Promise.resolve(own.store === runtime.store)) as never);
        own.onStop(name, () => void stopped.push(name));
      }
      return Promise.resolve();
    };
    running = new ServiceProcess({ services, configuration, start, log });
    await running.start();
    const asking = queries();
    for (const { name } of services)
      await expect(asking.ask(`${name}.get` as 'payment.count', null)).resolves.toBe(true);
    asking.close();
    await running.stop();
    expect(stopped).toEqual(['treasury', 'payment']);
  });

  it('is alive and not ready while it waits, says once why, and is ready when that is mended', async () => {
    let broken = true;
    const starting = processOf(async () => {
      if (broken) throw new Error('no broker');
    }).start();
    await eventually(() => log.messages('warn').length > 0);
    expect(await health('live')).toMatchObject({ status: 200 });
    const start = { status: 'down', reason: 'the service cannot start yet: see its log' };
    expect(await health('ready')).toMatchObject({ status: 503, body: { ready: false, checks: { start } } });
    const asking = queries();
    await expect(asking.ask('payment.count', null)).rejects.toMatchObject({ retry: 'always' });
    asking.close();
    broken = false;
    await starting;
    expect(await health('ready')).toMatchObject({ status: 200 });
    expect(log.messages('warn')).toEqual(['service cannot start yet, retrying']);
  });

  it('ends at what waiting does not mend', async () => {
    const starting = processOf(() => Promise.reject(new TypeError('not a function'))).start();
    await expect(starting).rejects.toThrow('not a function');
  });

  it('ends at what is configured wrong', async () => {
    const starting = processOf(() => Promise.reject(new ConfigurationError(['base: it is another network']))).start();
    await expect(starting).rejects.toThrow('base: it is another network');
  });

  it('stops while it waits', async () => {
    const starting = processOf(() => Promise.reject(new Error('no broker'))).start();
    await eventually(() => log.messages('warn').length > 0);
    await running.stop();
    await starting;
  });

  it('closes what each attempt has opened, and what the last one has', async () => {
    const closed: number[] = [];
    let attempts = 0;
    await processOf(async (runtime) => {
      const attempt = ++attempts;
      runtime.onStop('part', () => closed.push(attempt));
      if (attempt === 1) throw new Error('no broker');
    }).start();
    expect(closed).toEqual([1]);
    await running.stop();
    expect(closed).toEqual([1, 2]);
  });

  (mayUsePostgres() ? it : it.skip)('waits for PostgreSQL', async () => {
    const port = await freePort();
    const database = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const starting = processOf(() => Promise.resolve(), { DATABASE_URL: database }).start();
    await eventually(() => log.messages('warn').length > 0);
    expect(log.lines[0]?.fields).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') as unknown });
    const server = await startPostgres(port);
    await starting;
    expect(await health('ready')).toMatchObject({ body: { checks: { 'database messaging': { status: 'up' } } } });
    await running.stop();
    process.kill(server.pid, 'SIGQUIT');
    await eventually(() => !isAlive(server.pid));
    rmSync(server.data, { recursive: true });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const shared = {
  EVENT_STORE_URL: 'esdb://eventstore:2113?tls=false',
  BUS_URL: 'kafka://kafka:9092',
  DATABASE_URL: 'postgres://payments@postgres:5432/payments',
  SERVICE_TOKEN: TOKEN,
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};

describe('readOwnConfiguration', () => {
  it('lets webhooks to no private address unless told, loopback neither: others may share the machine', () => {
    const allowed = (environment: Record<string, string>): object =>
      readOwnConfiguration([{ name: 'webhook' }], { ...shared, ...environment }).webhookAllowPrivate;
    expect(allowed({})).toEqual({ sandbox: 'none', live: 'none' });
    expect(allowed({ WEBHOOK_ALLOW_PRIVATE: 'sandbox-loopback' })).toEqual({ sandbox: 'loopback', live: 'none' });
  });

  it('refuses what is not shared', () => {
    expect(() => readOwnConfiguration([{ name: 'webhook' }], { ...shared, BUS_URL: 'memory:' })).toThrow(
      'BUS_URL: got "memory:"',
    );
  });
});

describe('readSharedConfiguration', () => {
  const AVAILABLE = [
    { name: 'treasury' },
    { name: 'wallet' },
    { name: 'payment', asks: ['treasury', 'wallet'] },
  ] as const;
  const read = (services: string, environment: Record<string, string> = {}) =>
    readSharedConfiguration(AVAILABLE, { ...shared, SERVICES: services, ...environment });

  it('takes the services that SERVICES names, in the order in which they start', () => {
    const { services } = read('payment, treasury', { WALLET_URL: 'http://wallet:3001' });
    expect(services.map(({ name }) => name)).toEqual(['treasury', 'payment']);
  });

  it('asks the services of the process directly, also where all processes are told the URLs of all services', () => {
    const urls = {
      WALLET_URL: 'http://wallet:3001',
      TREASURY_URL: 'http://this:3001',
      PAYMENT_URL: 'http://this:3001',
    };
    expect(read('payment,treasury', urls).configuration.queryUrls).toMatchObject({
      payment: null,
      treasury: null,
      wallet: 'http://wallet:3001',
    });
  });

  it('needs the URLs of services in other processes alone', () => {
    expect(() => read('payment,treasury')).toThrow(
      'WALLET_URL: got nothing, takes where the wallet service answers where treasury, payment run without the other services',
    );
    expect(() => read('payment,treasury,wallet')).not.toThrow();
  });

  it('says what SERVICES takes', () => {
    expect(() => read('')).toThrow(
      'SERVICES: got nothing, takes the services of this process, such as "treasury,wallet,payment"',
    );
    expect(() => read('payment,gateway')).toThrow(
      'SERVICES: got "payment,gateway" (entry 2), takes comma-separated names',
    );
  });
});

describe('requireShared', () => {
  it('names each variable that a lone service misses, and why', () => {
    const configuration = readConfiguration({});
    expect(() => requireShared([{ name: 'payment', asks: ['wallet', 'treasury'] }], configuration)).toThrow(
      [
        'EVENT_STORE_URL: got "sqlite:", takes the URL of a server where the payment service runs alone',
        'BUS_URL: got "memory:", takes the URL of a server where the payment service runs alone',
        'DATABASE_URL: got "sqlite:", takes the URL of a server where the payment service runs alone',
        'SERVICE_TOKEN: got nothing, takes 16 to 256 characters where the payment service runs alone',
        'SECRETS_KEY: got nothing, takes the same 32 bytes in base64 everywhere, where the payment service runs alone',
        'WALLET_URL: got nothing, takes where the wallet service answers where the payment service runs alone',
        'TREASURY_URL: got nothing, takes where the treasury service answers where the payment service runs alone',
      ].join('\n'),
    );
  });

  it('asks a service that asks nobody for no URL', () => {
    expect(() => requireShared([{ name: 'wallet' }], readConfiguration({}))).not.toThrow(/_URL: got nothing/);
  });
});
