import { readFileSync } from 'node:fs';
import { Failure } from '../failure.js';
import { send, serviceRoot, textOf } from '../http.js';
import type { Rule, RulesDocument } from './difference.js';

type Json = Readonly<Record<string, unknown>>;

const WITHIN_MS = 30_000;
/** How many references of the document are followed to one schema. */
const REFERENCES_MAX = 10;

/**
 * Reads a file of rules. Which fields there are is for the service to say.
 *
 * @throws Failure when it is no document of rules, or two rules have one name
 */
export function readRulesFile(path: string): RulesDocument {
  const value = parsed(path);
  if (!isObject(value)) throw new Failure(`${path} must be a JSON object: {"otherwise": "allow", "rules": []}.`);
  const rules = value['rules'] ?? [];
  if (!Array.isArray(rules)) throw new Failure(`rules of ${path} must be a list.`);
  const names = new Set<unknown>();
  const read = rules.map((rule: unknown, index): Rule => {
    const name = isObject(rule) ? rule['name'] : undefined;
    if (!isObject(rule) || typeof name !== 'string') {
      throw new Failure(`rules[${index}] of ${path} must be an object with a name.`);
    }
    if (names.has(name)) throw new Failure(`rules[${index}] of ${path}: an earlier rule has the name ${name}.`);
    names.add(name);
    return rule;
  });
  return { ...value, rules: read };
}

/**
 * Refuses a document with a field that the service does not know. Its own description of the API says which it knows.
 *
 * @throws Failure that names the field, or says why the description cannot be read
 */
export async function refuseUnknownFields(document: RulesDocument, baseUrl: string): Promise<void> {
  const field = unknownField(await descriptionOf(baseUrl), 'UpdateRuleDraft', document);
  if (field === undefined) return;
  throw new Failure(
    `${field} is not a field that the service knows. Correct the file; docs/rules.md lists the fields.`,
  );
}

/**
 * The first field of a value that its schema does not have.
 *
 * @param openapi - the description of the API
 * @param name - the schema of the value
 * @returns its path, such as `rules[0].when.abvoe`; undefined: there is none
 */
export function unknownField(openapi: unknown, name: string, value: unknown): string | undefined {
  const schemas = objectAt(objectAt(openapi, 'components'), 'schemas');
  return unknownIn({ $ref: `#/components/schemas/${name}` }, value, '');

  function unknownIn(schema: unknown, part: unknown, path: string): string | undefined {
    const shapes = shapesOf(schema, schemas, REFERENCES_MAX);
    if (Array.isArray(part)) {
      const items = { anyOf: shapes.map(({ items: each }) => each) };
      return first(part, (each, index) => unknownIn(items, each, `${path}[${index}]`));
    }
    const closed = shapes.filter((each) => each['additionalProperties'] === false);
    if (!isObject(part) || closed.length === 0) return undefined;
    return first(Object.entries(part), ([key, each]) => {
      const keyPath = path === '' ? key : `${path}.${key}`;
      const known = closed
        .map((shape) => objectAt(shape, 'properties'))
        .flatMap((fields) => (Object.hasOwn(fields, key) ? [fields[key]] : []));
      return known.length === 0 ? keyPath : unknownIn({ anyOf: known }, each, keyPath);
    });
  }
}

/** What a schema may be, without references. */
function shapesOf(schema: unknown, schemas: Json, references: number): readonly Json[] {
  if (!isObject(schema)) return [];
  const { $ref: reference, anyOf, oneOf } = schema;
  if (typeof reference === 'string') {
    const target = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
    return references === 0 ? [] : shapesOf(target, schemas, references - 1);
  }
  const choices: unknown = anyOf ?? oneOf;
  return Array.isArray(choices) ? choices.flatMap((each) => shapesOf(each, schemas, references)) : [schema];
}

async function descriptionOf(baseUrl: string): Promise<unknown> {
  const url = `${serviceRoot(baseUrl)}/openapi.json`;
  const failure = (why: string, cause?: unknown) =>
    new Failure(`${url}, which says which fields rules have, cannot be read: ${why}. Check --base-url.`, undefined, {
      cause,
    });
  try {
    const answer = await send(new URL(url), { signal: AbortSignal.timeout(WITHIN_MS) });
    const description: unknown = JSON.parse(await textOf(answer));
    if (isObject(objectAt(objectAt(description, 'components'), 'schemas')['UpdateRuleDraft'])) return description;
  } catch (error) {
    throw failure(error instanceof Error ? error.message : String(error), error);
  }
  throw failure('it does not describe rules');
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Failure(`${path} cannot be read. Name a file with rules in JSON.`, undefined, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure(`${path} is not JSON: ${why}.`, undefined, { cause });
  }
}

/** The first answer that is not undefined. */
function first<T>(values: readonly T[], read: (value: T, index: number) => string | undefined): string | undefined {
  for (const [index, value] of values.entries()) {
    const found = read(value, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function objectAt(value: unknown, key: string): Json {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
