import type { Example, MediaType, Schema } from './open-api';

/** Lists as CSV. */
export function csv(example: string): Readonly<Record<string, MediaType>> {
  const examples = { export: { summary: 'As CSV', value: example } };
  return { 'text/csv': { schema: { type: 'string', description: 'All of the list, with a header row.' }, examples } };
}

/** JSON. */
export function json(schema: Schema, examples: Readonly<Record<string, Example>>): Readonly<Record<string, MediaType>> {
  return { 'application/json': { schema, examples } };
}
