import type { PublicEventType } from '@stablecoin/contracts';
import type { Schema } from '../http/json-schema';
import { schemasOf } from '../openapi/document';
import { RESOURCES } from '../resources';
import { PUBLIC_EVENTS } from './public-events';

const SCHEMAS = schemasOf(RESOURCES);
const COMPONENT = /^#\/components\/schemas\/(\w+)$/;

/** Exactly what an event's body holds, and not a key more: what our own events are held to. */
export function closedSchema(type: PublicEventType): Schema {
  return closed(openSchema(type));
}

/** What subscribers are told: that more keys and words may come is said in words. */
export function openSchema(type: PublicEventType): Schema {
  return titled(PUBLIC_EVENTS[type].schema, inCamel(type));
}

/**
 * Without references, so that a subscriber needs one file. Every object and every list of words has a title, because
 * generators name their types by it.
 */
export function titled(schema: Schema, name: string): Schema {
  if (schema.$ref === undefined) {
    const named = withWords(schema);
    const isType = named.properties !== undefined || (named.enum !== undefined && named.const === undefined);
    return mapSchema({ ...(isType ? { title: name } : {}), ...named }, (part, key) =>
      titled(part, name + inCamel(key)),
    );
  }
  const [, component = ''] = COMPONENT.exec(schema.$ref) ?? [];
  const found = SCHEMAS[component];
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  const { examples: _, ...rest } = found;
  return titled(rest, component);
}

/** `error_code` and `error.code` as `ErrorCode`. */
function inCamel(key: string): string {
  return key.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The words of this version: validators know `enum`, and {@link breakingChanges} lets words be added to it. */
function withWords({ 'x-extensible-enum': words, ...schema }: Schema): Schema {
  if (words === undefined) return schema;
  return { type: 'string', enum: words, ...schema };
}

function closed(schema: Schema): Schema {
  const isClosed = schema.properties !== undefined;
  return mapSchema(isClosed ? { ...schema, additionalProperties: false } : schema, (part) => closed(part));
}

/** The same schema with its parts changed; each comes with its key, where it is a property. */
function mapSchema(schema: Schema, change: (part: Schema, key: string) => Schema): Schema {
  const { properties, items, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part, name)])),
    }),
    ...(items && { items: change(items, '') }),
    ...(anyOf && { anyOf: anyOf.map((part) => change(part, '')) }),
    ...(oneOf && { oneOf: oneOf.map((part) => change(part, '')) }),
  };
}
