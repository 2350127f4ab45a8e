/**
 * The same object to its users, with some of its members replaced. Methods that are not replaced run on the original, so
 * a wrapper does not have to repeat a port method by method.
 */
export function overriding<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(original, name) {
      if (name in members) return Reflect.get(members, name) as unknown;
      const value: unknown = Reflect.get(original, name, original);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => Reflect.apply(value, original, args);
    },
  });
}
