import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka } from 'kafkajs';
import { BusStoppedError, deadLetterId } from '../bus';
import type { DeadLetter, DeadLetters } from '../bus';
import type { MessagingLog, MessagingMeter } from '../observability';
import { toCloudEvent } from './cloud-event';
import type { ReceivedRecord } from './cloud-event';
import { sizeOf } from './coalescing-producer';
import type { CoalescingProducer, OutgoingRecord } from './coalescing-producer';
import { GroupConsumer } from './group-consumer';
import type { PlacedRecord } from './group-consumer';
import { contentOf, receivedMessage, unreadable } from './received-record';
import { deadLetterTopic, endsOf, untilTopicsAreThere } from './topics';

export interface KafkaDeadLettersOptions {
  readonly kafka: Kafka;
  readonly producer: Pick<CoalescingProducer, 'send'>;
  readonly prefix: string;
  /** Of messages, whose dead letters these are. */
  readonly topics: readonly string[];
  readonly outstandingMax: number;
  readonly fetchWaitMs: number;
  readonly log: MessagingLog;
  readonly meter: MessagingMeter;
}

/** A broker takes 1,048,588 bytes by default. A letter is larger than its message, which may have as many. */
const RECORD_BYTES_MAX = 1_000_000;
/** Of an id, or a key, of which more is not kept then. */
const NAME_LENGTH_MAX = 200;
/** Without a record for this long, the end is reached: a compacted topic can end in a gap. */
const IDLE_MS = 2_000;

/**
 * Dead letters in the compacted topics `<topic>.dlq`: a record's key is the letter's id, a record without a value takes
 * the letter away. So letters are kept until somebody has dealt with them, whatever the topics' retention is, and
 * need no place but the broker that the message came from.
 *
 * The record of a letter is the message's own, with what the letter says in headers that begin with `dlq_`.
 */
export class KafkaDeadLetters implements DeadLetters {
  readonly #options: KafkaDeadLettersOptions;
  readonly #topics: readonly string[];
  /** What the topics hold, as far as they have been read; in order of their reading. */
  readonly #letters = new Map<string, DeadLetter>();
  readonly #read = new Map<string, number>();
  readonly #stopping = new AbortController();
  #reader: Promise<GroupConsumer> | undefined;
  #lastReadAt = 0;

  constructor(options: KafkaDeadLettersOptions) {
    this.#options = options;
    this.#topics = options.topics.map((topic) => deadLetterTopic(`${options.prefix}${topic}`));
  }

  /** One that is too large for a record is kept without its content, which stands in its topic as long as that keeps it. */
  async add(letter: Omit<DeadLetter, 'id'>): Promise<void> {
    const record = this.#recordOf(letter);
    const isLarge = sizeOf(record) > RECORD_BYTES_MAX;
    await this.#options.producer.send([isLarge ? this.#recordOf(withoutContent(letter, sizeOf(record))) : record]);
  }

