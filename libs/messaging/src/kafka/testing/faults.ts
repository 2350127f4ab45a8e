import { setTimeout as pause } from 'node:timers/promises';
import type { INestMicroservice } from '@nestjs/common';
import type { Message } from '@stablecoin/contracts';
import type { Bus } from '../../bus';
import { aMessage, messagesOver } from '../../testing/a-message';
import { eventually } from '../../testing/eventually';
import { listenWith } from '../../testing/recording-service';
import { keysOfBothPartitions } from './cluster';
import type { KafkaCluster } from './cluster';
import { StoreAwayError } from '../../testing/store-away-error';

/** What no fault may change: every message is handled, and for the first time in the order of its key. */
class Effects {
  readonly #seen = new Set<string>();
  readonly order: string[] = [];

  readonly take = async ({ id, key }: Message): Promise<void> => {
    // Long enough for a fault to fall between the beginning and the end of it.
    await pause(1);
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.order.push(`${key} ${id}`);
  };

  expectAllOf(messages: readonly Message[]): void {
    expect(this.#seen.size).toBe(messages.length);
    for (const key of new Set(messages.map((message) => message.key))) {
      const published = messages.filter((message) => message.key === key).map(({ id }) => `${key} ${id}`);
      expect(this.order.filter((each) => each.startsWith(`${key} `))).toEqual(published);
    }
  }

  get size(): number {
    return this.#seen.size;
  }
}

/** Publishes as a relay does: the next message of a key when the one before it is acknowledged, and until it is. */
async function relay(bus: Bus, messages: readonly Message[], failures: unknown[]): Promise<void> {
  const keys = [...new Set(messages.map(({ key }) => key))];
  await Promise.all(
    keys.map(async (key) => {
      for (const message of messages.filter((each) => each.key === key)) {
        while (!(await isPublished(bus, message, failures))) await pause(20);
      }
    }),
  );
}

async function isPublished(bus: Bus, message: Message, failures: unknown[]): Promise<boolean> {
  try {
    await bus.publish([message]);
    return true;
  } catch (error) {
    failures.push(error);
    return false;
  }
}

/** Faults under load. */
export function describeFaults(cluster: KafkaCluster): void {
  describe('KafkaBus under load', () => {
    const services: INestMicroservice[] = [];

    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service.close()));
      await cluster.closeBuses();
    });

    it('loses nothing when members come and go (protocol rule 24)', async () => {
      const connection = await cluster.connect(6);
      const messages = messagesOver(30, 1_500);
      const effects = new Effects();
      const join = async (): Promise<INestMicroservice> => {
        const service = await listenWith(cluster.open(connection).transport('payment'), effects.take);
        services.push(service);
        return service;
      };
      const first = await join();
      const relaying = relay(cluster.open(connection), messages, []);
      await eventually('the first messages', () => effects.size > 150);
      await join();
      await eventually('more of them', () => effects.size > 500);
      await first.close();
      await relaying;
      await eventually('all messages', () => effects.size === messages.length);
      effects.expectAllOf(messages);
    });

    it('tries a message no more when another member has it (protocol rule 24)', async () => {
      const connection = await cluster.connect(2);
      const away = new StoreAwayError();
      const join = async (tries: string[]): Promise<void> => {
        const take = ({ key }: Message): Promise<void> => {
          tries.push(key);
          return Promise.reject(away);
        };
        services.push(await listenWith(cluster.open(connection).transport('payment'), take));
      };
      const [one, two]: [string[], string[]] = [[], []];
      await join(one);
      await cluster.open(connection).publish(keysOfBothPartitions().map((key) => aMessage({ id: key, key })));
      await eventually('tries of both', () => new Set(one).size === 2);
      await join(two);
      await eventually('tries of the other member', () => two.length > 2);
      one.length = two.length = 0;
      await eventually('tries of both members', () => one.length > 4 && two.length > 4);
      expect([new Set(one).size, new Set(two).size, new Set([...one, ...two]).size]).toEqual([1, 1, 2]);
    });

    it('loses nothing when the broker crashes and comes back', async () => {
      const connection = await cluster.connect(6);
      const messages = messagesOver(30, 900);
      const effects = new Effects();
      const failures: unknown[] = [];
      services.push(await listenWith(cluster.open(connection).transport('payment'), effects.take));
      const relaying = relay(cluster.open(connection), messages, failures);
      await eventually('the first messages', () => effects.size > 200);
      await cluster.broker.kill();
      await cluster.broker.start();
      await relaying;
      await eventually('all messages', () => effects.size === messages.length);
      effects.expectAllOf(messages);
    });
  });
}
