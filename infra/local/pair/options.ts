import { parseArgs } from 'node:util';

export interface PairOptions {
  readonly instances: number;
  /** Where PostgreSQL keeps its data; null: for this time only. */
  readonly folder: string | null;
}

export const USAGE = `Starts two instances of the standalone service on one PostgreSQL, and a proxy that sends requests to the one that leads.

  npm run pair
  npm run pair -- --instances 3
  npm run pair -- --data ./data/pair     keeps what is written; otherwise it is gone at the end

PORT, BOOTSTRAP_API_KEYS and every other variable of .env.example are passed on. EVENT_STORE_URL=postgres://…, when set, is
used in the place of a database of its own.
`;

const INSTANCES_MAX = 8;

/** @throws Error that says what is wrong with them */
export function readOptions(args: readonly string[]): PairOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { instances: { type: 'string', default: '2' }, data: { type: 'string' } },
  });
  const instances = Number(values.instances);
  if (!Number.isInteger(instances) || instances < 1 || instances > INSTANCES_MAX) {
    throw new Error(`--instances takes 1 to ${INSTANCES_MAX}, not "${values.instances}"`);
  }
  return { instances, folder: values.data ?? null };
}
