import type { Schema } from '../http/json-schema';
import type { Example, MediaType } from './open-api';

/** Lists as CSV. */
export function csv(example: string): Readonly<Record<string, MediaType>> {
  const examples = { export: { summary: 'As CSV', value: example } };
  return { 'text/csv': { schema: { type: 'string', description: 'All of the list, with a header row.' }, examples } };
}

/** Server-sent events. */
export function eventStream(example: string): Readonly<Record<string, MediaType>> {
  const examples = { events: { summary: 'An event, a heartbeat, and an end', value: example } };
  return {
    'text/event-stream': {
      schema: { type: 'string', description: 'A stream that stays open until either side closes it.' },
      examples,
    },
  };
}

/** JSON. */
export function json(schema: Schema, examples: Readonly<Record<string, Example>>): Readonly<Record<string, MediaType>> {
  return { 'application/json': { schema, examples } };
}
