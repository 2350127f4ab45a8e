import { readFileSync } from 'node:fs';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin, KafkaConfig, LogEntry, RetryOptions, SASLOptions } from 'kafkajs';
import type { MessagingLog } from '../observability';
import type { KafkaConnection } from './kafka-url';
import { mendRequestQueue } from './request-queue';

/**
 * How kafkajs tries again within one call: for about three seconds, which bridges the change of a leader. Whatever
 * takes longer is tried again by whoever called.
 */
export const RETRY = { retries: 7, initialRetryTime: 100, maxRetryTime: 500 } as const;

/**
 * The same for reading, for about fifteen seconds, which bridges the restart of a broker: a member of a group that
 * begins anew has to wait until its old self has run out of time.
 */
export const READ_RETRY = { retries: 30, initialRetryTime: 100, maxRetryTime: 500 } as const;

/** A client of the cluster, not connected yet. */
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

/** What kafkajs calls an error is mostly something that it then tries again; what is one in the end, its caller says. */
function write(log: MessagingLog, { namespace, log: { message, error, groupId } }: LogEntry): void {
  log.debug({ kafkajs: namespace, group: groupId as unknown, error: error as unknown }, message);
}

/** Does something with an admin that is connected meanwhile. */
export async function withAdmin<T>(kafka: Pick<Kafka, 'admin'>, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
