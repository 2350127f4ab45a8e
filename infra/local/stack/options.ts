import { parseArgs } from 'node:util';
import { SERVICES, SERVICES_BEHIND_GATEWAY, type ServiceName } from '@stablecoin/contracts';

export interface StackOptions {
  /** How many processes of each service. */
  readonly instances: Readonly<Record<ServiceName, number>>;
  /** Services that share a process; every other one has its own. Default: none. */
  readonly together?: readonly ServiceName[];
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
and every service as a process of its own, or several in one.

  npm run stack
  npm run stack -- --instances gateway=2,payment=2
  npm run stack -- --together ${SERVICES_BEHIND_GATEWAY.join(',')}
  npm run stack -- --data ./data/stack             keeps what is written; otherwise it is gone at the end

PORT, BOOTSTRAP_API_KEYS and every other variable of .env.example are passed on. BUS_URL, EVENT_STORE_URL, DATABASE_URL
and RATE_LIMIT_URL, when set, are used in the place of a server of its own.
`;

const INSTANCES_MAX = 16;

/** One process of each service, or as many as are said. */
export function processCounts(others: Partial<Readonly<Record<ServiceName, number>>> = {}): StackOptions['instances'] {
  const each = Object.fromEntries(SERVICES.map((service) => [service, 1])) as Record<ServiceName, number>;
  return { ...each, ...others };
}

/** @throws Error that says what is wrong with them */
export function readOptions(args: readonly string[]): StackOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      instances: { type: 'string', default: '' },
      together: { type: 'string', default: '' },
      data: { type: 'string' },
    },
  });
  const instances: Partial<Record<ServiceName, number>> = {};
  for (const part of partsOf(values.instances)) {
    const [, name = '', number = ''] = /^(\w+)=(\d+)$/.exec(part) ?? [];
    const service = SERVICES.find((each) => each === name);
    const count = Number(number);
    if (service === undefined || count < 1 || count > INSTANCES_MAX) {
      throw new Error(`--instances takes <service>=<1 to ${INSTANCES_MAX}>,… of ${SERVICES.join(', ')}, not "${part}"`);
    }
    instances[service] = count;
  }
  return { instances: processCounts(instances), together: readTogether(values.together), folder: values.data ?? null };
}

/**
 * Reads which services share a process.
 *
 * @throws Error that says what is wrong with them
 */
export function readTogether(text: string): readonly ServiceName[] {
  return [...new Set(partsOf(text))].map((part) => {
    const service = SERVICES_BEHIND_GATEWAY.find((each) => each === part);
    if (service === undefined)
      throw new Error(`--together takes some of ${SERVICES_BEHIND_GATEWAY.join(',')}, not "${part}"`);
    return service;
  });
}

/** The services of each process: those that share one first, and the gateway last. */
export function processesOf(together: readonly ServiceName[]): readonly (readonly ServiceName[])[] {
  const alone = [...SERVICES_BEHIND_GATEWAY.filter((service) => !together.includes(service)), 'gateway' as const];
  return [...(together.length === 0 ? [] : [together]), ...alone.map((service) => [service])];
}

function partsOf(list: string): readonly string[] {
  return list.split(',').filter((each) => each !== '');
}
