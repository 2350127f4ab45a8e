import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, Partitioners, type Consumer, type Producer } from 'kafkajs';

const PARTITIONS = 6;
/** About as large as a message between services. */
const VALUE = 'x'.repeat(600);

/** Messages to a topic of its own and back: what the broker can do for whoever sends everything that waits at once. */
export class RawBroker {
  readonly #waiting = new Map<string, () => void>();
  #unsent: { readonly key: string; readonly value: string }[] = [];
  #flushing = false;

  private constructor(
    private readonly topic: string,
    private readonly producer: Producer,
    private readonly consumer: Consumer,
  ) {}

  /** @param url - as `BUS_URL` has it */
  static async open(url: string): Promise<RawBroker> {
    const kafka = new Kafka({ brokers: [new URL(url).host], clientId: 'bench', logLevel: logLevel.NOTHING });
    const topic = `bench-${randomUUID()}`;
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS }], waitForLeaders: true });
    await admin.disconnect();
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    const consumer = kafka.consumer({ groupId: topic, allowAutoTopicCreation: false });
    const broker = new RawBroker(topic, producer, consumer);
    await broker.#listen();
    return broker;
  }

  /** Resolves when a message has come back. */
  async roundTrip(): Promise<void> {
    const key = randomUUID();
    const back = new Promise<void>((resolve) => this.#waiting.set(key, resolve));
    this.#unsent.push({ key, value: VALUE });
    if (!this.#flushing) await this.#flush();
    await back;
  }

  async close(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  async #listen(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [this.topic], fromBeginning: true });
    await this.consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: ({ batch }) => {
        for (const { key } of batch.messages) this.#cameBack(key?.toString() ?? '');
        return Promise.resolve();
      },
    });
    // Until the first one has come back it may not have joined its group.
    await this.roundTrip();
  }

  #cameBack(key: string): void {
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }

  /** One at a time; what comes in meanwhile goes with the next one. */
  async #flush(): Promise<void> {
    this.#flushing = true;
    // What is sent in the same turn goes together.
    await Promise.resolve();
    while (this.#unsent.length > 0) {
      await this.producer.send({ topic: this.topic, messages: this.#unsent.splice(0), acks: -1 });
    }
    this.#flushing = false;
  }
}
