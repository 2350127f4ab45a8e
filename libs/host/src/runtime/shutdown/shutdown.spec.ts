import { EventEmitter } from 'node:events';
import type { Log } from '@stablecoin/event-sourcing';
import { claimRejections } from './rejections';
import { Shutdown } from './shutdown';
import { handleSignals } from './signals';

let logged: string[];
const log: Log = {
  info: (_, message) => logged.push(message),
  warn: (_, message) => logged.push(message),
  error: (_, message) => logged.push(message),
};

beforeEach(() => {
  logged = [];
});

describe('Shutdown', () => {
  it('stops the parts one after the other, in reverse order', async () => {
    const shutdown = new Shutdown({ log, limitMs: 5_000 });
    const order: string[] = [];
    for (const part of ['store', 'bus', 'gateway']) {
      shutdown.register(part, async () => {
        order.push(`${part} stops`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${part} stopped`);
      });
    }
    await shutdown.run();
    expect(order).toEqual([
      'gateway stops',
      'gateway stopped',
      'bus stops',
      'bus stopped',
      'store stops',
      'store stopped',
    ]);
  });

  it('goes on after a part that fails, and after one that hangs', async () => {
    const shutdown = new Shutdown({ log, limitMs: 5_000 });
    let stopped = false;
    shutdown.register('store', () => void (stopped = true));
    shutdown.register('bus', () => Promise.reject(new Error('down')));
    shutdown.register('relay', () => {
      throw new Error('down');
    });
    shutdown.register('gateway', () => new Promise(() => undefined), 1);
    await shutdown.run();
    expect(stopped).toBe(true);
    expect(logged).toEqual(['component did not stop in time', 'component failed to stop', 'component failed to stop']);
  });

  it('stops each part once, however often it is told to', async () => {
    const shutdown = new Shutdown({ log, limitMs: 5_000 });
    let stops = 0;
    shutdown.register('store', () => void (stops += 1));
    await Promise.all([shutdown.run(), shutdown.run()]);
    await shutdown.run();
    expect(stops).toBe(1);
  });
});

describe('handleSignals', () => {
  class FakeProcess extends EventEmitter {
    readonly codes: number[] = [];
    readonly exited = new Promise<void>((resolve) => this.once('exit', resolve));

    exit(code: number): void {
      this.codes.push(code);
      this.emit('exit');
    }
  }

  let shutdown: Shutdown;
  let fake: FakeProcess;

  beforeEach(() => {
    shutdown = new Shutdown({ log, limitMs: 60_000 });
    fake = new FakeProcess();
    handleSignals(() => shutdown.run(), log, fake);
  });

  it.each(['SIGTERM', 'SIGINT'])('%s stops the parts, then ends the process', async (signal) => {
    let stopped = false;
    shutdown.register('store', async () => void (stopped = true));
    fake.emit(signal, signal);
    expect(fake.codes).toEqual([]);
    await fake.exited;
    expect(fake.codes).toEqual([0]);
    expect(stopped).toBe(true);
    expect(logged).toEqual(['stopping', 'stopped']);
  });

  it('a second signal ends the process at once', () => {
    shutdown.register('store', () => new Promise(() => undefined), 1);
    fake.emit('SIGTERM', 'SIGTERM');
    fake.emit('SIGINT', 'SIGINT');
    expect(fake.codes).toEqual([130]);
  });

  it('a stop that fails ends the process with 1', async () => {
    const failing = new FakeProcess();
    handleSignals(() => Promise.reject(new Error('down')), log, failing);
    failing.emit('SIGTERM', 'SIGTERM');
    await failing.exited;
    expect(failing.codes).toEqual([1]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('%s is logged and ends the process with 1', (event) => {
    fake.emit(event, new Error('impossible'));
    expect(fake.codes).toEqual([1]);
    expect(logged).toHaveLength(1);
  });

  describe('with a claim on rejections', () => {
    const left = new Error('left behind');
    beforeEach(() => claimRejections('library', (error) => error === left));
    afterEach(() => claimRejections('library', () => false));

    it('a rejection that is claimed does not end the process', () => {
      fake.emit('unhandledRejection', left);
      expect(fake.codes).toEqual([]);
    });

    it('any other rejection ends it, and so does the same error when it was thrown', () => {
      fake.emit('unhandledRejection', new Error('left behind'));
      expect(fake.codes).toEqual([1]);
      fake.emit('uncaughtException', left);
      expect(fake.codes).toEqual([1, 1]);
    });
  });
});
