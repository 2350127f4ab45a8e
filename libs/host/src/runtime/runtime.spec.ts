import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { beginGeneration } from '@stablecoin/stores';
import { freePort, ManualClock } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { PermanentError, redrive, RethrowFilter } from '@stablecoin/messaging';
import { sql } from 'kysely';
import { EventStoreDbStandIn } from '../../../../infra/local/eventstoredb/src/stand-in';
import { readConfiguration } from '../configuration';
import { NestLogger } from '../observability';
import { openRuntime } from './open-runtime';
import type { OpenRuntimeOptions } from './open-runtime';
import type { Runtime } from './runtime';

let folder: string;
let lines: string[];
const opened: Runtime[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'));
  lines = [];
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((runtime) => runtime.close()));
  rmSync(folder, { recursive: true });
});

async function open(env: Record<string, string> = {}, options: OpenRuntimeOptions = {}): Promise<Runtime> {
  const configuration = readConfiguration({ DATA_DIR: folder, ...env });
  const runtime = await openRuntime(configuration, {
    logDestination: { write: (line) => lines.push(line) },
    ...options,
  });
  opened.push(runtime);
  return runtime;
}

const message: Message = {
  id: 'msg_1',
  type: 'payment.InitiatePayment',
  key: 'pay_1',
  time: 1,
  data: {},
  account: 'acme',
  livemode: false,
  correlationId: 'req_1',
  causationId: 'req_1',
};

describe('openRuntime on a data folder', () => {
  it('keeps events, databases, dead letters and the secrets key from one start to the next', async () => {
    const first = await open();
    const metadata = { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: false };
    await first.store.append('payment-1', 'none', [{ id: 'e1', type: 'Done', data: {}, metadata }]);
    const db = first.database('payment');
    await sql`create table kept (id text)`.execute(db);
    const sealed = first.secrets.seal('whsec_1', 'webhook secret');
    await first.deadLetters.add({ consumer: 'payment', topic: 't', message, cause: 'c', attempts: 1, failedAt: 1 });
    await first.close();

    const second = await open();
    await expect(second.store.read('payment-1')).resolves.toHaveLength(1);
    await expect(sql`select * from kept`.execute(second.database('payment'))).resolves.toMatchObject({
      rows: [],
    });
    expect(second.secrets.open(sealed, 'webhook secret')).toBe('whsec_1');
    await expect(second.deadLetters.list()).resolves.toHaveLength(1);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['events.db', 'messaging.db', 'payment.db', 'secrets.key']),
    );
  });

  it('stores dead letters as durably as events', async () => {
    const runtime = await open();
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(runtime.database('messaging'));
    expect(rows).toEqual([{ synchronous: 2 }]);
  });

  it('refuses a folder that is in use, and leaves it to whoever uses it', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(folder);
    await expect(first.store.head()).resolves.toBe(0);
    await first.close();
    await open();
  });

  it('closes what is open already when a part cannot be opened', async () => {
    writeFileSync(join(folder, 'secrets.key'), 'not a key');
    await expect(open()).rejects.toThrow('secrets.key does not hold 32 bytes in base64');
    rmSync(join(folder, 'secrets.key'));
    await open();
  });

  it('seals under SECRETS_KEY where it is set, and makes no key then', async () => {
    const runtime = await open({ SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') });
    expect(runtime.secrets.open(runtime.secrets.seal('a', 'sign-in'), 'sign-in')).toBe('a');
    expect(readdirSync(folder)).not.toContain('secrets.key');
  });
});

