import type { Kafka, Producer, ProducerBatch, ProducerConfig } from 'kafkajs';
import { BusStoppedError } from '../bus';
import { eventually } from '../testing/eventually';
import { CoalescingProducer } from './coalescing-producer';
import type { OutgoingRecord } from './coalescing-producer';

const record = (key: string, value = key, topic = 't'): OutgoingRecord => ({ topic, key, value, headers: {} });

/** Stands in for a cluster: keeps every batch until it is told what becomes of it. */
class Cluster {
  readonly batches: { readonly keys: readonly string[]; readonly answer: (error?: Error) => void }[] = [];
  producers = 0;
  disconnected = 0;
  config: ProducerConfig | undefined;

  readonly kafka = {
    producer: (config: ProducerConfig): Partial<Producer> => {
      this.producers += 1;
      this.config = config;
      return {
        connect: () => Promise.resolve(),
        disconnect: async () => void (this.disconnected += 1),
        sendBatch: ({ topicMessages = [] }: ProducerBatch) =>
          new Promise((resolve, reject) => {
            const keys = topicMessages.flatMap(({ topic, messages }) =>
              messages.map(({ key }) => `${topic}/${String(key)}`),
            );
            this.batches.push({ keys, answer: (error) => (error === undefined ? resolve([]) : reject(error)) });
          }),
      };
    },
  } as unknown as Kafka;

  /** The next batch, once it has come. */
  async next(count: number): Promise<(typeof this.batches)[number]> {
    await eventually(`batch ${count}`, () => this.batches.length >= count);
    return this.batches[count - 1]!;
  }
}

describe('CoalescingProducer', () => {
  let cluster: Cluster;
  let producer: CoalescingProducer;

  beforeEach(() => {
    cluster = new Cluster();
    producer = new CoalescingProducer(cluster.kafka);
  });

  it('is idempotent, and sends one batch at a time: a batch that is sent again is stored once, in its order', async () => {
    const sent = producer.send([record('a')]);
    (await cluster.next(1)).answer();
    await sent;
    expect(cluster.config).toMatchObject({ idempotent: true, maxInFlightRequests: 1 });
  });

  it('sends together what comes in the same turn, and what comes while a flush is under way, by topic', async () => {
    const first = Promise.all([producer.send([record('a')]), producer.send([record('b', 'b', 'u'), record('c')])]);
    const { keys, answer } = await cluster.next(1);
    expect(keys).toEqual(['t/a', 't/c', 'u/b']);
    const later = Promise.all(['d', 'e', 'f'].map((key) => producer.send([record(key)])));
    expect(producer.waiting).toBe(3);
    answer();
    await first;
    const second = await cluster.next(2);
    expect(second.keys).toEqual(['t/d', 't/e', 't/f']);
    second.answer();
    await later;
    expect([cluster.batches.length, cluster.producers]).toEqual([2, 1]);
  });

  it('sends no more at once than a broker takes, and one that is too large by itself', async () => {
    const large = 'x'.repeat(300 * 1_024);
    const sent = producer.send([record('a', large), record('b', large), record('c', large + large), record('d')]);
    const seen: (readonly string[])[] = [];
    for (let count = 1; count <= 4; count += 1) {
      const { keys, answer } = await cluster.next(count);
      seen.push(keys);
      answer();
    }
    await sent;
    expect(seen).toEqual([['t/a'], ['t/b'], ['t/c'], ['t/d']]);
  });

  it('fails what waited behind a failure too, so that nothing overtakes, and begins anew', async () => {
    const first = producer.send([record('a')]);
    const failing = await cluster.next(1);
    const behind = producer.send([record('a2')]);
    failing.answer(new Error('no leader'));
    await expect(first).rejects.toThrow('no leader');
    await expect(behind).rejects.toThrow('no leader');
    expect([cluster.batches.length, cluster.disconnected]).toEqual([1, 1]);

    const again = producer.send([record('a')]);
    (await cluster.next(2)).answer();
    await again;
    expect(cluster.producers).toBe(2);
  });

  it('sends what waits when it is stopped, and refuses what comes later', async () => {
    const sent = producer.send([record('a')]);
    const stopping = producer.stop();
    (await cluster.next(1)).answer();
    await Promise.all([sent, stopping]);
    await expect(producer.send([record('b')])).rejects.toThrow(BusStoppedError);
    expect(cluster.disconnected).toBe(1);
  });

  it('refuses what it has no room for, and takes again when there is room', async () => {
    const small = new CoalescingProducer(cluster.kafka, 2);
    const first = small.send([record('a')]);
    const { answer } = await cluster.next(1);
    const waiting = Promise.all([small.send([record('b')]), small.send([record('c')])]);
    await expect(small.send([record('d')])).rejects.toMatchObject({ name: 'BusFullError', retry: 'always' });
    answer();
    await first;
    const second = await cluster.next(2);
    const fourth = small.send([record('d')]);
    second.answer();
    await waiting;
    (await cluster.next(3)).answer();
    await fourth;
    expect(cluster.batches.map(({ keys }) => keys)).toEqual([['t/a'], ['t/b', 't/c'], ['t/d']]);
  });
});
