import type { Schema } from '../http/json-schema';

/** The schema of that name in the document's components. */
export function ref(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

/**
 * The same, and `null`: in a response for an unknown value, in a request for an absent one. Not as a list of types:
 * several generators drop the pattern of such a schema.
 */
export function nullable({ description, examples, ...schema }: Schema): Schema {
  const { anyOf = [schema], ...others } = schema;
  return {
    anyOf: [...(Object.keys(others).length === 0 ? anyOf : [schema]), { type: 'null' }],
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  };
}

/** Exactly this value. It is an `enum` too, because some generators read no `const`. */
export function constant(value: string | boolean, description?: string): Schema {
  return {
    type: typeof value === 'string' ? 'string' : 'boolean',
    const: value,
    enum: [value],
    ...(description === undefined ? {} : { description }),
  };
}

/** One of the words that an answer may have. More may be added, so a client takes any. */
export function known(words: readonly string[], description: string): Schema {
  return { type: 'string', 'x-extensible-enum': words, description };
}

/** The same, each word with what it means. The type holds the words equal to the union's. */
export function knownWords<Word extends string>(description: string, meanings: Readonly<Record<Word, string>>): Schema {
  return known(Object.keys(meanings), explained(description, meanings));
}

/** A description, with what each word means. */
export function explained<Word extends string>(description: string, meanings: Readonly<Record<Word, string>>): string {
  const lines = Object.entries<string>(meanings).map(([word, meaning]) => `- \`${word}\`: ${meaning}`);
  return [description, '', ...lines].join('\n');
}

/** An object of an answer: every key is always there, and more may be added. The type holds the keys equal to the resource's. */
export function resource<Resource extends object>(
  description: string,
  properties: { readonly [Key in keyof Resource]-?: Schema },
  examples: readonly Resource[] = [],
): Schema {
  return {
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** A list of different values. */
export function listOf(
  items: Schema,
  description: string,
  bounds: { readonly min?: number; readonly max?: number } = {},
): Schema {
  const { min, max } = bounds;
  return {
    type: 'array',
    description,
    items,
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
  };
}

/** A page of a list. */
export function pageSchema(name: string, what: string): Schema {
  return {
    type: 'object',
    description: `A page of ${what}, the newest first.`,
    properties: {
      data: { type: 'array', items: ref(name), description: 'At most `limit` of them.' },
      has_more: { type: 'boolean', description: 'Whether there are older ones.' },
      next_cursor: nullable({
        type: 'string',
        description: 'Send it as `starting_after` to read the next page; `null` on the last one.',
      }),
    },
    required: ['data', 'has_more', 'next_cursor'],
  };
}
