import { randomUUID } from 'node:crypto';
import { topicOf } from '@stablecoin/contracts';
import type { Message } from '@stablecoin/contracts';
import type { Kafka } from 'kafkajs';
import { BusStoppedError, deadLetterId, PermanentError } from '../bus';
import type { DeadLetter, DeadLetters, ServiceBus, TransportOptions } from '../bus';
import { BusTransport } from '../bus-transport';
import { causeOf } from '../cause';
import { Consumer } from '../consumer';
import type { Handler } from '../consumer';
import { silentLog, silentMeter } from '../observability';
import type { MessagingLog, MessagingMeter } from '../observability';
import { DEFAULT_RETRY_POLICY } from '../retry-policy';
import type { RetryPolicy } from '../retry-policy';
import { kafkaClient, READ_RETRY, withAdmin } from './client';
import { fromCloudEvent, toCloudEvent } from './cloud-event';
import { CoalescingProducer } from './coalescing-producer';
import type { OutgoingRecord } from './coalescing-producer';
import { GroupConsumer } from './group-consumer';
import type { PlacedRecord } from './group-consumer';
import { KafkaDeadLetters } from './kafka-dead-letters';
import type { KafkaConnection } from './kafka-url';
import { unreadable, UNREADABLE } from './received-record';
import { warnOfLoss } from './topic-copies';
import { deadLetterTopic, MESSAGE_TOPICS, untilTopicsAreThere } from './topics';

export interface KafkaBusOptions {
  readonly connection: KafkaConnection;
  /**
   * Name of the generation of the event store that messages follow from: those of another one are dropped. Default: none, of a
   * store that was never restored.
   */
  readonly generation?: string;
  readonly retry?: RetryPolicy;
  /** Maximum messages per consumer that are being handled or in back-off; more wait. Default 10,000. */
  readonly inFlightMax?: number;
  /** Maximum unhandled records of one partition; reading pauses at this number. Default 5,000. */
  readonly outstandingMax?: number;
  /** The topics whose dead letters can be listed. Default: those of every service. */
  readonly topics?: readonly string[];
  /** How long the broker may wait for records before it answers a fetch, in milliseconds. */
  readonly fetchWaitMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly log?: MessagingLog;
  readonly meter?: MessagingMeter;
}

/** How long a stop waits for handlers under way, unless told. */
const STOP_LIMIT_MS = 10_000;
const FETCH_WAIT_MS = 500;
/** Names the one consumer that a record is for, when it is not for all: a dead letter that is driven again. */
const ONLY_FOR = 'only-for';
/** The id of that letter. */
const LETTER = 'letter';
/** Missing for a store that was never restored. */
const GENERATION = 'ce_generation';

/** A consumer of this process and its group consumers. */
interface Listening {
  readonly consumer: Consumer;
  readonly readers: readonly GroupConsumer[];
}

/**
 * The bus over a Kafka cluster. A message goes to the topic of its type, under its key, as a CloudEvent in binary mode.
 * Each consumer is a consumer group, which its instances share.
 *
 * Handlers of one partition start in its order, without waiting for each other; the command handler's queue per stream
 * keeps the order, or the handler asks for it by {@link IN_ORDER}. The offset moves when a message, and all before it, is
 * handled or stored as a dead letter.
 */
export class KafkaBus implements ServiceBus {
  readonly #options: Required<KafkaBusOptions>;
  readonly #kafka: Kafka;
  readonly #reading: Kafka;
  readonly #producer: CoalescingProducer;
  readonly #deadLetters: KafkaDeadLetters;
  readonly #listening = new Map<string, Listening>();
  readonly #stopping = new AbortController();

