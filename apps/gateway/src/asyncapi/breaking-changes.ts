import type { Schema } from '../http/json-schema';

/** Keywords of which any change may break a reader: whether it does is hard to say, so it counts as if. */
const FIXED = [
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'anyOf',
  'oneOf',
] as const satisfies readonly (keyof Schema)[];

/**
 * What a subscriber that reads by one schema would not bear of events by another: a key that is gone or may be, a value
 * of another type. New keys, and new words where a value is one of some, are no break: readers ignore what they do not
 * know.
 *
 * @returns one line each, with where it is; empty when nothing breaks
 */
export function breakingChanges(written: Schema, present: Schema, path = 'data'): readonly string[] {
  const [before, after] = [withoutNull(written), withoutNull(present)];
  const changes: string[] = [];
  const wider = typesOf(present).filter((type) => !accepts(written, type));
  if (wider.length > 0) changes.push(`${path}: may be ${wider.join(' or ')} now`);
  for (const keyword of FIXED) {
    if (JSON.stringify(before[keyword]) !== JSON.stringify(after[keyword])) changes.push(`${path}: another ${keyword}`);
  }
  if (before.enum !== undefined && after.enum === undefined) changes.push(`${path}: may be anything now`);
  if (before.items !== undefined) changes.push(...breakingChanges(before.items, after.items ?? {}, `${path}[]`));
  for (const [name, property] of Object.entries(before.properties ?? {})) {
    const place = `${path}.${name}`;
    const current = after.properties?.[name];
    if (current === undefined) {
      changes.push(`${place}: is gone`);
      continue;
    }
    const wasSure = before.required?.includes(name) === true;
    if (wasSure && after.required?.includes(name) !== true) changes.push(`${place}: may be missing now`);
    changes.push(...breakingChanges(property, current, place));
  }
  return changes;
}

/** The schema of what is no `null`: of `{ anyOf: [value, { type: 'null' }] }` the value's. */
function withoutNull(schema: Schema): Schema {
  const { anyOf: [value, nothing, ...others] = [], ...rest } = schema;
  if (value === undefined || nothing?.type !== 'null' || others.length > 0) return schema;
  return { ...value, ...rest };
}

function typesOf(schema: Schema): readonly string[] {
  const value = withoutNull(schema);
  return [value.type ?? 'anything', ...(value === schema ? [] : ['null'])];
}

function accepts(schema: Schema, type: string): boolean {
  const types = typesOf(schema);
  // Every integer is a number.
  return types.includes('anything') || types.includes(type) || (type === 'integer' && types.includes('number'));
}
