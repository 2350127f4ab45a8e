import type { INestMicroservice } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Message } from '@stablecoin/contracts';
import { PermanentError } from '../bus';
import type { Bus, DeadLetters, Redelivery } from '../bus';
import { redrive } from '../dead-letters';
import type { RetryPolicy } from '../retry-policy';
import { aMessage, messagesOver } from './a-message';
import { eventually } from './eventually';
import { listenWith } from './recording-service';
import type { Take } from './recording-service';
import { StoreAwayError } from './store-away-error';

/** What the suite asks of the adapter that it opens. */
export interface BusLimits {
  readonly retry: RetryPolicy;
  /** Most messages in flight to one consumer. */
  readonly inFlightMax: number;
  readonly consumers: readonly string[];
}

/** An adapter under test, with the transports of the services that consume from it. */
export interface BusUnderTest {
  readonly bus: Bus & Redelivery;
  readonly deadLetters: DeadLetters;
  transport(consumer: string): CustomTransportStrategy;
  close(): Promise<void>;
}

const LIMITS: BusLimits = { retry: { attempts: 4, baseMs: 1, maxMs: 4 }, inFlightMax: 20_000, consumers: [] };

/** The suite that every adapter of {@link Bus} passes, through real Nest contexts. */
export function describeBus(name: string, open: (limits: BusLimits) => Promise<BusUnderTest>): void {
  describe(`Bus: ${name}`, () => {
    let under: BusUnderTest;
    const services: INestMicroservice[] = [];

    /** Opens a bus with one service per entry. */
    async function start(consumers: Readonly<Record<string, Take>>, limits: Partial<BusLimits> = {}): Promise<void> {
      under = await open({ ...LIMITS, ...limits, consumers: Object.keys(consumers) });
      for (const [consumer, take] of Object.entries(consumers)) {
        services.push(await listenWith(under.transport(consumer), take));
      }
    }

    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service.close()));
      await under.close();
    });

    it('hands a message over as it was published', async () => {
      const message = aMessage({
        id: 'a',
        sequence: 7,
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        actor: { type: 'user', id: 'usr_1', name: null, ip: '192.0.2.1' },
      });
      const seen: Message[] = [];
      await start({ payment: (taken) => seen.push(taken) });
      await under.bus.publish([message]);
      await eventually('the message', () => seen.length === 1);
      expect(seen).toEqual([message]);
    });

    // Of one topic: between topics a broker keeps no order.
    it('starts the handlers of one key in the order of publishing, whatever the types and calls', async () => {
      const seen: string[] = [];
      const messages = messagesOver(7, 300).map((message, index) => ({
        ...message,
        type: index % 2 === 0 ? 'payment.failed' : 'payment.settled',
      }));
      await start({ payment: (message) => void seen.push(message.id) });
      await Promise.all([under.bus.publish(messages.slice(0, 150)), under.bus.publish(messages.slice(150))]);
      await eventually('all messages', () => seen.length === 300);
      const keyOf = new Map(messages.map(({ id, key }) => [id, key]));
      for (const key of new Set(keyOf.values())) {
        const published = messages.filter((message) => message.key === key).map(({ id }) => id);
        expect(seen.filter((id) => keyOf.get(id) === key)).toEqual(published);
      }
    });

    it('does not wait for one handler before it starts the next', async () => {
      const waiting: (() => void)[] = [];
      await start({ payment: () => new Promise<void>((resolve) => waiting.push(resolve)) });
      const published = under.bus.publish(messagesOver(1, 5));
      await eventually('all handlers', () => waiting.length === 5);
      waiting.forEach((resolve) => resolve());
      await published;
      expect(waiting).toHaveLength(5);
    });

    it('protocol rule 22: takes a key in order where that is asked for, whatever fails and whenever it comes', async () => {
      const type = 'payment.compliance_blocked';
      const tried: string[] = [];
      const handled: string[] = [];
      await start({
        payment: async ({ id }) => {
          tried.push(id);
          const times = tried.filter((each) => each === id).length;
          if (id === 'hopeless') throw new PermanentError('unknown stream');
          if (id === 'first' && times < 4) throw new StoreAwayError();
          if (id === 'bounded') throw new Error('down');
          handled.push(id);
        },
      });
      const publish = (id: string, key: string) => under.bus.publish([aMessage({ id, key, type })]);
      const published = [publish('first', 'k')];
      await eventually('a failure', () => tried.length > 0);
      for (const id of ['second', 'hopeless', 'third', 'bounded', 'last']) published.push(publish(id, 'k'));
      published.push(publish('other', 'o'));
      await eventually('all of them', () => handled.length === 5);
      await Promise.all(published);
      expect(handled.filter((id) => id !== 'other')).toEqual(['first', 'second', 'third', 'last']);
      expect((await under.deadLetters.list()).map(({ message }) => message.id).sort()).toEqual(['bounded', 'hopeless']);
    });

    it('hands a message once to every service that consumes its type', async () => {
      const seen: Record<string, string[]> = { payment: [], webhook: [], gateway: [] };
      const take = (consumer: string) => (message: Message) => void seen[consumer]?.push(message.id);
      await start({ payment: take('payment'), webhook: take('webhook'), gateway: take('gateway') });
      await under.bus.publish([aMessage({ id: 'a', key: 'k' }), aMessage({ id: 'b', key: 'k' })]);
      await eventually('all services', () => Object.values(seen).flat().length >= 6);
      expect(seen).toEqual({ payment: ['a', 'b'], webhook: ['a', 'b'], gateway: ['a', 'b'] });
    });

    it('publishes what nobody consumes', async () => {
      await start({ payment: () => undefined });
      await under.bus.publish([aMessage({ id: 'a', type: 'wallet.funded' })]);
      await expect(under.deadLetters.list()).resolves.toEqual([]);
    });

    it('tries again after a transient failure, until the message is handled', async () => {
      let failures = 3;
      const handled: string[] = [];
      await start({
        payment: async (message) => {
          if (failures > 0) {
            failures -= 1;
            throw new Error('down');
          }
          handled.push(message.id);
        },
      });
      await under.bus.publish([aMessage({ id: 'a' })]);
      await eventually('the fourth attempt', () => handled.length === 1);
      await expect(under.deadLetters.list()).resolves.toEqual([]);
    });

    it('gives up after the last attempt: a dead letter with the cause and the attempts', async () => {
      let attempts = 0;
      await start({
        payment: async () => {
          attempts += 1;
          throw new RangeError('revision 4 is not 3', { cause: new Error('disk full') });
        },
      });
      const message = aMessage({ id: 'a' });
      await under.bus.publish([message]);
      await eventually('the letter', async () => (await under.deadLetters.list()).length === 1);
      expect(attempts).toBe(4);
      // A broker's bus says beside this where the broker has it.
      await expect(under.deadLetters.list()).resolves.toMatchObject([
        {
          id: 'payment/a',
          consumer: 'payment',
          topic: 'payment.commands.v1',
          message,
          cause: 'RangeError: revision 4 is not 3; caused by Error: disk full',
          attempts: 4,
          failedAt: expect.any(Number) as number,
        },
      ]);
    });

    it('gives up at once on an error that never passes', async () => {
      await start({ payment: () => Promise.reject(new PermanentError('unknown stream')) });
      await under.bus.publish([aMessage({ id: 'a' })]);
      await eventually('the letter', async () => (await under.deadLetters.list()).length === 1);
      const [letter] = await under.deadLetters.list();
      expect(letter).toMatchObject({ attempts: 1, cause: 'PermanentError: unknown stream' });
    });

    it('never gives up on a message while its error is always retried', async () => {
      let attempts = 0;
      await start({
        payment: () => {
          attempts += 1;
          if (attempts <= 10) throw new StoreAwayError();
        },
      });
      await under.bus.publish([aMessage({ id: 'a' })]);
      await eventually('the eleventh attempt', () => attempts === 11);
      await expect(under.deadLetters.list()).resolves.toEqual([]);
    });

    it('gives up for the consumer that failed, not for the others', async () => {
      const seen: string[] = [];
      await start({
        payment: (message) => void seen.push(message.id),
        webhook: () => Promise.reject(new PermanentError('unknown endpoint')),
      });
      await under.bus.publish([aMessage({ id: 'a' })]);
      await eventually('the letter', async () => (await under.deadLetters.list({ consumer: 'webhook' })).length === 1);
      await eventually('the other consumer', () => seen.length === 1);
      await expect(under.deadLetters.list({ consumer: 'payment' })).resolves.toEqual([]);
    });

    it('does not let a failing key stop the others', async () => {
      const handled: string[] = [];
      await start({
        payment: async (message) => {
          if (message.key === 'key-0') throw new Error('down');
          handled.push(message.id);
        },
      });
      await under.bus.publish(messagesOver(3, 30));
      await eventually('the other keys', () => handled.length === 20);
      await eventually('the letters', async () => (await under.deadLetters.list()).length === 10);
    });

    it('drives a dead letter again, to its consumer only', async () => {
      const seen: string[] = [];
      let down = true;
      await start({
        payment: async () => {
          if (down) throw new PermanentError('no provider');
          seen.push('payment');
        },
        webhook: () => void seen.push('webhook'),
      });
      await under.bus.publish([aMessage({ id: 'a' })]);
      await eventually('the letter', async () => (await under.deadLetters.list()).length === 1);
      await eventually('the other consumer', () => seen.length === 1);

      await expect(redrive(under.deadLetters, under.bus, 'payment/a')).rejects.toThrow('no provider');
      await expect(under.deadLetters.list()).resolves.toHaveLength(1);

      down = false;
      await redrive(under.deadLetters, under.bus, 'payment/a');
      expect(seen).toEqual(['webhook', 'payment']);
      await expect(under.deadLetters.list()).resolves.toEqual([]);
    });

    it('has no more in flight than it may, and loses nothing of what waits', async () => {
      let inFlight = 0;
      let most = 0;
      const seen: string[] = [];
      const release: (() => void)[] = [];
      await start(
        {
          payment: async (message) => {
            inFlight += 1;
            most = Math.max(most, inFlight);
            await new Promise<void>((resolve) => release.push(resolve));
            inFlight -= 1;
            seen.push(message.id);
          },
        },
        { inFlightMax: 4 },
      );
      const messages = messagesOver(20, 20);
      const publishing = under.bus.publish(messages);
      await eventually('a full house', () => inFlight === 4);
      await eventually('all messages', () => {
        release.splice(0).forEach((resolve) => resolve());
        return seen.length === 20;
      });
      await publishing;
      expect(most).toBe(4);
      expect(new Set(seen).size).toBe(20);
    });

    it('takes 10,000 messages in one call, each once and in order per key', async () => {
      const seen: string[] = [];
      const messages = messagesOver(100, 10_000);
      await start({ payment: async (message) => void seen.push(message.id) });
      await under.bus.publish(messages);
      await eventually('all messages', () => seen.length >= 10_000);
      const byKey = (ids: readonly string[], key: number) => ids.filter((id) => Number(id) % 100 === key);
      expect(seen).toHaveLength(10_000);
      for (const key of [0, 57, 99]) {
        expect(byKey(seen, key)).toEqual(
          byKey(
            messages.map(({ id }) => id),
            key,
          ),
        );
      }
    });
  });
}
