import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog, MessagingMeter } from '../observability';
import { READ_RETRY } from './client';
import type { ReceivedRecord } from './cloud-event';
import { PartitionProgress } from './partition-progress';
import { endsOf } from './topics';

/** A record with its topic, partition and offset. */
export interface PlacedRecord extends ReceivedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  /** When the broker received it, in milliseconds since the epoch. */
  readonly timestamp: string;
}

/** Options of a {@link GroupConsumer}. */
export interface GroupConsumerOptions {
  /** A client with {@link READ_RETRY}. */
  readonly kafka: Kafka;
  /** Label in metrics and logs. The name of the group may differ at every start. */
  readonly name: string;
  readonly group: string;
  readonly topics: readonly string[];
  /** Number of partitions of all topics together. */
  readonly partitions: number;
  /**
   * Where to start. `committed`: at the committed offset of the group, or at the oldest record for a new group; members
   * share the partitions. `now` and `beginning`: at the newest or oldest record; the group has one member and commits
   * nothing.
   */
  readonly from: 'committed' | 'now' | 'beginning';
  /**
   * Handles one record. Called in the order of each partition, without waiting for earlier records.
   *
   * @param lost - whether the group was rebalanced since: the record is then delivered again, to this or another member
   * @returns resolves when the record is handled; a rejected record is delivered again
   */
  readonly take: (record: PlacedRecord, lost: () => boolean) => Promise<void>;
  /** Maximum unhandled records per partition. The partition is paused above it, and resumed at half of it. */
  readonly outstandingMax: number;
  /** Maximum time a fetch waits at the broker for records, in milliseconds. */
  readonly fetchWaitMs: number;
  readonly log: MessagingLog;
  readonly meter: MessagingMeter;
}

/** A member without heartbeats for this long loses its partitions, for example after it was killed. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** Time for members to rejoin when the group changes. */
const REBALANCE_MS = 15_000;
/** Records handled since the last commit are delivered again after a crash. */
const COMMIT_EVERY_MS = 200;
/** Pause before joining the group again after a failure. */
const RETRY_MS = 500;
const LOG_INTERVAL_MS = 10_000;

/**
 * One member of a consumer group. Records are delivered as they are fetched. The committed offset of a partition moves
 * past a record only when all records before it are handled (protocol rule 24), so a slow or failing record holds back
 * the offset of its partition and no other records.
 */
export class GroupConsumer {
  readonly #options: GroupConsumerOptions;
  readonly #stopping = new AbortController();
  #progress = new Map<string, PartitionProgress>();
  readonly #paused = new Map<PartitionProgress, () => void>();
  #consumer: Consumer | undefined;
  #commitThrough: EachBatchPayload['commitOffsetsIfNecessary'] | undefined;
  #joined: () => void = () => undefined;
  #draining = false;
  #running: Promise<void> = Promise.resolve();
  #committing: Promise<void> | undefined;
  #failures = 0;
  #loggedAt = -Infinity;

  constructor(options: GroupConsumerOptions) {
    this.#options = options;
    const labels = { consumer: options.name };
    options.meter.gauge('kafka_lag_messages', labels, () => this.#sum((progress) => progress.lag));
    options.meter.gauge('kafka_outstanding_messages', labels, () => this.#sum(({ outstanding }) => outstanding));
  }

  /** Joins the group. Resolves once it is a member, however long the broker is down, or once it is stopped. */
  async start(): Promise<void> {
    const joined = new Promise<void>((resolve) => (this.#joined = resolve));
    this.#running = this.#run();
    await Promise.race([joined, this.#running]);
  }

  /** Stops fetching. Records already fetched may still be handled. */
  pause(): void {
    this.#draining = true;
    this.#consumer?.pause(this.#options.topics.map((topic) => ({ topic })));
  }

  /** Commits the offsets of handled records and leaves the group. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, log, meter } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#consume();
      } catch (error) {
        this.#failures += 1;
        meter.count('kafka_consumer_failures_total', { consumer: name });
        // One failure is normal while a coordinator moves, or is elected in a new cluster.
        if (this.#failures > 1 && performance.now() >= this.#loggedAt + LOG_INTERVAL_MS) {
          this.#loggedAt = performance.now();
          log.warn({ consumer: name, cause: causeOf(error) }, 'cannot read from Kafka, retrying');
        }
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** One membership. Resolves when stopped. @throws the error that ended the membership */
  async #consume(): Promise<void> {
    const { kafka, group, topics, partitions, from, fetchWaitMs } = this.#options;
    const { signal } = this.#stopping;
    if (from === 'now' && this.#progress.size === 0) await this.#beginAtTheEnd();
    const consumer = kafka.consumer({
      groupId: group,
      allowAutoTopicCreation: false,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: fetchWaitMs,
      // `#run` joins again, so that failures are counted and logged.
      retry: { ...READ_RETRY, restartOnFailure: () => Promise.resolve(false) },
    });
    const ended = new AbortController();
    const over = new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload: { error } }) => reject(error));
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { signal: ended.signal });
    });
    over.catch(() => undefined);
    consumer.on(consumer.events.GROUP_JOIN, () => this.#join(consumer));
    consumer.on(consumer.events.REBALANCING, () => void this.#commit());
    const committing = setInterval(() => void this.#commit(), COMMIT_EVERY_MS);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: from !== 'now' });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitions,
        eachBatch: (payload) => {
          this.#takeBatch(payload);
          return Promise.resolve();
        },
      });
      this.#consumer = consumer;
      await over;
    } finally {
      clearInterval(committing);
      ended.abort();
      this.#consumer = undefined;
      // A commit in progress may not include all records.
      await this.#committing;
      await this.#commit();
      this.#commitThrough = undefined;
      await consumer.disconnect().catch(() => undefined);
    }
  }

