/** What endpoints answer with, read loosely: whoever changes an answer leaves alone what it does not know. */

export type Json = Readonly<Record<string, unknown>>;

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
