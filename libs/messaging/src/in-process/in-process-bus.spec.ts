import { Controller, Module } from '@nestjs/common';
import type { CallHandler, INestMicroservice, NestInterceptor } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { BusStoppedError } from '../bus';
import type { DeadLetters } from '../bus';
import { MemoryDeadLetters } from '../dead-letters';
import { RethrowFilter } from '../rethrow-filter';
import { aMessage, messagesOver } from '../testing/a-message';
import { describeBus } from '../testing/bus.contract';
import { eventually } from '../testing/eventually';
import { listenWith } from '../testing/recording-service';
import { InProcessBus } from './in-process-bus';
import type { InProcessBusOptions } from './in-process-bus';

type HowToListen = Parameters<typeof listenWith> extends [unknown, ...infer Rest] ? Rest : never;

@Module({})
class EmptyModule {}

@Controller()
class TwoHandlers {
  @EventPattern('payment.settled')
  one(): void {
    // Never called: the context does not start.
  }

  @EventPattern('payment.settled')
  two(): void {
    // Never called either.
  }
}

@Controller()
class Replies {
  @MessagePattern('payment.settled')
  reply(): void {
    // Never called: the context does not start.
  }
}

@Controller()
class ObjectPattern {
  @EventPattern({ type: 'payment.settled' })
  take(): void {
    // Never called: the context does not start.
  }
}

describeBus('in process', (limits) => {
  const deadLetters = new MemoryDeadLetters();
  const bus = new InProcessBus({ ...limits, deadLetters });
  return Promise.resolve({
    bus,
    deadLetters,
    transport: (consumer: string) => bus.transport(consumer),
    close: () => bus.stop(),
  });
});

