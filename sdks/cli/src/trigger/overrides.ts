import { UsageFailure } from '../failure.js';

/** A request of a fixture. */
export type Part = 'payment' | 'wallet' | 'faucet' | 'settings';

type Fields = Readonly<Record<string, unknown>>;

/** What `--override key=value` changes in the requests of a fixture. */
export class Overrides {
  readonly #fields = new Map<Part, Record<string, unknown>>();

  /**
   * @param parts - the requests that the fixture makes; a key without a prefix is of the first
   * @throws UsageFailure when the fixture makes no request that could be changed
   */
  constructor(given: Readonly<Record<string, string>>, parts: readonly Part[]) {
    for (const [key, value] of Object.entries(given)) {
      const [prefix = '', ...rest] = key.split('.');
      const named = parts.find((part) => part === prefix && rest.length > 0);
      const part = named ?? parts[0];
      if (part === undefined) throw new UsageFailure('This event takes no --override.');
      const path = named === undefined ? [prefix, ...rest] : rest;
      const fields = this.#fields.get(part) ?? {};
      this.#fields.set(part, fields);
      set(fields, path, value);
    }
  }

  /** The body of a request, with what was overridden. */
  body<T extends object>(part: Part, defaults: Fields): T {
    return { ...defaults, ...this.#fields.get(part) } as T;
  }
}

/** `metadata.order=1` is `{"metadata":{"order":"1"}}`. */
function set(fields: Record<string, unknown>, path: readonly string[], value: string): void {
  const [name = '', ...rest] = path;
  if (name === '__proto__') throw new UsageFailure('There is no field of this name.');
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = fields[name];
  const nested = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  fields[name] = nested;
  set(nested, rest, value);
}
