import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { aMessage } from '../../testing/a-message';
import { eventually } from '../../testing/eventually';
import type { KafkaBus } from '../kafka-bus';
import type { KafkaConnection } from '../kafka-url';
import type { KafkaCluster } from './cluster';

const EXAMPLE = join(__dirname, '../../../../../examples/kafka-subscriber/subscriber.mjs');

/** A run of the example, with the lines that it has written. */
class Subscriber {
  readonly #child: ChildProcess;
  #output = '';

  constructor({ brokers, prefix }: KafkaConnection) {
    const environment = {
      KAFKA_BROKERS: brokers.join(','),
      TOPIC: `${prefix}payment.events.v1`,
      GROUP: `${prefix}example`,
    };
    this.#child = spawn(process.execPath, [EXAMPLE], { env: { ...process.env, ...environment } });
    for (const channel of [this.#child.stdout, this.#child.stderr]) {
      channel?.on('data', (text: Buffer) => (this.#output += text.toString()));
    }
  }

  get lines(): readonly string[] {
    return this.#output.split('\n').filter((line) => line !== '');
  }

  get settled(): readonly string[] {
    return this.lines.filter((line) => line.startsWith('settled'));
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}

export function describeSubscriberExample(cluster: KafkaCluster): void {
  describe('examples/kafka-subscriber', () => {
    const running: Subscriber[] = [];
    const start = (connection: KafkaConnection): Subscriber => {
      const subscriber = new Subscriber(connection);
      running.push(subscriber);
      return subscriber;
    };
    const publish = (bus: KafkaBus, id: string, type: string): Promise<void> => {
      const payment = { id: `pay_${id}`, amount: '250.00', currency: 'USDC', txHash: `0x${id}` };
      return bus.publish([aMessage({ id: `evt_${id}`, type, sequence: 3, data: payment })]);
    };

    afterEach(async () => {
      await Promise.all(running.splice(0).map((subscriber) => subscriber.stop()));
      await cluster.closeBuses();
    });

    it('prints settled payments, and resumes where it stopped', async () => {
      const connection = await cluster.connect(1);
      const bus = cluster.open(connection);
      await publish(bus, '1', 'payment.settled');
      await publish(bus, '2', 'payment.failed');
      const first = start(connection);
      await eventually('the first payment', () => first.settled.length === 1);
      await publish(bus, '3', 'payment.settled');
      await eventually('the second payment', () => first.settled.length === 2);
      await first.stop();
      expect(first.settled).toEqual(['settled pay_1 250.00 USDC 0x1 (evt_1)', 'settled pay_3 250.00 USDC 0x3 (evt_3)']);

      await publish(bus, '4', 'payment.settled');
      const second = start(connection);
      await eventually('the third payment', () => second.settled.length === 1);
      expect(second.settled).toEqual(['settled pay_4 250.00 USDC 0x4 (evt_4)']);
    });
  });
}