describe('openRuntime with its events on a server', () => {
  let server: EventStoreDbStandIn;

  beforeEach(async () => {
    server = await EventStoreDbStandIn.start({ folder: join(folder, 'server') });
  });
  afterEach(() => server.stop());

  (mayUsePostgres() ? it : it.skip)(
    'does not lead for a service on a store that was restored while it stood by',
    async () => {
      const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
      const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
      const env = { EVENT_STORE_URL: server.url, DATABASE_URL: await freshPostgres(), SECRETS_KEY };
      const leader = await open(env, { consumers: ['payment'] });
      const standby = await open(env, { consumers: ['payment'] });
      const { signal } = new AbortController();
      const held = await leader.lease('payment')?.acquire(signal);
      let acquiring: Promise<unknown> | undefined;
      await new Promise<void>((resolve) => {
        acquiring = standby.lease('payment')?.acquire(signal, resolve);
      });
      await beginGeneration(leader.store, { since: 1 }, 2);
      const refused = expect(acquiring).rejects.toMatchObject({ code: 'restore_not_accepted' });
      await Promise.all([held?.release(), refused]);
      expect(exit).toHaveBeenCalledWith(1);
      exit.mockRestore();
    },
  );

  it('keeps the events there and the rest in the data folder, and says when the server is missing', async () => {
    const dataDir = join(folder, 'data');
    const runtime = await open({ EVENT_STORE_URL: server.url, DATA_DIR: dataDir });
    runtime.database('payment');
    await expect(runtime.store.head()).resolves.toBe(0);
    const metadata = { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: false };
    await runtime.store.append('payment-1', 'none', [{ id: randomUUID(), type: 'Done', data: {}, metadata }]);
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['messaging.db', 'payment.db', 'secrets.key']));
    expect(readdirSync(dataDir)).not.toContain('events.db');
    await expect(runtime.health.ready()).resolves.toMatchObject({ ready: true });

    server.disconnect();
    await expect(runtime.health.ready()).resolves.toMatchObject({
      ready: false,
      checks: { 'event store': { status: 'down', reason: 'the event store cannot be reached' } },
    });
    await server.reconnect();
    await expect(runtime.store.read('payment-1')).resolves.toHaveLength(1);
    await runtime.close();
  });
});

