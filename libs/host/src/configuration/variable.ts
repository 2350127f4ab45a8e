import type { Parser } from './parsers/parser';

/** One environment variable: what reading it, its error line and `.env.example` are made from. */
export interface Variable<T> {
  readonly name: string;
  readonly parser: Parser<T>;
  /** As text, read like any other value; `null` where nothing is the default. */
  readonly fallback: string | null;
  readonly description: string;
  /** Never shown, neither in an error line nor in a log. */
  readonly secret: boolean;
}

/** What a variable is read as. */
export type ValueOf<V> = V extends OptionalVariable<infer T> ? T | null : V extends Variable<infer T> ? T : never;

export interface OptionalVariable<T> extends Variable<T> {
  readonly fallback: null;
}

/** A variable with a default. */
export function variable<T>(
  name: string,
  parser: Parser<T>,
  fallback: string,
  description: string,
): Variable<T> & { readonly fallback: string } {
  return { name, parser, fallback, description, secret: false };
}

/** A variable that may be left out; it is then `null`. */
export function optional<T>(name: string, parser: Parser<T>, description: string): OptionalVariable<T> {
  return { name, parser, fallback: null, description, secret: false };
}

/** An optional variable whose value is never shown. */
export function secret<T>(name: string, parser: Parser<T>, description: string): OptionalVariable<T> {
  return { ...optional(name, parser, description), secret: true };
}
