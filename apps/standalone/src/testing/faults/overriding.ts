/** The same object to its users, with some of its methods replaced. */
export function overriding<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(original, name) {
      if (name in methods) return Reflect.get(methods, name) as unknown;
      const value: unknown = Reflect.get(original, name, original);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => Reflect.apply(value, original, args);
    },
  });
}
