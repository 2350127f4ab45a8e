import { invalidSetting, valid } from './parser';
import type { Parser } from './parser';

/** Comma-separated values, each once. */
export function listOf<T>(takes: string, read: (text: string) => T | undefined): Parser<readonly T[]> {
  return {
    takes,
    parse(text) {
      const entries = text.split(',').map((entry) => entry.trim());
      const values: T[] = [];
      for (const [index, entry] of entries.entries()) {
        const value = entries.indexOf(entry) === index ? read(entry) : undefined;
        if (value === undefined) return invalidSetting(`entry ${index + 1}`);
        values.push(value);
      }
      return valid(values);
    },
  };
}
