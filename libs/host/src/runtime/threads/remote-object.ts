import type { ThreadRpc } from './thread-rpc';

/** Names of the methods that return a promise. */
export type AsyncMethod<T> = {
  [Name in keyof T & string]: T[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof T & string];

/** Serves methods of an object to the other thread, under a name. */
export function serve<T extends object>(
  rpc: ThreadRpc,
  name: string,
  object: T,
  methods: readonly AsyncMethod<T>[],
): void {
  for (const method of methods) {
    const carryOut = object[method] as (...args: readonly unknown[]) => Promise<unknown>;
    rpc.answer(`${name}.${method}`, (args: unknown[]) => carryOut.apply(object, args));
  }
}

/** A proxy of an object that the other thread serves: each method is a call. */
export function remote<T extends object, Name extends AsyncMethod<T>>(
  rpc: ThreadRpc,
  name: string,
  methods: readonly Name[],
): Pick<T, Name> {
  const calls = methods.map((method) => [method, (...args: readonly unknown[]) => rpc.call(`${name}.${method}`, args)]);
  // Each of these methods takes and answers what the object's own does, as JSON.
  return Object.fromEntries(calls) as Pick<T, Name>;
}
