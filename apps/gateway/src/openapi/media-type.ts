import type { Example, MediaType, Schema } from './open-api';

/** JSON, which is all that the API speaks. */
export function json(schema: Schema, examples: Readonly<Record<string, Example>>): Readonly<Record<string, MediaType>> {
  return { 'application/json': { schema, examples } };
}