  constructor(options: KafkaBusOptions) {
    this.#options = {
      generation: '',
      retry: DEFAULT_RETRY_POLICY,
      inFlightMax: 10_000,
      outstandingMax: 5_000,
      fetchWaitMs: FETCH_WAIT_MS,
      now: Date.now,
      log: silentLog,
      meter: silentMeter,
      topics: MESSAGE_TOPICS,
      ...options,
    };
    const { connection, topics, log, meter } = this.#options;
    const { prefix } = connection;
    this.#kafka = kafkaClient(connection, `${prefix}stablecoin-payments`, log);
    this.#reading = kafkaClient(connection, `${prefix}stablecoin-payments`, log, READ_RETRY);
    this.#producer = new CoalescingProducer(this.#kafka);
    this.#deadLetters = new KafkaDeadLetters({
      ...this.#options,
      kafka: this.#reading,
      producer: this.#producer,
      prefix,
      topics,
    });
    meter.gauge('bus_unsent_messages', {}, () => this.#producer.waiting);
  }

  get deadLetters(): DeadLetters {
    return this.#deadLetters;
  }

  /** @throws Error when the broker does not answer */
  check(): Promise<unknown> {
    const { connection, log } = this.#options;
    // Who asks wants to know now, and will ask again.
    const kafka = kafkaClient(connection, `${connection.prefix}health`, log, { retries: 0 });
    return withAdmin(kafka, (admin) => admin.describeCluster());
  }

  async publish(messages: readonly Message[]): Promise<void> {
    await this.#producer.send(messages.map((message) => this.#recordOf(message)));
  }

  async redeliver(
    consumer: string,
    message: Message,
    letterId = deadLetterId({ consumer, message }),
  ): Promise<'handled' | 'sent'> {
    if (message.type === UNREADABLE) throw new PermanentError('this version cannot read the message either');
    const here = this.#listening.get(consumer);
    if (here !== undefined) {
      await here.consumer.redeliver(message);
      return 'handled';
    }
    const record = this.#recordOf(message);
    const headers = { ...record.headers, [ONLY_FOR]: consumer, [LETTER]: letterId };
    await this.#producer.send([{ ...record, headers }]);
    return 'sent';
  }

  /** Closing the Nest context stops the consumer. Messages wait in the topics meanwhile. */
  transport(consumer: string, options: TransportOptions = {}): BusTransport {
    if (this.#listening.has(consumer)) throw new Error(`consumer ${consumer} listens already`);
    return new BusTransport(consumer, {
      listen: (handlers, inOrder) => this.#listen(consumer, handlers, inOrder, options),
      close: () => this.#close(consumer, STOP_LIMIT_MS),
    });
  }

  /**
   * Reads no more messages, waits for handlers under way, commits offsets, and sends what waits.
   *
   * @param limitMs - maximum wait for handlers, in milliseconds
   */
  async stop(limitMs = STOP_LIMIT_MS): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#listening.keys()].map((consumer) => this.#close(consumer, limitMs)));
    await this.#deadLetters.close();
    await this.#producer.stop();
  }

  /** @returns when it is a member of its groups; waits for the broker and the topics without a limit */
  async #listen(
    name: string,
    handlers: ReadonlyMap<string, Handler>,
    inOrder: ReadonlySet<string>,
    { eventsToEveryInstance = false }: TransportOptions,
  ): Promise<void> {
    const { connection, log } = this.#options;
    const { signal } = this.#stopping;
    const consumer = new Consumer(name, handlers, { ...this.#options, deadLetters: this.#deadLetters }, inOrder);
    const readers: GroupConsumer[] = [];
    this.#listening.set(name, { consumer, readers });
    const topics = [...new Set([...handlers.keys()].map(topicOf))];
    const ofInstance = eventsToEveryInstance ? topics.filter((topic) => topic.endsWith('.events.v1')) : [];
    const ofGroup = topics.filter((topic) => !ofInstance.includes(topic));
    const group = `${connection.prefix}${name}`;
    const shares = [
      { name, topics: ofGroup, group, from: 'committed' },
      { name: `${name} (instance)`, topics: ofInstance, group: `${group}.${randomUUID()}`, from: 'now' },
    ] as const;
    for (const share of shares.filter((each) => each.topics.length > 0)) {
      const names = share.topics.map((topic) => `${connection.prefix}${topic}`);
      const needed = names.flatMap((topic) => [topic, deadLetterTopic(topic)]);
      const found = await untilTopicsAreThere(this.#kafka, needed, log, signal);
      if (found === undefined || consumer.stopped) throw stoppedError();
      await warnOfLoss(this.#kafka, needed, log);
      const reader = new GroupConsumer({
        ...this.#options,
        ...share,
        kafka: this.#reading,
        topics: names,
        partitions: names.reduce((sum, topic) => sum + (found.get(topic) ?? 0), 0),
        take: (record, lost) => this.#take(consumer, record, lost),
      });
      readers.push(reader);
      await reader.start();
    }
  }

  /** @returns when the record is handled, stored as a dead letter, or ignored */
  async #take(consumer: Consumer, record: PlacedRecord, lost: () => boolean): Promise<void> {
    const topic = record.topic.slice(this.#options.connection.prefix.length);
    const origin = `${record.partition}/${record.offset}`;
    const onlyFor = headerOf(record, ONLY_FOR);
    if (onlyFor !== undefined && onlyFor !== consumer.name) return;
    // What an operator drives again counts, whenever it was published.
    if (onlyFor === undefined && !this.#isOfThisGeneration(consumer, record)) return;
    let message: Message;
    try {
      message = fromCloudEvent(record);
    } catch (error) {
      const standIn = unreadable(record, `${topic}/${origin}`, Number(record.timestamp));
      return consumer.refuse({ topic, origin, message: standIn }, error);
    }
    const letterId = headerOf(record, LETTER);
    if (letterId !== undefined) return this.#takeAgain(consumer, { topic, origin, message }, letterId);
    if (consumer.handlers.has(message.type)) return consumer.deliver(message, { origin, lost });
    // A service ignores unknown events. A command must be known.
    if (topic.endsWith('.events.v1')) return;
    const unknown = new PermanentError(`${consumer.name} does not know ${message.type}`);
    return consumer.refuse({ topic, origin, message }, unknown);
  }

  /** A message of what a restore has lost is about nothing that the store knows; what it knows is published again. */
  #isOfThisGeneration({ name }: Consumer, record: PlacedRecord): boolean {
    const { generation, meter } = this.#options;
    if ((headerOf(record, GENERATION) ?? '') === generation) return true;
    meter.count('messages_dropped_total', { consumer: name });
    return false;
  }

  /** A dead letter that comes once more goes when it is handled, and not before. */
  async #takeAgain(
    consumer: Consumer,
    delivery: Pick<DeadLetter, 'topic' | 'message'> & { readonly origin: string },
    letterId: string,
  ): Promise<void> {
    try {
      await consumer.redeliver(delivery.message);
    } catch (error) {
      return consumer.refuse(delivery, error);
    }
    try {
      await this.#deadLetters.discard(delivery.topic, letterId);
    } catch (error) {
      // It lies there although it is handled, and may be driven again: handlers know a message that comes twice.
      this.#options.log.warn({ letter: letterId, cause: causeOf(error) }, 'cannot remove a redriven dead letter');
    }
  }

  async #close(name: string, limitMs: number): Promise<void> {
    const listening = this.#listening.get(name);
    if (listening === undefined) return;
    const { consumer, readers } = listening;
    for (const reader of readers) reader.pause();
    await consumer.stop(limitMs);
    await Promise.all(readers.map((reader) => reader.stop()));
    this.#listening.delete(name);
  }

  #recordOf(message: Message): OutgoingRecord {
    const { connection, generation } = this.#options;
    const { value, headers } = toCloudEvent(message);
    const generated = generation === '' ? headers : { ...headers, [GENERATION]: generation };
    return { topic: `${connection.prefix}${topicOf(message.type)}`, key: message.key, value, headers: generated };
  }
}

function headerOf({ headers = {} }: PlacedRecord, name: string): string | undefined {
  return headers[name]?.toString();
}

function stoppedError(): BusStoppedError {
  return new BusStoppedError('the bus has stopped before it could listen');
}
