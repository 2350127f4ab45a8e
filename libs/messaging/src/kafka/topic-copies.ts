import { ConfigResourceTypes, ConfigSource } from 'kafkajs';
import type { Admin, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog } from '../observability';
import { withAdmin } from './client';

/** Topic setting: how many replicas must have a message before it is acknowledged. */
export const MIN_IN_SYNC = 'min.insync.replicas';

/** Replicas needed for two of them to acknowledge while one broker is down. */
export const COPIES_FOR_TWO = 3;

/** How well the messages of a topic are replicated. */
export interface TopicCopies {
  /** Replicas of the least replicated partition. */
  readonly copies: number;
  /** Replicas that hold a message, at least, when it is acknowledged. */
  readonly acknowledging: number;
}

/** The current state of a topic. */
export interface TopicState extends TopicCopies {
  readonly partitions: number;
  /** Settings of the topic itself, without the defaults of the broker. */
  readonly settings: ReadonlyMap<string, string>;
}

/** Reads the partitions, replicas and settings of topics, all of which must exist. */
export async function statesOf(admin: Admin, topics: readonly string[]): Promise<ReadonlyMap<string, TopicState>> {
  if (topics.length === 0) return new Map();
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));
  const { resources: described } = await admin.describeConfigs({ resources, includeSynonyms: false });
  const entriesOf = new Map(described.map(({ resourceName, configEntries }) => [resourceName, configEntries]));
  const { topics: placed } = await admin.fetchTopicMetadata({ topics: [...topics] });
  return new Map(
    placed.map(({ name, partitions }) => {
      const entries = entriesOf.get(name) ?? [];
      const own = entries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
      const needed = entries.find(({ configName }) => configName === MIN_IN_SYNC)?.configValue;
      const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
      return [
        name,
        {
          partitions: partitions.length,
          copies,
          acknowledging: Math.min(copies, Number(needed ?? 1)),
          settings: new Map(own.map(({ configName, configValue }) => [configName, configValue])),
        },
      ];
    }),
  );
}

/** Whether an acknowledged message may be lost with the disk of one broker. */
function mayLose({ acknowledging }: TopicCopies): boolean {
  return acknowledging < 2;
}

/** Logs a warning for topics that may lose acknowledged messages with the disk of one broker. Never throws. */
export async function warnOfLoss(
  kafka: Pick<Kafka, 'admin'>,
  topics: readonly string[],
  log: MessagingLog,
): Promise<void> {
  try {
    const states = await withAdmin(kafka, (admin) => statesOf(admin, topics));
    const risky = [...states].filter(([, state]) => mayLose(state));
    const few = risky.filter(([, { copies }]) => copies < COPIES_FOR_TWO).map(([topic]) => topic);
    const many = risky.filter(([, { copies }]) => copies >= COPIES_FOR_TWO).map(([topic]) => topic);
    if (few.length > 0) log.warn({ topics: few }, FEW_COPIES);
    if (many.length > 0) log.warn({ topics: many }, ONE_ACKNOWLEDGES);
  } catch (error) {
    log.warn({ cause: causeOf(error) }, CANNOT_LOOK);
  }
}

const LOSS = 'an acknowledged message is on one disk only, and is lost if that disk is';
const FEW_COPIES = `topics with fewer than three copies: ${LOSS}. Run three brokers and create the topics with --replication 3`;
const ONE_ACKNOWLEDGES = `topics with ${MIN_IN_SYNC}=1: ${LOSS}. Run \`npm run topics\`, which sets 2`;
const CANNOT_LOOK = `cannot read ${MIN_IN_SYNC} of the topics: make sure that it is at least 2. The login needs DescribeConfigs`;
