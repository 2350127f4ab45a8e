import { parseArgs } from 'node:util';
import { SERVICES, type ServiceName } from '@stablecoin/contracts';

export interface StackOptions {
  /** How many processes of each service. */
  readonly instances: Readonly<Record<ServiceName, number>>;
  /** Where the servers keep their data; null: for this time only. */
  readonly folder: string | null;
  /** Where the event store can be told to misbehave, for tests of what the services do then. */
  readonly eventStoreControlPort?: number;
  /** What a flush of the event store takes, in milliseconds, for benches. Default: no time. */
  readonly eventStoreFlushMs?: number;
  /** How many nodes the event store has. Default 1; 3 are a cluster. */
  readonly eventStoreNodes?: 1 | 3;
}

export const USAGE = `Starts the distributed stack on this machine, without Docker: Kafka, a stand-in for EventStoreDB, PostgreSQL, Redis,
and every service as a process of its own.

  npm run stack
  npm run stack -- --instances gateway=2,payment=2
  npm run stack -- --data ./data/stack             keeps what is written; otherwise it is gone at the end

PORT, BOOTSTRAP_API_KEYS and every other variable of .env.example are passed on. BUS_URL, EVENT_STORE_URL, DATABASE_URL
and RATE_LIMIT_URL, when set, are used in the place of a server of its own.
`;

const INSTANCES_MAX = 16;

/** @throws Error that says what is wrong with them */
export function readOptions(args: readonly string[]): StackOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { instances: { type: 'string', default: '' }, data: { type: 'string' } },
  });
  const instances = Object.fromEntries(SERVICES.map((service) => [service, 1])) as Record<ServiceName, number>;
  for (const part of values.instances.split(',').filter((each) => each !== '')) {
    const [, name = '', number = ''] = /^(\w+)=(\d+)$/.exec(part) ?? [];
    const service = SERVICES.find((each) => each === name);
    const count = Number(number);
    if (service === undefined || count < 1 || count > INSTANCES_MAX) {
      throw new Error(`--instances takes <service>=<1 to ${INSTANCES_MAX}>,… of ${SERVICES.join(', ')}, not "${part}"`);
    }
    instances[service] = count;
  }
  return { instances, folder: values.data ?? null };
}
