import type { IdPrefix } from '@stablecoin/contracts';
import { documentationOf, fieldsOf, isRequired, type Field, type InputType } from '../http/fields';
import { WORD_LISTS } from '../http/words';
import type { Schema } from '../http/json-schema';
import type { Parameter } from './open-api';
import { nullable, ref } from './schema';
import { id } from './values';

/** The schemas of request classes and of what is inside of them, and of the words that they may have, by name. */
export function inputSchemas(types: readonly InputType[]): Readonly<Record<string, Schema>> {
  const schemas: Record<string, Schema> = {};
  const take = (type: InputType): void => {
    schemas[documentationOf(type).name] = inputSchema(type);
    for (const { nested } of fieldsOf(type).values()) if (nested !== undefined) take(nested.type());
  };
  types.forEach(take);
  for (const { name, words, description } of WORD_LISTS) schemas[name] = { type: 'string', enum: words, description };
  return schemas;
}

/** An object of a request. What is not required may be left out, or be `null`. */
function inputSchema(type: InputType): Schema {
  const { description } = documentationOf(type);
  const fields = [...fieldsOf(type)];
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        field.presence === 'required' ? valueSchema(field) : nullable(valueSchema(field)),
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function valueSchema({ nested, schema }: Field): Schema {
  if (nested === undefined) return schema;
  const object = ref(documentationOf(nested.type()).name);
  const { listMax, listMin = 1 } = nested;
  return {
    ...(listMax === undefined ? object : { type: 'array', items: object, minItems: listMin, maxItems: listMax }),
    ...schema,
  };
}

/**
 * The parameters in the URL of a request.
 *
 * @param lists - prefix of the ids of what is listed: a page begins after one of them
 * @throws Error for a class that reads a page, without `lists`
 */
export function queryParameters(type: InputType, lists?: IdPrefix): readonly Parameter[] {
  return [...fieldsOf(type)].map(([name, { schema: documented, keyed }]) => {
    const { description = '', examples, ...schema } = documented;
    const parameter = { name, in: 'query', required: false, description } as const;
    if (name !== 'starting_after') {
      const example = examples?.[0] as Parameter['example'];
      return {
        ...parameter,
        schema,
        ...(example === undefined ? {} : { example }),
        ...(keyed ? { style: 'deepObject' } : {}),
      };
    }
    if (lists === undefined) throw new Error(`${type.name} reads a page: its operation has to say what it lists`);
    const { pattern = '', examples: [anId] = [] } = id(lists, '');
    return { ...parameter, schema: { type: 'string', pattern }, example: String(anId) };
  });
}