  /** Called before the first fetch of a membership, which assigns all partitions anew. */
  #join(consumer: Consumer): void {
    this.#paused.clear();
    consumer.resume(consumer.paused());
    if (this.#draining) consumer.pause(this.#options.topics.map((topic) => ({ topic })));
    if (this.#options.from === 'committed') {
      this.#progress = new Map();
    } else {
      for (const [key, { next }] of this.#progress) consumer.seek({ ...topicPartitionOf(key), offset: `${next}` });
    }
    this.#failures = 0;
    this.#joined();
  }

  #takeBatch({ batch, ...payload }: EachBatchPayload): void {
    const [first] = batch.messages;
    if (first === undefined || this.#draining || !payload.isRunning() || payload.isStale()) return;
    const { topic, partition } = batch;
    const progress = this.#progressOf(topic, partition, Number(first.offset));
    progress.highWatermark = Number(batch.highWatermark);
    const generation = this.#progress;
    const lost = (): boolean => this.#progress !== generation;
    for (const message of batch.messages) {
      const handled = progress.take(Number(message.offset));
      this.#take({ ...message, topic, partition }, lost).then(
        () => {
          handled();
          this.#makeRoom(progress);
        },
        () => undefined,
      );
    }
    progress.pass(Number(batch.lastOffset()) + 1);
    // Sets where to fetch next. Committing is separate.
    payload.resolveOffset(batch.lastOffset());
    this.#commitThrough = (offsets) => payload.commitOffsetsIfNecessary(offsets);
    if (progress.outstanding > this.#options.outstandingMax) this.#paused.set(progress, payload.pause());
  }

  /** Turns a synchronous throw into a rejection. */
  async #take(record: PlacedRecord, lost: () => boolean): Promise<void> {
    await this.#options.take(record, lost);
  }

  #makeRoom(progress: PartitionProgress): void {
    const resume = this.#paused.get(progress);
    if (resume === undefined || this.#draining || progress.outstanding > this.#options.outstandingMax / 2) return;
    this.#paused.delete(progress);
    resume();
  }

  #progressOf(topic: string, partition: number, next: number): PartitionProgress {
    const key = `${topic}/${partition}`;
    let progress = this.#progress.get(key);
    if (progress === undefined) this.#progress.set(key, (progress = new PartitionProgress(next)));
    return progress;
  }

  #commit(): Promise<void> {
    this.#committing ??= this.#commitHandled().finally(() => (this.#committing = undefined));
    return this.#committing;
  }

  /** Commits within the current generation only: a member that lost its partitions commits nothing (protocol rule 24). */
  async #commitHandled(): Promise<void> {
    const commit = this.#commitThrough;
    const moved = [...this.#progress].filter(([, progress]) => progress.needsCommit);
    if (this.#options.from !== 'committed' || commit === undefined || moved.length === 0) return;
    const offsets = moved.map(([key, progress]) => ({ ...topicPartitionOf(key), progress, offset: progress.handled }));
    const topics = this.#options.topics.map((topic) => ({
      topic,
      partitions: offsets
        .filter((each) => each.topic === topic)
        .map(({ partition, offset }) => ({ partition, offset: `${offset}` })),
    }));
    try {
      await commit({ topics: topics.filter(({ partitions }) => partitions.length > 0) });
      for (const { progress, offset } of offsets) progress.committed(offset);
    } catch (error) {
      // Records after the committed offset are delivered again.
      this.#options.log.debug(
        { consumer: this.#options.name, cause: causeOf(error) },
        'cannot commit offsets; their records may be delivered again',
      );
    }
  }

  async #beginAtTheEnd(): Promise<void> {
    const { kafka, topics } = this.#options;
    for (const { topic, partition, end } of await endsOf(kafka, topics)) this.#progressOf(topic, partition, end);
  }

  #sum(of: (progress: PartitionProgress) => number): number {
    let sum = 0;
    for (const progress of this.#progress.values()) sum += of(progress);
    return sum;
  }
}

function topicPartitionOf(key: string): { readonly topic: string; readonly partition: number } {
  const slash = key.lastIndexOf('/');
  return { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)) };
}
