import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@stablecoin/contracts';
import { ConfigResourceTypes, KafkaJSError } from 'kafkajs';
import type { Admin, ITopicConfig, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog } from '../observability';
import { withAdmin } from './client';
import { COPIES_FOR_TWO, MIN_IN_SYNC, statesOf } from './topic-copies';
import type { TopicCopies, TopicState } from './topic-copies';

/** Names of the message topics of a deployment, without its prefix. */
export const MESSAGE_TOPICS: readonly string[] = SERVICES.flatMap((service) => [
  `${service}.commands.v1`,
  `${service}.events.v1`,
]);

/** Name of the dead-letter topic of a message topic. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}

/** How to create the topics of a deployment. */
export interface TopicPlan {
  /** Partitions of each message topic. At most this many instances of a service share its work. */
  readonly partitions: number;
  /** Replication factor. -1 uses the default of the cluster. */
  readonly replication: number;
  /** Retention of messages, in milliseconds. */
  readonly retentionMs: number;
}

/** The result of {@link createTopics} for one topic. */
export interface PlannedTopic extends TopicCopies {
  readonly topic: string;
  readonly partitions: number;
  /** `created`: new. `there`: existed. `different`: existed with another number of partitions, which is kept. */
  readonly state: 'created' | 'there' | 'different';
}

/**
 * Creates missing topics, and sets the retention of existing ones. It never changes the partitions of an existing topic:
 * that would move keys to other partitions and break the order of messages in flight. Other settings are kept.
 *
 * With three replicas or more, `min.insync.replicas` is set to 2, so that no acknowledged message is lost with one disk.
 * Dead-letter topics are compacted: a dead letter is kept until it is removed (see `KafkaDeadLetters`).
 *
 * @param prefix - of every topic name
 * @param topics - names without the prefix. Default: {@link MESSAGE_TOPICS}
 * @returns the message topics and their dead-letter topics
 * @throws Error when brokers do not know a new topic within 30 seconds
 */
export async function createTopics(
  kafka: Pick<Kafka, 'admin'>,
  prefix: string,
  plan: TopicPlan,
  topics: readonly string[] = MESSAGE_TOPICS,
): Promise<readonly PlannedTopic[]> {
  const planned = topics.flatMap((topic) => topicsFor(`${prefix}${topic}`, plan));
  return withAdmin(kafka, async (admin) => {
    const there = new Set(await admin.listTopics());
    const missing = planned.filter(({ topic }) => !there.has(topic));
    if (missing.length > 0) await create(admin, missing);
    const states = await settled(() => configure(admin, planned));
    return planned.map(({ topic, numPartitions = 1 }) => {
      const { partitions, copies, acknowledging } = stateIn(states, topic);
      const state = !there.has(topic) ? 'created' : partitions === numPartitions ? 'there' : 'different';
      return { topic, partitions, copies, acknowledging, state };
    });
  });
}

/** What a cluster has of a deployment. */
export interface KafkaState {
  readonly brokers: number;
  /** Topics that are not there. */
  readonly missing: readonly string[];
  /** Topics whose messages are acknowledged by one replica. */
  readonly onOneDisk: readonly string[];
}

/** Looks at a cluster and at the topics of a deployment. */
export function stateOf(kafka: Pick<Kafka, 'admin'>, prefix: string): Promise<KafkaState> {
  const topics = MESSAGE_TOPICS.flatMap((topic) => [`${prefix}${topic}`, deadLetterTopic(`${prefix}${topic}`)]);
  return withAdmin(kafka, async (admin) => {
    const { brokers } = await admin.describeCluster();
    const missing = await missingOf(admin, topics);
    const states = await statesOf(
      admin,
      topics.filter((topic) => !missing.includes(topic)),
    );
    const onOneDisk = [...states].filter(([, { acknowledging }]) => acknowledging < 2).map(([topic]) => topic);
    return { brokers: brokers.length, missing, onOneDisk };
  });
}

/**
 * Deletes the topics of a deployment that are there, with their messages and the offsets of their consumers, and creates them
 * anew: after the events were restored from a backup.
 */
export async function recreateTopics(
  kafka: Pick<Kafka, 'admin'>,
  prefix: string,
  plan: TopicPlan,
): Promise<readonly PlannedTopic[]> {
  const topics = MESSAGE_TOPICS.flatMap((topic) => topicsFor(`${prefix}${topic}`, plan)).map(({ topic }) => topic);
  await withAdmin(kafka, async (admin) => {
    const missing = await missingOf(admin, topics);
    const there = topics.filter((topic) => !missing.includes(topic));
    if (there.length === 0) return;
    await admin.deleteTopics({ topics: there });
    const deadline = performance.now() + AGREED_WITHIN_MS;
    while ((await missingOf(admin, topics)).length < topics.length) {
      if (performance.now() > deadline)
        throw new Error('the brokers do not delete the topics: see delete.topic.enable');
      await pause(POLL_INTERVAL_MS);
    }
  });
  return createTopics(kafka, prefix, plan);
}

/** Maximum time for brokers to learn of new topics, or for a partition to get a new leader. */
const AGREED_WITHIN_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/**
 * Creates topics, and waits until the broker lists them. The `waitForLeaders` option of kafkajs fails when a broker does
 * not know the topic yet, which happens with KRaft shortly after the controller has answered.
 */
