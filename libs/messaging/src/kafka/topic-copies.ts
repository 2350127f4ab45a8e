import { ConfigResourceTypes, ConfigSource } from 'kafkajs';
import type { Admin, Kafka } from 'kafkajs';
import { causeOf } from '../cause';
import type { MessagingLog } from '../observability';
import { withAdmin } from './client';

/** Name of the setting that says how many copies acknowledge a message. */
export const MIN_IN_SYNC = 'min.insync.replicas';

/** From so many copies on, one broker may be away while two others acknowledge. */
export const COPIES_FOR_TWO = 3;

/** How safe the messages of a topic are. */
export interface TopicCopies {
  /** Of each partition, at least. */
  readonly copies: number;
  /** Copies that a message is on, at least, when it is acknowledged. */
  readonly acknowledging: number;
}

/** A topic as it is. */
export interface TopicState extends TopicCopies {
  readonly partitions: number;
  /** What was set for this topic, as opposed to what it has from its broker. */
  readonly settings: ReadonlyMap<string, string>;
}

/** Reads how topics are placed and set. All of them have to be there. */
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

/** Whether a message that was acknowledged may be lost with the disk of one broker. */
export function mayLose({ acknowledging }: TopicCopies): boolean {
  return acknowledging < 2;
}

/** Says which topics may lose acknowledged messages with the disk of one broker. Never fails. */
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

const LOSS = 'an acknowledged message is on one disk only, and is lost with it';
const FEW_COPIES = `topics with fewer than three copies: ${LOSS}. Run three brokers and make the topics with --replication 3`;
const ONE_ACKNOWLEDGES = `topics with ${MIN_IN_SYNC}=1: ${LOSS}. Run \`npm run topics\`, which sets 2`;
const CANNOT_LOOK = `the topics' ${MIN_IN_SYNC} cannot be read: see that it is 2 at least. The login needs DescribeConfigs`;
