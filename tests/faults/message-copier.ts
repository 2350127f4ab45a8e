import { SERVICES } from '@stablecoin/contracts';
import { Kafka, logLevel, Partitioners, type Consumer, type Producer } from 'kafkajs';

const TOPICS = SERVICES.flatMap((service) => [`${service}.commands.v1`, `${service}.events.v1`]);
/** Marks what is a copy, or it would be copied too. */
const COPY = 'copy';

/** Delivers every message once more: sends each again to where it came from, as it was. */
export class MessageCopier {
  readonly #consumer: Consumer;
  readonly #producer: Producer;
  #copied = 0;

  /** @param url - as `BUS_URL` has it */
  constructor(url: string) {
    const kafka = new Kafka({ brokers: [new URL(url).host], clientId: 'copier', logLevel: logLevel.NOTHING });
    this.#consumer = kafka.consumer({ groupId: 'copier', allowAutoTopicCreation: false, maxWaitTimeInMs: 50 });
    this.#producer = kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
  }

  async start(): Promise<void> {
    await this.#producer.connect();
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: TOPICS });
    await this.#consumer.run({
      eachBatch: async ({ batch: { topic, partition, messages } }) => {
        const copies = messages
          .filter(({ headers = {} }) => headers[COPY] === undefined)
          .map(({ key, value, headers }) => ({ key, value, partition, headers: { ...headers, [COPY]: 'yes' } }));
        if (copies.length > 0) await this.#producer.send({ topic, messages: copies });
        this.#copied += copies.length;
      },
    });
  }

  /** @throws Error when there was nothing to copy */
  async stop(): Promise<void> {
    await this.#consumer.disconnect();
    await this.#producer.disconnect();
    if (this.#copied === 0) throw new Error('no message was delivered twice');
  }
}
