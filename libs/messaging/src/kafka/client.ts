import { readFileSync } from 'node:fs';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin, KafkaConfig, LogEntry, RetryOptions, SASLOptions } from 'kafkajs';
import type { MessagingLog } from '../observability';
import type { KafkaConnection } from './kafka-url';
import { mendRequestQueue } from './request-queue';

/**
 * Retries of kafkajs within one call: about three seconds, enough for a change of leader. The caller retries after that.
 */
export const RETRY = { retries: 7, initialRetryTime: 100, maxRetryTime: 500 } as const;

/**
 * Retries of consumers: about fifteen seconds, enough for a broker restart. A member that rejoins a group has to wait
 * until the session of its former membership has expired.
 */
export const READ_RETRY = { retries: 30, initialRetryTime: 100, maxRetryTime: 500 } as const;

/** Creates a client of the cluster. It connects on first use. */
export function kafkaClient(
  { brokers, tls, ca, sasl }: KafkaConnection,
  clientId: string,
  log: MessagingLog,
  retry: RetryOptions = RETRY,
): Kafka {
  mendRequestQueue();
  const config: KafkaConfig = {
    clientId,
    brokers: [...brokers],
    ...(tls ? { ssl: ca === null ? true : { ca: [readFileSync(ca)] } } : {}),
    // The login is one of three types that differ in the mechanism; this one has all three.
    ...(sasl === null ? {} : { sasl: sasl as SASLOptions }),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => write(log, entry),
  };
  return new Kafka(config);
}

/** Lowers errors of kafkajs to debug: it retries most of them, and the caller logs those that remain. */
function write(log: MessagingLog, { namespace, log: { message, error, groupId } }: LogEntry): void {
  log.debug({ kafkajs: namespace, group: groupId as unknown, error: error as unknown }, message);
}

/** Connects an admin client, runs `work` with it, and disconnects. */
export async function withAdmin<T>(kafka: Pick<Kafka, 'admin'>, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
