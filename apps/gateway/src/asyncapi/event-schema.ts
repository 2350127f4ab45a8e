import type { PublicEventType } from '@stablecoin/contracts';
import type { Schema } from '../openapi/open-api';
import { SCHEMAS } from '../openapi/schemas';
import { PUBLIC_EVENTS } from './public-events';

const COMPONENT = /^#\/components\/schemas\/(\w+)(?:\/properties\/(\w+))?$/;

/** Exactly what an event's body holds, and not a key more: what our own events are held to. */
export function closedSchema(type: PublicEventType): Schema {
  return withoutReferences(PUBLIC_EVENTS[type].schema);
}

/** What subscribers are told: the same, and that more keys and words may come. */
export function openSchema(type: PublicEventType): Schema {
  return opened(closedSchema(type));
}

/** Each schema stands for itself: a subscriber needs one file. */
function withoutReferences(schema: Schema): Schema {
  if (schema.$ref === undefined) return mapSchema(schema, withoutReferences);
  const [, name = '', property] = COMPONENT.exec(schema.$ref) ?? [];
  const component = SCHEMAS[name];
  const found = property === undefined ? component : component?.properties?.[property];
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  const { examples: _, ...rest } = found;
  return withoutReferences(property === undefined ? rest : found);
}

function opened({ additionalProperties: _, ...schema }: Schema): Schema {
  return mapSchema(schema, opened);
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
