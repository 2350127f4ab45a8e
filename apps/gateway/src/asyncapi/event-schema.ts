import type { PublicEventType } from '@stablecoin/contracts';
import type { Schema } from '../openapi/open-api';
import { SCHEMAS } from '../openapi/schemas';
import { PUBLIC_EVENTS } from './public-events';

const COMPONENT = /^#\/components\/schemas\/(\w+)$/;

/** Exactly what an event's body holds, and not a key more: what our own events are held to. */
export function closedSchema(type: PublicEventType): Schema {
  return closed(openSchema(type));
}

/** What subscribers are told: that more keys and words may come is said in words. */
export function openSchema(type: PublicEventType): Schema {
  return withoutReferences(PUBLIC_EVENTS[type].schema);
}

/** Each schema stands for itself: a subscriber needs one file. */
function withoutReferences(schema: Schema): Schema {
  if (schema.$ref === undefined) return mapSchema(withWords(schema), withoutReferences);
  const [, name = ''] = COMPONENT.exec(schema.$ref) ?? [];
  const found = SCHEMAS[name];
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  const { examples: _, ...rest } = found;
  return withoutReferences(rest);
}

/** The words of this version: validators know `enum`, and {@link breakingChanges} lets words be added to it. */
function withWords({ 'x-extensible-enum': words, ...schema }: Schema): Schema {
  if (words === undefined) return schema;
  const { type, ...rest } = schema;
  return { type: type ?? 'string', enum: [...words, ...(Array.isArray(type) ? [null] : [])], ...rest };
}

function closed(schema: Schema): Schema {
  const isClosed = schema.properties !== undefined;
  return mapSchema(isClosed ? { ...schema, additionalProperties: false } : schema, closed);
}

/** The same schema with its parts changed. */
function mapSchema(schema: Schema, change: (part: Schema) => Schema): Schema {
  const { properties, items, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)])),
    }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
  };
}
