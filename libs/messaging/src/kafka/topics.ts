import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@stablecoin/contracts';
import { ConfigResourceTypes, KafkaJSError } from 'kafkajs';
import type { Admin, ITopicConfig, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog } from '../observability';
import { withAdmin } from './client';
import { COPIES_FOR_TWO, MIN_IN_SYNC, statesOf } from './topic-copies';
import type { TopicCopies, TopicState } from './topic-copies';

/** What lies in the topics of a deployment, without its prefix. */
export const MESSAGE_TOPICS: readonly string[] = SERVICES.flatMap((service) => [
  `${service}.commands.v1`,
  `${service}.events.v1`,
]);

export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}

export interface TopicPlan {
  /** Of each topic of messages: the most instances of a service that can share its work. */
  readonly partitions: number;
  /** Copies of each partition; -1: as the cluster does by itself. */
  readonly replication: number;
  /** How long messages are kept, in milliseconds. */
  readonly retentionMs: number;
}

/** What became of a topic. */
export interface PlannedTopic extends TopicCopies {
  readonly topic: string;
  readonly partitions: number;
  /** `created`, or there already; `different`: with other partitions than planned, which are left as they are. */
  readonly state: 'created' | 'there' | 'different';
}

/**
 * Makes the topics that are missing. What is there stays: other partitions would move keys to other places, and with
 * them the order of what is on its way. The retention of what is there becomes the plan's, and other settings that somebody
 * has made stay.
 *
 * With three copies or more a message is acknowledged when it is on two of them at least, so that no disk takes one with it
 * that its relay takes for sent.
 *
 * Dead letters are compacted, and so kept until they are taken away (see `KafkaDeadLetters`).
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

/** As long as brokers may take to tell each other of new topics, and a partition to get another leader. */
const AGREED_WITHIN_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/**
 * Makes topics, and waits until brokers know them. kafkajs would wait too (`waitForLeaders`), but only for leaders, and
 * fails at a broker that has not heard of a topic: with KRaft it does so a moment after the controller has answered.
 */
async function create(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  await admin.createTopics({ topics: [...topics], waitForLeaders: false });
  const names = topics.map(({ topic }) => topic);
  const deadline = performance.now() + AGREED_WITHIN_MS;
  for (;;) {
    const unknown = await missingOf(admin, names);
    if (unknown.length === 0) return;
    if (performance.now() > deadline) throw new Error(`made, but the broker does not know them: ${unknown.join(', ')}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** A topic of messages and that of its dead letters. */
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
 * Sets topics as they are planned, where they are not so already.
 *
 * @returns how they are then
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
        // All of them: what is not said goes back to the broker's default.
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

/** What is planned, and what else was set for the topic. */
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
  if (state === undefined) throw new Error(`the broker tells nothing of ${topic}`);
  return state;
}

/** A topic that is waited for is spoken of once in a while. */
const LOG_INTERVAL_MS = 10_000;
const LOOK_EVERY_MS = 500;

/**
 * Resolves with the number of partitions of each topic when all of them are there, or with `undefined` when it is told
 * to stop. Until then it says what is missing: the broker, or topics that nobody has made.
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

/** A partition, and the offset that its next record will have. */
export interface PartitionEnd {
  readonly topic: string;
  readonly partition: number;
  readonly end: number;
}

/**
 * Where the topics end. A broker that is named as the leader of a partition may not lead it yet, when the topic is new,
 * or any more, when another broker takes over: kafkajs gives up there, and is asked again until somebody leads.
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

/** Asks until brokers have told each other: one that has not heard of a topic fails for a moment. */
async function settled<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + AGREED_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof KafkaJSError && error.retriable;
      if (!passes || performance.now() > deadline) throw error;
    }
    await pause(POLL_INTERVAL_MS);
  }
}
