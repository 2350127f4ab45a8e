import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog, MessagingMeter } from '../observability';
import { READ_RETRY } from './client';
import type { ReceivedRecord } from './cloud-event';
import { PartitionProgress } from './partition-progress';
import { endsOf } from './topics';

/** A record with where it stands. */
export interface PlacedRecord extends ReceivedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  /** When the broker got it: milliseconds since the epoch. */
  readonly timestamp: string;
}

export interface GroupConsumerOptions {
  /** That tries again as {@link READ_RETRY} says. */
  readonly kafka: Kafka;
  /** In metrics and logs, where the name of a group may be another at every start. */
  readonly name: string;
  readonly group: string;
  readonly topics: readonly string[];
  /** Of all topics together. */
  readonly partitions: number;
  /**
   * `committed`: from where the group stopped, a new group with what the topics have kept; members share the topics.
   * `now`, `beginning`: from this moment on, or all that the topics have kept. Nothing is committed, and the group has
   * one member.
   */
  readonly from: 'committed' | 'now' | 'beginning';
  /**
   * Takes one record. Is called in the order of each partition and not waited for in between.
   *
   * @param lost - whether the group was formed anew meanwhile: the record comes again, here or at another member
   * @returns when the record is handled; when it rejects, the record comes again
   */
  readonly take: (record: PlacedRecord, lost: () => boolean) => Promise<void>;
  /** Records of one partition that are not handled, at most; it is not read on meanwhile. */
  readonly outstandingMax: number;
  /** How long the broker may wait for something to come, in milliseconds. */
  readonly fetchWaitMs: number;
  readonly log: MessagingLog;
  readonly meter: MessagingMeter;
}

/** A member that does not answer for so long has lost its partitions; the time that a killed one is waited for. */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 1_000;
/** Members have so long to come back when the group changes. */
const REBALANCE_MS = 15_000;
/** What was handled since the last commit comes again after a crash. */
const COMMIT_EVERY_MS = 200;
/** Between two memberships. */
const RETRY_MS = 500;
/** A broker that stays away is spoken of once in a while. */
const LOG_INTERVAL_MS = 10_000;

/**
 * One member of a consumer group. Records are handed on as they are fetched, and the offset of a partition moves when
 * everything before it is handled (protocol rule 24): a slow or failing record keeps back the offset of its partition,
 * not the records of others.
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

  /** @returns when it is a member, however long the broker is away; or has been stopped */
  async start(): Promise<void> {
    const joined = new Promise<void>((resolve) => (this.#joined = resolve));
    this.#running = this.#run();
    await Promise.race([joined, this.#running]);
  }

  /** Reads nothing more; what it has read may still be handled. */
  pause(): void {
    this.#draining = true;
    this.#consumer?.pause(this.#options.topics.map((topic) => ({ topic })));
  }

  /** Commits what is handled, and leaves the group. */
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
        // A coordinator that is about to move, or a new cluster's first, fails once.
        if (this.#failures > 1 && performance.now() >= this.#loggedAt + LOG_INTERVAL_MS) {
          this.#loggedAt = performance.now();
          log.warn({ consumer: name, cause: causeOf(error) }, 'cannot read from Kafka, trying again');
        }
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** @returns when it is stopped; throws what it cannot go on after */
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
      // It begins anew here, under our eyes, and not by itself.
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
      // One that is under way may not have all.
      await this.#committing;
      await this.#commit();
      this.#commitThrough = undefined;
      await consumer.disconnect().catch(() => undefined);
    }
  }

  /** Called before anything is fetched: partitions come with a join, also those that this member had before. */
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
    // Where to read on; what may be committed is another question.
    payload.resolveOffset(batch.lastOffset());
    this.#commitThrough = (offsets) => payload.commitOffsetsIfNecessary(offsets);
    if (progress.outstanding > this.#options.outstandingMax) this.#paused.set(progress, payload.pause());
  }

  /** What it throws at once is a rejection too. */
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

  /** By the group's present generation only: one that has lost its partitions commits nothing (protocol rule 24). */
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
      // Whatever is not committed comes again.
      this.#options.log.debug({ consumer: this.#options.name, cause: causeOf(error) }, 'offsets are not committed');
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
