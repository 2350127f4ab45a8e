import type { INestMicroservice } from '@nestjs/common';
import type { Message } from '@stablecoin/contracts';
import { ConfigResourceTypes, KafkaJSError, KafkaJSNonRetriableError, Partitioners } from 'kafkajs';
import type { Admin } from 'kafkajs';
import { redrive } from '../../dead-letters';
import { silentLog } from '../../observability';
import { aMessage, messagesOver } from '../../testing/a-message';
import { eventually } from '../../testing/eventually';
import { listenWith } from '../../testing/recording-service';
import { kafkaClient, withAdmin } from '../client';
import { toCloudEvent } from '../cloud-event';
import type { KafkaBus } from '../kafka-bus';
import type { KafkaConnection } from '../kafka-url';
import { createTopics, endsOf } from '../topics';
import { connectionTo, keysOfBothPartitions, USER } from './cluster';
import type { KafkaCluster } from './cluster';
import { RecordingLog } from './recording-log';
import { StoreAwayError } from '../../testing/store-away-error';

/** What the bus over Kafka does beside what every bus does. */
export function describeDelivery(cluster: KafkaCluster): void {
  describe('KafkaBus', () => {
    const services: INestMicroservice[] = [];
    const take = async (
      bus: KafkaBus,
      consumer: string,
      handle: (message: Message) => unknown,
      everyInstance = false,
    ) => {
      const service = await listenWith(bus.transport(consumer, { eventsToEveryInstance: everyInstance }), handle);
      services.push(service);
      return service;
    };

    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service.close()));
      await cluster.closeBuses();
    });

    it('gives a new consumer what the topics have kept', async () => {
      const bus = cluster.open(await cluster.connect());
      await bus.publish([aMessage({ id: 'early' })]);
      const seen: string[] = [];
      await take(bus, 'payment', ({ id }) => void seen.push(id));
      await eventually('the early message', () => seen.length === 1);
    });

    it('gives events to every instance that listens, from then on, and a command to one of them', async () => {
      const connection = await cluster.connect();
      const seen: Record<string, string[]> = { one: [], two: [] };
      const [one, two] = [cluster.open(connection), cluster.open(connection)];
      await one.publish([aMessage({ id: 'early', type: 'payment.settled' })]);
      await take(one, 'gateway', ({ id }) => void seen['one']?.push(id), true);
      await take(two, 'gateway', ({ id }) => void seen['two']?.push(id), true);
      await one.publish([aMessage({ id: 'command' }), aMessage({ id: 'event', type: 'payment.settled' })]);
      await eventually('all of them', () => Object.values(seen).flat().length === 3);
      expect(Object.values(seen).flat().sort()).toEqual(['command', 'event', 'event']);
      expect(seen['one']).toContain('event');
      expect(seen['two']).toContain('event');
    });

    it('drops messages of another generation, but what an operator drives again', async () => {
      const connection = await cluster.connect();
      const lost = cluster.open(connection);
      const bus = cluster.open(connection, { generation: '1f' });
      const seen: string[] = [];
      await lost.publish([aMessage({ id: 'lost' })]);
      await lost.redeliver('payment', aMessage({ id: 'again' }));
      await bus.publish([aMessage({ id: 'new' })]);
      await take(bus, 'payment', ({ id }) => void seen.push(id));
      await eventually('what counts', () => seen.length === 2);
      expect(seen.sort()).toEqual(['again', 'new']);
      // And the other way round, by a process that was left over.
      await take(lost, 'wallet', ({ id }) => void seen.push(id));
      await lost.publish([aMessage({ id: 'last' })]);
      await eventually('its own', () => seen.includes('last'));
      expect(seen.sort()).toEqual(['again', 'last', 'lost', 'new']);
    });

    it('keeps the offset before a message that is not handled, whatever was handled behind it', async () => {
      const connection = await cluster.connect(1);
      const seen: string[] = [];
      const first = cluster.open(connection);
      await take(first, 'payment', ({ id }) => {
        seen.push(id);
        if (id === 'b') throw new StoreAwayError();
      });
      await first.publish([aMessage({ id: 'a' }), aMessage({ id: 'b' }), aMessage({ id: 'c' })]);
      await eventually(
        'all three, and b again',
        () => seen.filter((id) => id === 'b').length > 1 && seen.includes('c'),
      );
      await first.stop();

      const again: string[] = [];
      await take(cluster.open(connection), 'payment', ({ id }) => void again.push(id));
      await eventually('what was not handled', () => again.length === 2);
      expect(again).toEqual(['b', 'c']);
    });

    it('reads a partition no further while too much of it is not handled, and the others as ever', async () => {
      const bus = cluster.open(await cluster.connect(2), { outstandingMax: 10 });
      const [slow, quick] = keysOfBothPartitions();
      const seen: string[] = [];
      const release: (() => void)[] = [];
      await take(bus, 'payment', async ({ id, key }) => {
        seen.push(id);
        if (key === slow) await new Promise<void>((resolve) => release.push(resolve));
      });
      const some = (from: number, key: string) =>
        Array.from({ length: 20 }, (_, index) => aMessage({ id: `${from + index}`, key }));
      await bus.publish(some(0, slow));
      await eventually('the first twenty', () => seen.length === 20);
      await bus.publish(some(20, slow));
      await bus.publish(some(40, quick));
      await eventually('those of the other partition', () => seen.length === 40);
      expect(seen.some((id) => Number(id) >= 20 && Number(id) < 40)).toBe(false);
      release.splice(0).forEach((resolve) => resolve());
      await eventually('the rest', () => seen.length === 60);
      release.forEach((resolve) => resolve());
    });

    it('puts what it cannot read into the dead letters, and goes on', async () => {
      const connection = await cluster.connect(1);
      const bus = cluster.open(connection);
      const seen: string[] = [];
      await take(bus, 'payment', ({ id }) => void seen.push(id));
      await sendRaw(connection, [
        { key: 'k', value: 'no headers' },
        { key: 'k', value: '{broken', headers: headers('a') },
        { key: 'k', value: null, headers: headers('b') },
        { key: 'k', value: '{}', headers: { ...headers('c'), ce_livemode: 'perhaps' } },
        { key: 'k', value: '{}', headers: { ...headers('d'), ce_specversion: '2.0' } },
        { key: 'k', value: '{}', headers: { ...headers('e'), ce_type: 'payment.Explode' } },
        { key: 'k', value: '{}', headers: headers('f') },
      ]);
      await eventually('the last one', () => seen.includes('f'));
      const letters = await bus.deadLetters.list();
      expect(letters.map(({ id, cause, origin }) => [id, origin, cause])).toEqual(
        [
          ['payment/e', '0/5', 'PermanentError: payment does not know payment.Explode'],
          ['payment/payment.commands.v1/0/0', '0/0', 'UnreadableRecordError: there is no header ce_specversion'],
          ['payment/payment.commands.v1/0/1', '0/1', 'UnreadableRecordError: the body is not JSON'],
          ['payment/payment.commands.v1/0/2', '0/2', 'UnreadableRecordError: there is no body'],
          ['payment/payment.commands.v1/0/3', '0/3', 'UnreadableRecordError: ce_livemode is neither true nor false'],
          ['payment/payment.commands.v1/0/4', '0/4', 'UnreadableRecordError: ce_specversion is not 1.0'],
        ].sort((a, b) => letters.findIndex(({ id }) => id === a[0]) - letters.findIndex(({ id }) => id === b[0])),
      );
      const [unread] = letters.filter(({ cause }) => cause.includes('not JSON'));
      expect(unread?.message).toMatchObject({ type: 'unreadable', key: 'k', data: { value: base64('{broken') } });
      await expect(redrive(bus.deadLetters, bus, unread?.id ?? '')).rejects.toThrow('cannot read the message');
      await expect(bus.deadLetters.count()).resolves.toBe(6);
    });

    it('drives a dead letter again in another process: it goes when it is handled there, and not before', async () => {
      const connection = await cluster.connect(1);
      let down = true;
      const seen: string[] = [];
      await take(cluster.open(connection), 'payment', ({ id }) => {
        seen.push(`payment ${id}`);
        if (down) throw new Error('no provider');
      });
      await take(cluster.open(connection), 'webhook', ({ id }) => void seen.push(`webhook ${id}`));
      const tool = cluster.open(connection);
      await tool.publish([aMessage({ id: 'a' })]);
      await eventually('the letter', async () => (await tool.deadLetters.count()) === 1);

      seen.length = 0;
      await expect(redrive(tool.deadLetters, tool, 'payment/a')).resolves.toBe('sent');
      await eventually('it failed again', async () => (await tool.deadLetters.get('payment/a'))?.attempts === 1);

      down = false;
      await redrive(tool.deadLetters, tool, 'payment/a');
      await eventually('no letter', async () => (await tool.deadLetters.count()) === 0);
      expect(seen).toEqual(['payment a', 'payment a']);
    });

    it('makes the topics that are missing, and leaves the partitions of the others', async () => {
      const connection = await cluster.connect(3);
      const { log } = new RecordingLog();
      const kafka = kafkaClient(connection, 'test', log);
      const plan = { partitions: 4, replication: 1, retentionMs: 7_200_000 };
      const names = ['payment.commands.v1', 'webhook.commands.v1'];
      const planned = await createTopics(kafka, connection.prefix, plan, names);
      expect(planned.map(({ partitions, state }) => [partitions, state])).toEqual([
        [3, 'different'],
        [1, 'there'],
        [4, 'created'],
        [1, 'created'],
      ]);
      const resources = [{ type: ConfigResourceTypes.TOPIC, name: `${connection.prefix}payment.commands.v1` }];
      // A broker may answer before it has heard of the change.
      await eventually('the new retention', async () => {
        const described = await withAdmin(kafka, (admin) =>
          admin.describeConfigs({ resources, includeSynonyms: false }),
        );
        const settings = described.resources[0]?.configEntries ?? [];
        return settings.find(({ configName }) => configName === 'retention.ms')?.configValue === '7200000';
      });
    });

    it('keeps what an operator has set for a topic, and says at the start that it may lose messages', async () => {
      const connection = await cluster.connect(1);
      const { log, lines } = new RecordingLog();
      const kafka = kafkaClient(connection, 'test', silentLog);
      const topic = `${connection.prefix}payment.events.v1`;
      const segment = { name: 'segment.bytes', value: '1048576' };
      const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
      await withAdmin(kafka, (admin) =>
        admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries: [segment] }] }),
      );
      const setting = async (name: string): Promise<string | undefined> => {
        const described = await withAdmin(kafka, (admin) =>
          admin.describeConfigs({ resources: [resource], includeSynonyms: false }),
        );
        const entries = described.resources[0]?.configEntries ?? [];
        return entries.find(({ configName }) => configName === name)?.configValue;
      };
      await eventually('the operator’s setting', async () => (await setting(segment.name)) === segment.value);
      const plan = { partitions: 1, replication: 1, retentionMs: 7_200_000 };
      const planned = await createTopics(kafka, connection.prefix, plan, ['payment.events.v1']);
      expect(planned.map(({ copies, acknowledging }) => [copies, acknowledging])).toEqual([
        [1, 1],
        [1, 1],
      ]);
      await eventually('the plan’s setting', async () => (await setting('retention.ms')) === '7200000');
      expect(await setting(segment.name)).toBe(segment.value);
      expect(await setting('min.insync.replicas')).toBe('1');

      await take(cluster.open(connection, { log }), 'webhook', () => undefined);
      expect(lines).toContainEqual([
        { topics: expect.arrayContaining([topic, `${topic}.dlq`]) as string[] },
        expect.stringContaining('fewer than three copies') as string,
      ]);
    });

    it('waits for a broker that has not heard of the topics that were made', async () => {
      const { prefix, ...connection } = await cluster.connect();
      const kafka = kafkaClient({ prefix, ...connection }, 'test', silentLog);
      let looks = 0;
      const admin = (): Admin => {
        const real = kafka.admin();
        const listTopics = async (): Promise<string[]> => {
          const topics = await real.listTopics();
          return (looks += 1) < 4 ? topics.filter((topic) => !topic.includes('webhook')) : topics;
        };
        return { ...real, listTopics };
      };
      const plan = { partitions: 1, replication: 1, retentionMs: 3_600_000 };
      const planned = await createTopics({ admin }, prefix, plan, ['webhook.commands.v1']);
      expect(planned.map(({ state }) => state)).toEqual(['created', 'created']);
      expect(looks).toBe(4);
    });

    it('asks again where topics end while the broker that is asked leads none of them', async () => {
      const { prefix, ...connection } = await cluster.connect();
      const kafka = kafkaClient({ prefix, ...connection }, 'test', silentLog);
      const topics = [`${prefix}payment.events.v1`, `${prefix}wallet.events.v1`];
      let failures = 0;
      const failing = (error: Error) => ({
        admin: (): Admin => {
          const real = kafka.admin();
          const fetchTopicOffsets: Admin['fetchTopicOffsets'] = (topic) =>
            topic === topics[1] && (failures += 1) < 3 ? Promise.reject(error) : real.fetchTopicOffsets(topic);
          return { ...real, fetchTopicOffsets };
        },
      });
      const ends = await endsOf(
        failing(new KafkaJSError('This server is not the leader for that topic-partition')),
        topics,
      );
      // Two of the test's own, then the answer; a real broker may fail once more.
      expect(failures).toBeGreaterThanOrEqual(3);
      expect(new Set(ends.map(({ topic }) => topic))).toEqual(new Set(topics));
      expect(ends.every(({ end }) => end === 0)).toBe(true);

      failures = 0;
      await expect(
        endsOf(failing(new KafkaJSNonRetriableError('Not authorized to access topics')), topics),
      ).rejects.toThrow('Not authorized');
      expect(failures).toBe(1);
    });

    it('waits for topics that are missing, says so, and makes none itself', async () => {
      const { log, warnings } = new RecordingLog();
      const { brokers, ...rest } = await cluster.connect();
      const bus = cluster.open({ brokers, ...rest, prefix: 'nobody-made-these.' }, { log });
      const listening = take(bus, 'payment', () => undefined);
      await eventually('a line', () => warnings.length > 0);
      expect(warnings[0]).toMatchObject({ missing: expect.arrayContaining(['nobody-made-these.payment.commands.v1']) });
      await Promise.all([bus.stop(), expect(listening).rejects.toThrow('the bus has stopped')]);
      const admin = kafkaClient({ brokers, ...rest }, 'test', log).admin();
      await admin.connect();
      expect((await admin.listTopics()).filter((topic) => topic.startsWith('nobody'))).toEqual([]);
      await admin.disconnect();
    });

    it('speaks TLS to a broker that it can verify, and logs in', async () => {
      const plain = await cluster.connect();
      const login = `${USER.user}:${encodeURIComponent(USER.password)}`;
      const address = cluster.broker.secureAddress;
      const parameters = `tls=true&ca=${cluster.certificate}&sasl=scram-sha-256&prefix=${plain.prefix}`;
      const bus = cluster.open(connectionTo(`kafka://${login}@${address}?${parameters}`));
      const seen: Message[] = [];
      await take(bus, 'payment', (message) => void seen.push(message));
      await bus.publish(messagesOver(3, 3));
      await eventually('the messages', () => seen.length === 3);

      const { log, lines } = new RecordingLog();
      const wrong = cluster.open(connectionTo(`kafka://alice:hunter22@${address}?${parameters}`), { log });
      await expect(wrong.publish([aMessage({ id: 'a' })])).rejects.toThrow(/SASL|Authentication/i);
      await expect(wrong.check()).rejects.toThrow(/SASL|Authentication/i);
      const unverified = connectionTo(`kafka://${login}@${address}?tls=true&sasl=scram-sha-256`);
      await expect(cluster.open(unverified).check()).rejects.toThrow('self-signed certificate');
      expect(JSON.stringify(lines)).not.toContain('hunter22');
    });
  });
}

function headers(id: string): Record<string, string> {
  return { ...toCloudEvent(aMessage({ id })).headers };
}

async function sendRaw(
  connection: KafkaConnection,
  messages: { key: string; value: string | null; headers?: Record<string, string> }[],
): Promise<void> {
  const { log } = new RecordingLog();
  const producer = kafkaClient(connection, 'test', log).producer({
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  await producer.send({ topic: `${connection.prefix}payment.commands.v1`, messages });
  await producer.disconnect();
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