describe('InProcessBus', () => {
  const services: INestMicroservice[] = [];
  let bus: InProcessBus;
  let deadLetters: DeadLetters;

  function open(options: Partial<InProcessBusOptions> = {}): InProcessBus {
    deadLetters = new MemoryDeadLetters();
    bus = new InProcessBus({ deadLetters, retry: { attempts: 3, baseMs: 1, maxMs: 2 }, ...options });
    return bus;
  }

  async function listen(consumer: string, ...how: HowToListen): Promise<INestMicroservice> {
    const service = await listenWith(bus.transport(consumer), ...how);
    services.push(service);
    return service;
  }

  afterEach(async () => {
    await bus.stop();
    await Promise.all(services.splice(0).map((service) => service.close()));
  });

  describe('starting', () => {
    it('delivers nothing before every consumer listens, and then in the order of publishing', async () => {
      open({ consumers: ['payment', 'webhook'] });
      const seen: string[] = [];
      const first = bus.publish([aMessage({ id: 'a' })]);
      await listen('payment', (message) => void seen.push(`payment ${message.id}`));
      const second = bus.publish([aMessage({ id: 'b' })]);
      expect(seen).toEqual([]);
      await listen('webhook', (message) => void seen.push(`webhook ${message.id}`));
      await Promise.all([first, second]);
      expect(seen).toEqual(['payment a', 'webhook a', 'payment b', 'webhook b']);
    });

    it('refuses a second context for one consumer', async () => {
      open();
      await listen('payment', () => undefined);
      expect(() => bus.transport('payment')).toThrow('payment listens already');
    });

    it.each([
      ['two handlers for one type', TwoHandlers, 'payment: two handlers for payment.settled'],
      ['a handler that replies', Replies, 'payment: payment.settled takes @EventPattern'],
      ['a pattern that is no type', ObjectPattern, 'payment: a pattern is the type of a message'],
    ])('refuses %s', async (_, controller, reason) => {
      open();
      const module = { module: EmptyModule, controllers: [controller] };
      const service = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
        strategy: bus.transport('payment'),
        logger: false,
      });
      await expect(service.listen()).rejects.toThrow(reason);
    });
  });

  it('counts what nobody consumes, and says so once per type', async () => {
    const counted: unknown[] = [];
    const said: unknown[] = [];
    const nothing = () => undefined;
    open({
      meter: { count: (...count) => counted.push(count), gauge: nothing, observe: nothing },
      log: { debug: (fields) => said.push(fields), warn: nothing, error: nothing },
    });
    await bus.publish([aMessage({ id: 'a' }), aMessage({ id: 'b' })]);
    expect(counted).toEqual(Array(2).fill(['messages_unhandled_total', { type: 'payment.InitiatePayment' }]));
    expect(said).toEqual([{ type: 'payment.InitiatePayment' }]);
  });

  it('refuses what it has no room for, takes again when there is room, and counts what it refused', async () => {
    const counted: unknown[] = [];
    const nothing = () => undefined;
    const meter = { count: (...count: unknown[]) => counted.push(count), gauge: nothing, observe: nothing };
    open({ inFlightMax: 1, waitingMax: 2, meter });
    const release: (() => void)[] = [];
    await listen('payment', () => new Promise<void>((resolve) => release.push(resolve)));
    const publish = (id: string): Promise<void> => bus.publish([aMessage({ id })]);
    const taken = ['a', 'b', 'c'].map(publish);
    await expect(publish('d')).rejects.toMatchObject({ name: 'BusFullError', retry: 'always' });
    expect(counted).toContainEqual(['messages_refused_total', { consumer: 'payment' }]);
    release.shift()?.();
    await taken[0];
    for (const each of [taken[1], taken[2], publish('d')]) {
      await eventually('the next handler', () => release.length > 0);
      release.shift()?.();
      await each;
    }
  });

  it('resolves publish only when every handler has ended', async () => {
    open();
    const ended: string[] = [];
    const release: (() => void)[] = [];
    await listen('payment', async () => {
      await new Promise<void>((resolve) => release.push(resolve));
      ended.push('payment');
    });
    await listen('webhook', () => void ended.push('webhook'));
    const publishing = bus.publish([aMessage({ id: 'a' })]).then(() => [...ended]);
    await eventually('the handler', () => release.length === 1);
    release[0]?.();
    await expect(publishing).resolves.toEqual(['webhook', 'payment']);
  });

  it('sees a failure behind an interceptor, which makes Nest answer with a stream', async () => {
    open();
    let attempts = 0;
    const passOn: NestInterceptor = { intercept: (_context, next: CallHandler) => next.handle() };
    const take = async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('down');
    };
    await listen('payment', take, [
      { provide: APP_FILTER, useClass: RethrowFilter },
      { provide: APP_INTERCEPTOR, useValue: passOn },
    ]);
    await bus.publish([aMessage({ id: 'a' })]);
    expect(attempts).toBe(3);
    await expect(deadLetters.list()).resolves.toEqual([]);
  });

  it('never swallows a failure, even without the filter', async () => {
    open();
    await listen('payment', () => Promise.reject(new Error('down')), []);
    await bus.publish([aMessage({ id: 'a' })]);
    const [letter] = await deadLetters.list();
    expect(letter?.attempts).toBe(3);
    expect(letter?.cause).toContain('Internal server error');
  });

  it('has those who tell others outside wait until it is on the disk (protocol rule 28), and nobody else', async () => {
    const answers: ((error?: Error) => void)[] = [];
    const durable = (): Promise<void> =>
      new Promise((resolve, reject) => answers.push((error) => (error === undefined ? resolve() : reject(error))));
    open({ outside: { consumers: ['gateway'], durable } });
    const seen: string[] = [];
    await listen('payment', (message) => void seen.push(`payment ${message.id}`));
    await listen('gateway', (message) => void seen.push(`gateway ${message.id}`));
    const published = bus.publish([aMessage({ id: 'a' })]);
    await eventually('the disk', () => answers.length === 1 && seen.length === 1);
    expect(seen).toEqual(['payment a']);
    // What cannot be written now is tried again.
    answers.shift()?.(new Error('the disk is full'));
    await eventually('another try', () => answers.length === 1);
    expect(seen).toEqual(['payment a']);
    answers.shift()?.();
    await published;
    expect(seen).toEqual(['payment a', 'gateway a']);
  });

  it('keeps trying to store a dead letter', async () => {
    const stored = new MemoryDeadLetters();
    let failures = 5;
    open({
      deadLetters: {
        add: async (letter) => {
          if (failures > 0) {
            failures -= 1;
            throw new Error('disk full');
          }
          await stored.add(letter);
        },
        list: () => stored.list(),
        get: (id) => stored.get(id),
        count: () => stored.count(),
        remove: (id) => stored.remove(id),
      },
    });
    await listen('payment', () => Promise.reject(new Error('down')));
    await bus.publish([aMessage({ id: 'a' })]);
    expect(failures).toBe(0);
    await expect(stored.list()).resolves.toMatchObject([{ cause: 'Error: down', attempts: 3 }]);
  });

  it('lets later messages of a key pass one that is in back-off', async () => {
    open({ retry: { attempts: 3, baseMs: 60_000, maxMs: 60_000 } });
    const handled: string[] = [];
    await listen('payment', async (message) => {
      if (message.id === 'a') throw new Error('down');
      handled.push(message.id);
    });
    const stuck = bus.publish([aMessage({ id: 'a', key: 'k' })]);
    await bus.publish([aMessage({ id: 'b', key: 'k' })]);
    expect(handled).toEqual(['b']);
    await bus.stop();
    await expect(stuck).rejects.toThrow(BusStoppedError);
  });

  it('has messages of a key that failed together come back in their order (protocol rule 22)', async () => {
    open({ retry: { attempts: 3, baseMs: 20, maxMs: 20 } });
    const handled: string[] = [];
    let calls = 0;
    const messages = messagesOver(1, 20);
    await listen('payment', async (message) => {
      if (calls++ < messages.length) throw new Error('the store is away');
      handled.push(message.id);
    });
    await bus.publish(messages);
    expect(handled).toEqual(messages.map(({ id }) => id));
  });

  it('keeps the order of a key among messages that wait for room', async () => {
    open({ inFlightMax: 1 });
    const seen: string[] = [];
    await listen('payment', async (message) => void seen.push(message.id));
    const messages = messagesOver(1, 50);
    await Promise.all(messages.map((message) => bus.publish([message])));
    expect(seen).toEqual(messages.map(({ id }) => id));
  });

  it('resolves publish only when what waits for room is handled too', async () => {
    open({ inFlightMax: 1 });
    const release: (() => void)[] = [];
    let published = false;
    await listen('payment', () => new Promise<void>((resolve) => release.push(resolve)));
    const publishing = bus.publish(messagesOver(2, 2)).then(() => (published = true));
    await eventually('the first handler', () => release.length === 1);
    release[0]?.();
    await eventually('the second handler', () => release.length === 2);
    expect(published).toBe(false);
    release[1]?.();
    await publishing;
  });

  it('redelivers at once, also when there is no room, and to no consumer that is not there', async () => {
    open({ inFlightMax: 1 });
    const release: (() => void)[] = [];
    await listen('payment', (message) =>
      message.id === 'slow' ? new Promise<void>((resolve) => release.push(resolve)) : undefined,
    );
    const slow = bus.publish([aMessage({ id: 'slow' })]);
    await eventually('the slow handler', () => release.length === 1);
    await bus.redeliver('payment', aMessage({ id: 'a' }));
    release[0]?.();
    await slow;
    await expect(bus.redeliver('compliance', aMessage({ id: 'a' }))).rejects.toThrow('no consumer compliance');
    await expect(bus.redeliver('payment', aMessage({ id: 'a', type: 'wallet.funded' }))).rejects.toThrow(
      'payment does not handle wallet.funded',
    );
  });

  describe('stopping', () => {
    it('waits for the handlers under way', async () => {
      open();
      const release: (() => void)[] = [];
      await listen('payment', () => new Promise<void>((resolve) => release.push(resolve)));
      const publishing = bus.publish([aMessage({ id: 'a' })]);
      await eventually('the handler', () => release.length === 1);
      let stopped = false;
      const stopping = bus.stop().then(() => (stopped = true));
      await Promise.resolve();
      expect(stopped).toBe(false);
      release[0]?.();
      await stopping;
      await publishing;
    });

    it('waits no longer than it may', async () => {
      const warnings: object[] = [];
      const nothing = () => undefined;
      open({ log: { debug: nothing, error: nothing, warn: (fields) => warnings.push(fields) } });
      let started = false;
      await listen('payment', () => {
        started = true;
        return new Promise<void>(() => undefined);
      });
      void bus.publish([aMessage({ id: 'a' })]);
      await eventually('the handler', () => started);
      await bus.stop(1);
      expect(warnings).toEqual([{ consumer: 'payment', in_flight: 1 }]);
    });

    it('refuses what waits for the start', async () => {
      const early = open({ consumers: ['payment'] }).publish([aMessage({ id: 'early' })]);
      await bus.stop();
      await expect(early).rejects.toThrow(BusStoppedError);
    });

    it('refuses what waits for room and what is published later', async () => {
      open({ inFlightMax: 1 });
      const release: (() => void)[] = [];
      await listen('payment', () => new Promise<void>((resolve) => release.push(resolve)));
      const publishing = Promise.allSettled(['a', 'b'].map((id) => bus.publish([aMessage({ id })])));
      await eventually('the first handler', () => release.length === 1);
      const stopping = bus.stop();
      release[0]?.();
      await stopping;
      expect((await publishing).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      await expect(bus.publish([aMessage({ id: 'c' })])).rejects.toThrow(BusStoppedError);
      expect(release).toHaveLength(1);
    });

    it('wakes what is in back-off, whose publisher publishes it again after the restart', async () => {
      open({ retry: { attempts: 3, baseMs: 60_000, maxMs: 60_000 } });
      const seen: string[] = [];
      const messages = messagesOver(50, 50);
      const service = await listen('payment', async (message) => {
        seen.push(message.id);
        if (seen.length <= 50) throw new Error('down');
      });
      const publishing = bus.publish(messages);
      await eventually('the first attempts', () => seen.length === 50);
      await Promise.all([service.close(), expect(publishing).rejects.toThrow(BusStoppedError)]);
      await expect(deadLetters.list()).resolves.toEqual([]);

      await expect(bus.publish(messages)).rejects.toThrow(BusStoppedError);
      await listen('payment', (message) => void seen.push(message.id));
      await bus.publish(messages);
      expect(seen.slice(50)).toEqual(messages.map(({ id }) => id));
    });
  });
});