  async list({ consumer, limit = 100 }: { readonly consumer?: string; readonly limit?: number } = {}): Promise<
    readonly DeadLetter[]
  > {
    await this.#readAll();
    return [...this.#letters.values()]
      .filter((letter) => consumer === undefined || letter.consumer === consumer)
      .sort((a, b) => a.failedAt - b.failedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async get(id: string): Promise<DeadLetter | undefined> {
    await this.#readAll();
    return this.#letters.get(id);
  }

  async count(): Promise<number> {
    await this.#readAll();
    return this.#letters.size;
  }

  async remove(id: string): Promise<void> {
    const letter = await this.get(id);
    if (letter !== undefined) await this.discard(letter.topic, id);
  }

  /** Removes a letter of which the topic is known: nothing has to be read for it. */
  discard(topic: string, id: string): Promise<void> {
    return this.#options.producer.send([{ topic: this.#topicOf({ topic }), key: id, value: null, headers: {} }]);
  }

  /** Stops reading. The producer stays the caller's to stop. */
  async close(): Promise<void> {
    this.#stopping.abort();
    const reader = await this.#reader;
    await reader?.stop();
  }

  #topicOf({ topic }: Pick<DeadLetter, 'topic'>): string {
    return deadLetterTopic(`${this.#options.prefix}${topic}`);
  }

  #recordOf(letter: Omit<DeadLetter, 'id'>): OutgoingRecord {
    const { consumer, topic, origin, message, cause, attempts, failedAt } = letter;
    const { value, headers } = contentOf(message) ?? toCloudEvent(message);
    return {
      topic: this.#topicOf(letter),
      key: deadLetterId(letter),
      value: value ?? '',
      headers: {
        ...headers,
        dlq_consumer: consumer,
        dlq_topic: topic,
        dlq_key: message.key,
        dlq_message_id: message.id,
        dlq_time: `${message.time}`,
        dlq_cause: cause,
        dlq_attempts: `${attempts}`,
        dlq_failed_at: `${failedAt}`,
        ...(origin === undefined ? {} : { dlq_origin: origin }),
      },
    };
  }

  /** Reads on to where the topics end now. */
  async #readAll(): Promise<void> {
    this.#reader ??= this.#startReader();
    await this.#reader;
    if (this.#stopping.signal.aborted) throw new BusStoppedError('the bus has stopped');
    const ends = await endsOf(this.#options.kafka, this.#topics);
    this.#lastReadAt = performance.now();
    while (ends.some(({ topic, partition, end }) => (this.#read.get(`${topic}/${partition}`) ?? 0) < end)) {
      if (performance.now() > this.#lastReadAt + IDLE_MS) return;
      await pause(2);
    }
  }

  async #startReader(): Promise<GroupConsumer> {
    const { kafka, log } = this.#options;
    await untilTopicsAreThere(kafka, this.#topics, log, this.#stopping.signal);
    const reader = new GroupConsumer({
      ...this.#options,
      name: 'dead letters',
      // Of one member that commits nothing: when it is gone the broker forgets it.
      group: `${this.#options.prefix}dead-letters.${randomUUID()}`,
      topics: this.#topics,
      partitions: this.#topics.length,
      from: 'beginning',
      take: (record) => {
        this.#takeIn(record);
        return Promise.resolve();
      },
    });
    if (!this.#stopping.signal.aborted) await reader.start();
    return reader;
  }

  #takeIn(record: PlacedRecord): void {
    const id = record.key?.toString() ?? '';
    const header = headersOf(record);
    if (record.value === null) this.#letters.delete(id);
    else this.#letters.set(id, toDeadLetter(id, record, header));
    this.#read.set(`${record.topic}/${record.partition}`, Number(record.offset) + 1);
    this.#lastReadAt = performance.now();
  }
}

/** Without it the letter could never be stored, and its partition would not be read any further. */
function withoutContent(letter: Omit<DeadLetter, 'id'>, bytes: number): Omit<DeadLetter, 'id'> {
  const { topic, origin = 'an unknown place', message, cause } = letter;
  const id = message.id.slice(0, NAME_LENGTH_MAX);
  return {
    ...letter,
    message: {
      ...unreadable({ key: null, value: null }, id, message.time),
      key: message.key.slice(0, NAME_LENGTH_MAX),
    },
    cause: `${cause} (its ${bytes} bytes are too many for a dead letter; they stand in ${topic} at ${origin})`,
  };
}

function headersOf({ headers = {} }: ReceivedRecord): (name: string) => string {
  return (name) => headers[`dlq_${name}`]?.toString() ?? '';
}

function toDeadLetter(id: string, record: PlacedRecord, header: (name: string) => string): DeadLetter {
  const origin = header('origin');
  const own = Object.entries(record.headers ?? {}).filter(([name]) => !name.startsWith('dlq_'));
  const content = { key: Buffer.from(header('key')), value: record.value, headers: Object.fromEntries(own) };
  return {
    id,
    consumer: header('consumer'),
    topic: header('topic'),
    ...(origin === '' ? {} : { origin }),
    message: receivedMessage(content, header('message_id'), countOf(header('time'))),
    cause: header('cause'),
    attempts: countOf(header('attempts')),
    failedAt: countOf(header('failed_at')),
  };
}

/** Of a header that anybody with access to the topic may have written. */
function countOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
