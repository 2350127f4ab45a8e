import { Partitioners } from 'kafkajs';
import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { BusFullError, BusStoppedError } from '../bus';
import { RETRY } from './client';

/** One record to be sent; the size is taken from its parts. */
export interface OutgoingRecord {
  readonly topic: string;
  readonly key: string;
  /** Null marks the end of a key in a compacted topic. */
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string | Buffer>>;
}

/** A broker rejects batches above one megabyte. */
const FLUSH_BYTES_MAX = 512 * 1_024;
/** Records that wait for a flush; more are refused: relays bound theirs, and a gateway tells its client. */
const WAITING_MAX = 50_000;
/** What a record takes beside its key, value and headers, at most. */
const RECORD_OVERHEAD_BYTES = 64;

interface Waiting {
  readonly record: OutgoingRecord;
  readonly bytes: number;
  readonly acknowledged: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Sends records, one flush at a time. Records that arrive meanwhile are sent together in the next flush. This makes a
 * message ten to twenty times cheaper than sending it alone, and keeps the order of every key.
 */
export class CoalescingProducer {
  readonly #kafka: Kafka;
  #waiting: Waiting[] = [];
  #producer: Promise<Producer> | undefined;
  #flushing: Promise<void> | undefined;
  #stopped = false;

  constructor(
    kafka: Kafka,
    private readonly waitingMax = WAITING_MAX,
  ) {
    this.#kafka = kafka;
  }

  /** Records that are not acknowledged yet and not on their way either. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Sends records. Resolves when all in-sync replicas have them.
   *
   * @throws {@link BusFullError} when too many records wait; none of these was sent
   * @throws the error of a failed flush; the records may have been written
   */
  async send(records: readonly OutgoingRecord[]): Promise<void> {
    if (this.#stopped) throw new BusStoppedError('the bus has stopped');
    if (records.length === 0) return;
    if (this.#waiting.length >= this.waitingMax) throw new BusFullError(`${this.waitingMax} records wait for Kafka`);
    await new Promise<void>((resolve, reject) => {
      let missing = records.length;
      const acknowledged = (): void => {
        missing -= 1;
        if (missing === 0) resolve();
      };
      for (const record of records) this.#waiting.push({ record, bytes: sizeOf(record), acknowledged, failed: reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** Sends what waits, and takes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#flushing;
    await this.#discard();
  }

  async #flush(): Promise<void> {
    // Records of the same tick are sent together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        const producer = await this.#connected();
        await producer.sendBatch({ topicMessages: byTopic(batch), acks: -1 });
        for (const { acknowledged } of batch) acknowledged();
      } catch (error) {
        // Its sequence numbers may differ from those of the broker, which would then reject all further batches.
        await this.#discard();
        // What waited behind fails too: a later message of a key must not overtake an earlier one that is sent again.
        for (const { failed } of [...batch, ...this.#waiting.splice(0)]) failed(error);
      }
    }
    // In the same tick in which the queue is empty, or a record added later would never be flushed.
    this.#flushing = undefined;
  }

  #takeBatch(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((each) => (bytes += each.bytes) > FLUSH_BYTES_MAX);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1));
  }

  #connected(): Promise<Producer> {
    this.#producer ??= this.#connect();
    return this.#producer;
  }

  async #connect(): Promise<Producer> {
    const producer = this.#kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      // An idempotent producer has to be told: it would retry for ever.
      retry: RETRY,
    });
    await producer.connect();
    return producer;
  }

  async #discard(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
  }
}

function byTopic(batch: readonly Waiting[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { record } of batch) {
    const { topic, ...message } = record;
    let messages = topics.get(topic);
    if (messages === undefined) topics.set(topic, (messages = { topic, messages: [] }));
    messages.messages.push(message);
  }
  return [...topics.values()];
}

/** What a record takes at most, in bytes. */
export function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD_BYTES + Buffer.byteLength(key) + (value === null ? 0 : Buffer.byteLength(value));
  for (const [name, text] of Object.entries(headers)) bytes += name.length + Buffer.byteLength(text);
  return bytes;
}