async function create(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  await admin.createTopics({ topics: [...topics], waitForLeaders: false });
  const names = topics.map(({ topic }) => topic);
  const deadline = performance.now() + AGREED_WITHIN_MS;
  for (;;) {
    const unknown = await missingOf(admin, names);
    if (unknown.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(`created, but still unknown to the broker: ${unknown.join(', ')}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** A message topic and its dead-letter topic. */
function topicsFor(topic: string, { partitions, replication, retentionMs }: TopicPlan): readonly ITopicConfig[] {
  const acknowledging = replication >= COPIES_FOR_TWO ? [{ name: MIN_IN_SYNC, value: '2' }] : [];
  return [
    {
      topic,
      numPartitions: partitions,
      replicationFactor: replication,
      configEntries: [
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: `${retentionMs}` },
        ...acknowledging,
      ],
    },
    {
      topic: deadLetterTopic(topic),
      numPartitions: 1,
      replicationFactor: replication,
      configEntries: [{ name: 'cleanup.policy', value: 'compact' }, ...acknowledging],
    },
  ];
}

/**
 * Changes the settings of topics that differ from the plan.
 *
 * @returns the state of each topic after the change
 */
async function configure(admin: Admin, topics: readonly ITopicConfig[]): Promise<ReadonlyMap<string, TopicState>> {
  const names = topics.map(({ topic }) => topic);
  const states = await statesOf(admin, names);
  const changed = topics
    .map((planned) => ({ topic: planned.topic, wanted: settingsFor(planned, stateIn(states, planned.topic)) }))
    .filter(({ topic, wanted }) => differ(wanted, stateIn(states, topic).settings));
  if (changed.length > 0) {
    await admin.alterConfigs({
      validateOnly: false,
      resources: changed.map(({ topic, wanted }) => ({
        type: ConfigResourceTypes.TOPIC,
        name: topic,
        // All settings: one that is left out is reset to the default of the broker.
        configEntries: [...wanted].map(([name, value]) => ({ name, value })),
      })),
    });
  }
  const acknowledged = new Map(changed.map(({ topic, wanted }) => [topic, wanted.get(MIN_IN_SYNC)]));
  return new Map(
    [...states].map(([topic, state]) => {
      const acknowledging = Number(acknowledged.get(topic) ?? state.acknowledging);
      return [topic, { ...state, acknowledging: Math.min(state.copies, acknowledging) }];
    }),
  );
}

/** The planned settings, merged into the existing ones. */
function settingsFor({ configEntries = [] }: ITopicConfig, state: TopicState): ReadonlyMap<string, string> {
  const wanted = new Map(state.settings);
  for (const { name, value } of configEntries) if (name !== MIN_IN_SYNC) wanted.set(name, value);
  if (state.copies >= COPIES_FOR_TWO && state.acknowledging < 2) wanted.set(MIN_IN_SYNC, '2');
  return wanted;
}

function differ(wanted: ReadonlyMap<string, string>, settings: ReadonlyMap<string, string>): boolean {
  return [...wanted].some(([name, value]) => settings.get(name) !== value);
}

function stateIn(states: ReadonlyMap<string, TopicState>, topic: string): TopicState {
  const state = states.get(topic);
  if (state === undefined) throw new Error(`the broker reports no state of ${topic}`);
  return state;
}

const LOG_INTERVAL_MS = 10_000;
const LOOK_EVERY_MS = 500;

/**
 * Waits until all topics exist, and logs every ten seconds what is missing: the broker, or topics.
 *
 * @param signal - stops the wait
 * @returns the number of partitions of each topic; `undefined` when the signal was aborted
 */
export async function untilTopicsAreThere(
  kafka: Kafka,
  topics: readonly string[],
  log: MessagingLog,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | undefined> {
  for (let loggedAt = -Infinity; !signal.aborted;) {
    const look = await lookFor(kafka, topics).catch((error: unknown) => ({ cause: causeOf(error) }));
    if ('found' in look) return look.found;
    if (performance.now() >= loggedAt + LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      log.warn(look, 'cause' in look ? 'waiting for Kafka' : 'waiting for topics: `npm run topics` makes them');
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

function lookFor(
  kafka: Kafka,
  topics: readonly string[],
): Promise<{ readonly missing: readonly string[] } | { readonly found: ReadonlyMap<string, number> }> {
  return withAdmin(kafka, async (admin) => {
    const missing = await missingOf(admin, topics);
    return missing.length > 0 ? { missing } : { found: await partitionsIn(admin, topics) };
  });
}

async function missingOf(admin: Admin, topics: readonly string[]): Promise<readonly string[]> {
  const there = new Set(await admin.listTopics());
  return topics.filter((topic) => !there.has(topic));
}

async function partitionsIn(admin: Admin, topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (topics.length === 0) return new Map();
  const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
  return new Map(metadata.topics.map(({ name, partitions }) => [name, partitions.length]));
}

/** A partition and the offset of its next record. */
export interface PartitionEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: number;
}

/**
 * The end offsets of all partitions. Retries for up to 30 seconds while a partition has no leader: right after a topic
 * is created, or while another broker takes over.
 */
export function endsOf(kafka: Pick<Kafka, 'admin'>, topics: readonly string[]): Promise<readonly PartitionEnd[]> {
  return settled(() =>
    withAdmin(kafka, async (admin) => {
      const ends = topics.map(async (topic) =>
        (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, end: Number(high) })),
      );
      return (await Promise.all(ends)).flat();
    }),
  );
}

/** Retries an admin call while it fails with a retriable error, for at most {@link AGREED_WITHIN_MS}. */
async function settled<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + AGREED_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isRetriable = error instanceof KafkaJSError && error.retriable;
      if (!isRetriable || performance.now() > deadline) throw error;
    }
    await pause(POLL_INTERVAL_MS);
  }
}