describe('openRuntime in memory', () => {
  const memory = { EVENT_STORE_URL: 'memory:' };

  it('touches no file', async () => {
    const runtime = await open(memory);
    runtime.database('payment');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives a service the same database each time, and each service its own', async () => {
    const runtime = await open(memory);
    expect(runtime.database('payment')).toBe(runtime.database('payment'));
    expect(runtime.database('payment')).not.toBe(runtime.database('wallet'));
    expect(() => runtime.database('../payment')).toThrow('"../payment" is not the name of a database');
  });

  it('carries messages to a Nest context, and drives a dead letter again', async () => {
    const runtime = await open(memory, { clock: new ManualClock(5) });
    const service = await NestFactory.createMicroservice<MicroserviceOptions>(paymentService, {
      strategy: runtime.bus.transport('payment'),
      logger: new NestLogger(runtime.forService('payment').log),
    });
    await service.listen();
    failures = 1;
    await runtime.bus.publish([message]);
    await expect(runtime.deadLetters.list()).resolves.toMatchObject([
      { id: 'payment/msg_1', cause: 'PermanentError: unknown stream', attempts: 1, failedAt: 5 },
    ]);
    await redrive(runtime.deadLetters, runtime.bus, 'payment/msg_1');
    await expect(runtime.deadLetters.list()).resolves.toEqual([]);
    await service.close();
  });

  it('protocol rule 28: removes a dead letter that is driven again when what it has led to is on the disk', async () => {
    const runtime = await open(memory);
    const service = await NestFactory.createMicroservice<MicroserviceOptions>(paymentService, {
      strategy: runtime.bus.transport('payment'),
      logger: new NestLogger(runtime.forService('payment').log),
    });
    await service.listen();
    const letter = { consumer: 'payment', topic: 't', message, cause: 'c', attempts: 1, failedAt: 1 };
    await runtime.deadLetters.add(letter);

    const left: unknown[] = [];
    const durable = jest.spyOn(runtime.store, 'durable').mockImplementation(async () => {
      left.push(...(await runtime.deadLetters.list()));
    });
    durable.mockRejectedValueOnce(new Error('the disk is full'));
    await expect(redrive(runtime.deadLetters, runtime.bus, 'payment/msg_1')).rejects.toThrow('the disk is full');
    await expect(runtime.deadLetters.list()).resolves.toHaveLength(1);

    await expect(redrive(runtime.deadLetters, runtime.bus, 'payment/msg_1')).resolves.toBe('handled');
    expect(left).toMatchObject([{ id: 'payment/msg_1' }]);
    await expect(runtime.deadLetters.list()).resolves.toEqual([]);
    await service.close();
  });

  it('names the service on its lines', async () => {
    const runtime = await open(memory);
    runtime.forService('payment').log.info('hello');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ service: 'payment', msg: 'hello' });
  });

  it('is ready while every part answers, and not any more once it closes', async () => {
    const runtime = await open(memory);
    runtime.database('payment');
    await expect(runtime.health.ready()).resolves.toEqual({
      ready: true,
      checks: {
        'event store': { status: 'up' },
        'database messaging': { status: 'up' },
        'database payment': { status: 'up' },
      },
    });
    let readyWhileStopping: boolean | undefined;
    runtime.onStop('observer', async () => {
      readyWhileStopping = (await runtime.health.ready()).ready;
    });
    await runtime.close();
    expect(readyWhileStopping).toBe(false);
    await expect(runtime.health.ready()).resolves.toMatchObject({ checks: { 'event store': { status: 'down' } } });
  });

  it('runs the hooks of services before it closes the ports, the last one first', async () => {
    const runtime = await open(memory);
    const order: string[] = [];
    runtime.onStop('relay', async () => {
      order.push('relay');
      await runtime.bus.publish([]);
      await runtime.store.head();
    });
    runtime.onStop('gateway', () => order.push('gateway'));
    await runtime.close();
    expect(order).toEqual(['gateway', 'relay']);
    expect(lines).toEqual([]);
    await expect(runtime.bus.publish([message])).rejects.toThrow('the bus has stopped');
  });

  it('opens while Kafka is away, and says which part is missing', async () => {
    const runtime = await open({ ...memory, BUS_URL: 'kafka://127.0.0.1:1' });
    const { ready, checks } = await runtime.health.ready();
    expect(ready).toBe(false);
    expect(checks['bus']).toMatchObject({ status: 'down', reason: expect.stringContaining('see the log') as string });
    await expect(runtime.bus.publish([message])).rejects.toThrow('ECONNREFUSED');
    await runtime.close();
    await expect(runtime.bus.publish([message])).rejects.toThrow('the bus has stopped');
  });

  it('serves metrics on METRICS_PORT', async () => {
    const port = await freePort();
    const runtime = await open({ ...memory, METRICS_PORT: `${port}` });
    runtime.meter.count('payments_total');
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    await expect(response.text()).resolves.toContain('stablecoin_payments_total 1');
    await runtime.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
  });
});

(mayUsePostgres() ? describe : describe.skip)('openRuntime on an event store on PostgreSQL', () => {
  it('is the only one there, and leaves events and rows to the next when it closes', async () => {
    const env = { EVENT_STORE_URL: await freshPostgres(), SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
    const first = await open(env);
    await expect(open(env)).rejects.toMatchObject({ code: 'event_store_in_use' });
    const metadata = { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: false };
    await first.store.append('payment-1', 'none', [{ id: 'e1', type: 'Done', data: {}, metadata }]);
    await sql`create table kept as select 7 as value`.execute(first.database('payment'));
    await first.deadLetters.add({ consumer: 'payment', topic: 't', message, cause: 'c', attempts: 1, failedAt: 1 });
    expect([first.lease('payment'), first.term?.isCertain]).toEqual([null, true]);
    await first.close();
    expect(first.term?.isCertain).toBe(false);

    const second = await open(env);
    expect(await second.store.read('payment-1')).toHaveLength(1);
    const { rows } = await sql`select value from kept`.execute(second.database('payment'));
    expect(rows).toEqual([{ value: 7 }]);
    expect(await second.deadLetters.count()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    expect(lines).toEqual([]);
  });
});

let failures = 0;

@Controller()
class PaymentController {
  @EventPattern('payment.InitiatePayment')
  async initiatePayment(): Promise<void> {
    if (failures === 0) return;
    failures -= 1;
    throw new PermanentError('unknown stream');
  }
}

@Module({ controllers: [PaymentController], providers: [{ provide: APP_FILTER, useClass: RethrowFilter }] })
class paymentService {}
