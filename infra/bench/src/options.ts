import { parseArgs } from 'node:util';

export interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  /** Names of measurements; all of them when it is empty. */
  readonly only: readonly string[];
}

/**
 * Reads the arguments of `npm run bench`.
 *
 * @param names - of the measurements that there are
 * @throws Error saying what is wrong
 */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string', multiple: true } },
  });
  const only = (values.only ?? []).flatMap((list) => list.split(',')).map((name) => name.trim());
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no measurement "${unknown}": it is one of ${names.join(', ')}`);
  return { quick: values.quick ?? false, json: values.json ?? false, only };
}
