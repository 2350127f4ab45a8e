import { createRequire } from 'node:module';
import type * as Client from './client';
import type * as Adapter from './kafka-bus';
import type { KafkaBus, KafkaBusOptions } from './kafka-bus';
import type { KafkaConnection } from './kafka-url';
import { silentLog } from '../observability';
import type * as Topics from './topics';
import type { KafkaState, PlannedTopic, TopicPlan } from './topics';

// Loaded lazily, so that a process with another bus does not load kafkajs.
const load = createRequire(__filename);

/** The bus over a Kafka cluster. Connects when it is first used. */
export function openKafkaBus(options: KafkaBusOptions): KafkaBus {
  const { KafkaBus: Bus } = load('./kafka-bus') as typeof Adapter;
  return new Bus(options);
}

/** Makes the topics of every service that are missing, and leaves the partitions of the others as they are. */
export function createKafkaTopics(connection: KafkaConnection, plan: TopicPlan): Promise<readonly PlannedTopic[]> {
  const { kafkaClient } = load('./client') as typeof Client;
  const { createTopics } = load('./topics') as typeof Topics;
  return createTopics(kafkaClient(connection, 'topics', silentLog), connection.prefix, plan);
}

/** Deletes the topics of every service with all that is in them, and makes them anew. */
export function recreateKafkaTopics(connection: KafkaConnection, plan: TopicPlan): Promise<readonly PlannedTopic[]> {
  const { kafkaClient } = load('./client') as typeof Client;
  const { recreateTopics } = load('./topics') as typeof Topics;
  return recreateTopics(kafkaClient(connection, 'topics', silentLog), connection.prefix, plan);
}

/** What the cluster has of this deployment. Does not wait for a cluster that is away. */
export function kafkaState(connection: KafkaConnection): Promise<KafkaState> {
  const { kafkaClient } = load('./client') as typeof Client;
  const { stateOf } = load('./topics') as typeof Topics;
  return stateOf(kafkaClient(connection, 'state', silentLog, { retries: 0 }), connection.prefix);
}
