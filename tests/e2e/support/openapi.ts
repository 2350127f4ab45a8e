import Ajv2020 from 'ajv/dist/2020';
import { textOf } from './repository';

/** As much of JSON Schema as the API's document is written in. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example?: string;
}

/** One operation of the API, as its document describes it. */
export interface Operation {
  readonly operationId: string;
  /** `post /v1/payments/{id}/cancel` */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As `Api` takes it: below `/v1`, or with `//` from the root. What stands in braces is a parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of its body and a valid one; left out: it takes none. */
  readonly body?: { readonly schema: Schema; readonly example: Readonly<Record<string, unknown>> };
  /** Whether an API key is needed. */
  readonly authenticated: boolean;
  /** The scope that a key has to have; null: any key will do, or none is needed. */
  readonly scope: string | null;
  /** The schema of each answer by its status; null where it is no JSON. */
  readonly answers: ReadonlyMap<number, Schema | null>;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Contents = Readonly<Record<string, Content>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Contents };
  readonly security: readonly { readonly bearerAuth?: readonly string[] }[];
  readonly responses: Readonly<Record<string, { readonly content?: Contents } | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

const JSON_TYPE = 'application/json';
/** The committed document: that it is the one which is served is a test of the gateway's. */
const document = JSON.parse(textOf('apps/gateway/openapi.json')) as Document;

/** Every operation of the document whose answer ends by itself. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { responses }]) => !JSON.stringify(responses).includes('text/event-stream'))
    .map(([method, operation]) => readOperation(method, path, operation)),
);

function readOperation(method: string, path: string, documented: DocumentedOperation): Operation {
  const { operationId, parameters = [], requestBody, security, responses } = documented;
  const content = requestBody?.content[JSON_TYPE];
  const [example] = Object.values(content?.examples ?? {});
  return {
    operationId,
    name: `${method} ${path}`,
    method: method.toUpperCase() as Operation['method'],
    path: path.startsWith('/v1/') ? path.slice('/v1'.length) : `/${path}`,
    parameters: parameters.map((each) => target(each)),
    ...(content === undefined
      ? {}
      : { body: { schema: target(content.schema), example: { ...(example?.value as object) } } }),
    authenticated: security.length > 0,
    scope: security[0]?.bearerAuth?.[0] ?? null,
    answers: new Map(
      Object.entries(responses).map(([status, response]) => [
        Number(status),
        target<{ content?: Contents }>(response).content?.[JSON_TYPE]?.schema ?? null,
      ]),
    ),
  };
}

/** What a reference leads to, or the thing itself. */
export function target<T extends object>(node: T | Reference): T {
  if (!('$ref' in node)) return node;
  const parts = node.$ref.slice('#/'.length).split('/');
  return parts.reduce<unknown>((found, part) => Reflect.get(found as object, part), document) as T;
}

/**
 * A schema of answers as strict as this version is: clients have to bear keys and words that come later, but nothing comes
 * unnoticed. Requests are that strict in the document.
 */
function asOfToday(_key: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  const { 'x-extensible-enum': words, ...schema } = node as Readonly<Record<string, unknown>>;
  return {
    ...('properties' in schema && 'type' in schema ? { additionalProperties: false } : {}),
    ...schema,
    ...(Array.isArray(words)
      ? { enum: [...(words as unknown[]), ...(schema['type'] === 'string' ? [] : [null])] }
      : {}),
  };
}

// Components stand in a schema of their own, because JSON Schema in strict mode takes nothing of OpenAPI around it.
const inComponents = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema, asOfToday).replaceAll('#/components/schemas/', 'components#/$defs/')) as object;
const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addSchema({ $id: 'components', $defs: inComponents(document.components.schemas) });
const validators = new Map<Schema, ReturnType<typeof ajv.compile>>();

/** What a schema has against a value. */
export function problemsOf(schema: Schema, value: unknown): readonly unknown[] {
  const validate = validators.get(schema) ?? ajv.compile(inComponents(schema));
  validators.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []);
}
