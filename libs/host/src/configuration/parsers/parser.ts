/** Reads the text of a variable. */
export interface Parser<T> {
  /** The accepted values, as the end of the sentence "takes …". */
  readonly takes: string;
  parse(text: string): Parsed<T>;
}

/** The result of parsing. `where` locates the error in a long value without showing the value. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly where?: string };

export function valid<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function invalidSetting(where?: string): Parsed<never> {
  return where === undefined ? { ok: false } : { ok: false, where };
}

/** Makes a parser from a function that returns `undefined` for invalid input. */
export function parser<T>(takes: string, read: (text: string) => T | undefined): Parser<T> {
  return {
    takes,
    parse: (text) => {
      const value = read(text);
      return value === undefined ? invalidSetting() : valid(value);
    },
  };
}
