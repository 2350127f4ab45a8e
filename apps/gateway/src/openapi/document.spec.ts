import {
  API_ERRORS,
  APPROVAL_STATUSES,
  CHECK_NAMES,
  PAYMENT_ERROR_CODES,
  PAYMENT_STAGES,
  PLANS,
  SCOPES,
  WEBHOOK_EVENT_TYPES,
  CHAIN_NAMES,
  CURRENCIES,
} from '@stablecoin/contracts';
import { idPattern } from '../http/validators';
import { apiDocument } from '../api-document';
import type { Schema } from '../http/json-schema';
import { contentsOf, operationsOf, resolve, responsesOf, schemasOf, valuesOf, webhooksOf } from './testing/walk';

const document = apiDocument();
const operations = operationsOf(document);
const authenticated = operations.filter(({ operation }) => operation.security.length > 0);
const webhooks = webhooksOf(document);
const createPayment = document.paths['/v1/payments']!.post!;
const createdAfter = document.paths['/v1/payments']?.get?.parameters?.flatMap((each) =>
  'name' in each && each.name === 'created_after' ? [each] : [],
)[0];
const everything = [...operations, ...webhooks];

describe('the OpenAPI 3.1 document', () => {
  it('is of version 3.1, with the dialect of its schemas', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.jsonSchemaDialect).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(document.info.license.identifier).toBe('Apache-2.0');
  });

  it('is what JSON can say', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has no reference that leads nowhere', () => {
    const references = valuesOf(document, '$ref');
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references)
      expect([reference, resolve(document, String(reference))]).not.toContain(undefined);
  });

  it('uses every component that it has', () => {
    const references = new Set(
      valuesOf(document, '$ref').map((reference) => String(reference).split('/').slice(0, 4).join('/')),
    );
    for (const kind of ['schemas', 'headers', 'parameters', 'responses'] as const) {
      const unused = Object.keys(document.components[kind]).filter(
        (name) => !references.has(`#/components/${kind}/${name}`),
      );
      expect([kind, unused]).toEqual([kind, []]);
    }
  });

  it('names every operation once', () => {
    const ids = everything.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it.each(everything)('$name says what it does, under a tag that is explained', ({ operation }) => {
    expect(operation.summary).not.toBe('');
    expect(operation.summary).not.toMatch(/\.$/);
    expect(operation.description).toMatch(/\.$/);
    const tags = document.tags.map(({ name }) => name);
    for (const tag of operation.tags) expect(tags).toContain(tag);
    expect(operation.tags).toHaveLength(1);
  });

  it.each(operations)('$name names every parameter of its path, and no other', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const named = (operation.parameters ?? []).flatMap((each) => ('in' in each && each.in === 'path' ? [each] : []));
    expect(named.map(({ name }) => name)).toEqual(inPath);
    expect(named.every(({ required }) => required)).toBe(true);
  });

  it('gives the form of every id in a path', () => {
    const inPath = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).flatMap((each) => ('in' in each && each.in === 'path' ? [each] : [])),
    );
    expect(inPath.length).toBeGreaterThan(20);
    for (const { schema, example } of inPath) {
      expect(schema.pattern).toMatch(/^\^[a-z]{3}_/);
      expect(example).toEqual(expect.stringMatching(new RegExp(schema.pattern ?? '(?!)')));
    }
  });

  it('says of every error when it is sent', () => {
    const descriptions = operations.flatMap(({ operation }) =>
      Object.entries(responsesOf(document, operation)).flatMap(([status, { description }]) =>
        Number(status) >= 400 ? [description] : [],
      ),
    );
    expect(descriptions.length).toBeGreaterThan(300);
    expect(descriptions.filter((text) => /^`\w+`(?: or `\w+`)*$/.test(text))).toEqual([]);
  });

  it.each([
    ['createWallet', 403, 'plan_required'],
    ['createWallets', 403, 'plan_required'],
    ['createPayment', 403, 'plan_required'],
    ['createPayment', 409, 'invalid_state'],
    ['simulatePayment', 409, 'invalid_state'],
    ['useFaucet', 409, 'invalid_state'],
  ])('%s lists %d %s', (id, status, code) => {
    const { operation } = operations.find((each) => each.operation.operationId === id)!;
    expect(responsesOf(document, operation)[String(status)]?.description).toContain(code);
  });

  it.each(operations)('$name has an example of everything that is sent and answered', (placed) => {
    for (const { name, content } of contentsOf(document, placed)) {
      expect([name, Object.keys(content.examples ?? {}).length]).not.toContain(0);
    }
  });
});

describe('Status codes: wallet creation and payments 201 or 202, everything else 200', () => {
  it.each(operations)('$name', ({ name, operation }) => {
    const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const first: Record<string, string[]> = {
      'post /v1/payments': ['200', '201', '202'],
      'post /v1/wallets': ['200', '201', '202'],
      'get /v1/sessions/oidc': [],
    };
    expect(successes).toEqual(first[name] ?? ['200']);
  });
});

describe('Errors', () => {
  it.each(authenticated)(
    '$name can be refused in the usual ways, each with an example',
    ({ name, path, method, operation }) => {
      const expected = ['400', '401', '403', '429', '500'];
      if (path.includes('{')) expected.push('404');
      if (operation.parameters?.some((each) => '$ref' in each && each.$ref.endsWith('/IdempotencyKey')))
        expected.push('409');
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected));
      const withoutKey = ['post /v1/payments/simulate', 'post /v1/sessions'];
      expect(method === 'post').toBe(expected.includes('409') || withoutKey.includes(name));
    },
  );

  it.each(authenticated)('$name answers each code with its status', ({ operation }) => {
    for (const [status, response] of Object.entries(responsesOf(document, operation))) {
      if (status.startsWith('2')) continue;
      const { schema, examples = {} } = response.content?.['application/json'] ?? { schema: {} };
      expect(schema).toEqual({ $ref: '#/components/schemas/ApiError' });
      for (const [code, { value }] of Object.entries(examples)) {
        expect(value).toMatchObject({ code, retryable: API_ERRORS[code as keyof typeof API_ERRORS].retryable });
        expect(String(API_ERRORS[code as keyof typeof API_ERRORS].status)).toBe(status);
      }
    }
  });

  it('POST /payments: 400, 401, 402, 403, 404 (from), 409, 422, 429, 500', () => {
    const codes = Object.values(responsesOf(document, createPayment)).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    );
    expect(codes).toEqual(expect.arrayContaining(Object.keys(API_ERRORS).filter((code) => code !== 'invalid_state')));
  });
});

describe('the headers of answers', () => {
  it.each(operations)('$name: svc-request-id is on every response', ({ operation }) => {
    for (const { headers } of Object.values(responsesOf(document, operation)))
      expect(headers).toHaveProperty('svc-request-id');
  });

  it.each(authenticated)(
    '$name: rate headers are on every authenticated answer, Retry-After on a 429 and a 500',
    ({ operation }) => {
      for (const [status, { headers }] of Object.entries(responsesOf(document, operation))) {
        const names = Object.keys(headers ?? {});
        expect(names.includes('RateLimit')).toBe(status !== '401');
        expect(names.includes('RateLimit-Policy')).toBe(status !== '401');
        expect(names.includes('Retry-After')).toBe(status === '429' || status === '500');
      }
    },
  );

  it('a replay says so, and POST /payments what it preferred', () => {
    const responses = responsesOf(document, createPayment);
    expect(responses['200']?.headers).toHaveProperty('svc-idempotent-replayed');
    for (const status of ['200', '201', '202']) expect(responses[status]?.headers).toHaveProperty('Preference-Applied');
  });
});

describe('keys', () => {
  it('/health/*, /openapi.json and /docs stand at the root, without a key; everything else under /v1, and the sign-in of people', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
    const signIn = ['/v1/sessions/methods', '/v1/sessions/oidc', '/v1/sessions/oidc/callback'];
    expect(open).toEqual([...signIn, '/health/live', '/health/ready', '/openapi.json', '/docs']);
    for (const { path } of authenticated) expect(path).toMatch(/^\/v1\//);
  });

  it.each(authenticated)('$name names a scope that exists, or is about who sends it', ({ path, operation }) => {
    const [requirement] = operation.security;
    const scopes = requirement?.['bearerAuth'] ?? [];
    if (path.startsWith('/v1/sessions')) expect(scopes).toEqual([]);
    else expect(SCOPES).toContain(scopes[0]);
  });
});

describe('the words of the document are those of the contracts', () => {
  const wordsOf = (path: string): unknown => {
    const { anyOf: [first] = [], ...schema } = resolve(document, `#/components/schemas/${path}`) as Schema;
    const value = first ?? schema;
    const words = value.$ref === undefined ? value : (resolve(document, value.$ref) as Schema);
    return words.enum ?? words['x-extensible-enum'];
  };

  it.each([
    ['Payment/properties/stage', PAYMENT_STAGES],
    ['Payment/properties/error_code', PAYMENT_ERROR_CODES],
    ['Payment/properties/status', ['pending', 'settled', 'failed']],
    ['Payment/properties/currency', CURRENCIES],
    ['Payment/properties/chain', CHAIN_NAMES],
    ['CreatePayment/properties/chain', ['auto', ...CHAIN_NAMES]],
    ['SimulationCandidate/properties/verdict', ['ok', ...PAYMENT_ERROR_CODES]],
    ['Approval/properties/status', APPROVAL_STATUSES],
    ['CheckResult/properties/name', CHECK_NAMES],
    ['CheckAddress/properties/checks/anyOf/0/items', CHECK_NAMES],
    ['ComplianceResult/properties/status', ['cleared', 'review', 'blocked']],
    ['CreateWebhookEndpoint/properties/events/anyOf/0/items', WEBHOOK_EVENT_TYPES],
    ['WebhookEvent/properties/type', [...WEBHOOK_EVENT_TYPES, 'webhook.test']],
    ['CreateApiKey/properties/plan', PLANS],
    ['CreateApiKey/properties/scopes/anyOf/0/items', SCOPES],
    ['ApiError/properties/code', Object.keys(API_ERRORS)],
  ] as const)('%s', (path, words) => {
    expect(wordsOf(path)).toEqual(words);
  });

  it('the webhooks are the six event types, and the test event', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_TYPES, 'webhook.test']);
  });
});

describe('Shapes: every key of a resource is always present', () => {
  const requests = new Set(
    operations.flatMap(({ operation: { requestBody, parameters = [] } }) =>
      [
        requestBody?.content['application/json']?.schema,
        ...parameters.map((each) => ('name' in each ? each.schema : each)),
      ].flatMap((schema) =>
        schema?.$ref?.startsWith('#/components/schemas/') === true ? (schema.$ref.split('/').at(-1) ?? []) : [],
      ),
    ),
  );
  /** Requests, and what they are made of. */
  const inputs = reachedFrom(requests);
  const partial = new Set([
    'ApiError',
    'EntryError',
    'CreatedWallet',
    'ExpandedWallet',
    'PartHealth',
    'TypedDataDomain',
  ]);
  const answers = Object.entries(document.components.schemas).filter(([name]) => !inputs.has(name));

  it.each(answers.filter(([name]) => !partial.has(name)))('%s', (_name, schema) => {
    expect(schema.required ?? []).toEqual(Object.keys(schema.properties ?? {}));
  });

  it.each(answers)('%s may have more keys and words in a later version', (_name, schema) => {
    expect(valuesOf(schema, 'additionalProperties')).not.toContain(false);
    const constants = valuesOf(schema, 'const').map((value) => [value]);
    expect(valuesOf(schema, 'enum')).toEqual(constants);
  });

  it.each([...inputs])(
    'a request refuses unknown fields and words, and states no default that clients send: %s',
    (name) => {
      const schema = document.components.schemas[name] ?? {};
      expect(schema.additionalProperties).toBe(schema.type === 'object' ? false : undefined);
      expect(valuesOf(schema, 'x-extensible-enum')).toEqual([]);
      expect(valuesOf(schema, 'default')).toEqual([]);
    },
  );

  function reachedFrom(names: ReadonlySet<string>): ReadonlySet<string> {
    const schemas = [...names].map((name) => document.components.schemas[name]);
    const found = new Set([
      ...names,
      ...valuesOf(schemas, '$ref').map((reference) => String(reference).split('/').at(-1) ?? ''),
    ]);
    return found.size === names.size ? found : reachedFrom(found);
  }
});

describe('clients that are generated', () => {
  it.each(everything)('$name has a name for everything that it sends and answers', (placed) => {
    for (const { name, content } of contentsOf(document, placed)) {
      if (content.schema.type === 'string') continue;
      expect([name, content.schema]).toEqual([
        name,
        { $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+$/) },
      ]);
    }
  });

  it.each(Object.entries(document.components.schemas))('%s holds no object without a name', (_name, schema) => {
    for (const part of [...valuesOf(schema, 'items'), ...Object.values(schema.properties ?? {})] as Schema[]) {
      expect(part.properties).toBeUndefined();
    }
  });

  it('find the address of the service absolute: some do not resolve a relative one', () => {
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:3000', description: 'The service.' }]);
    expect(apiDocument('https://pay.example.com').servers[0]?.url).toBe('https://pay.example.com');
  });

  it('find no list of types: kubb and openapi-zod-client drop the pattern beside it', () => {
    expect(valuesOf(document, 'type').filter((type) => Array.isArray(type))).toEqual([]);
    expect(document.components.schemas['Payment']?.properties?.['approval_id']?.anyOf).toEqual([
      { type: 'string', pattern: idPattern('apr') },
      { type: 'null' },
    ]);
  });

  it('find an enum beside every const: typed-openapi reads no const', () => {
    const constants = schemasOf(document).filter((schema) => 'const' in schema);
    expect(constants.length).toBeGreaterThan(10);
    for (const schema of constants) expect(schema['enum']).toEqual([schema['const']]);
  });

  it('take a date where the service takes one', () => {
    expect(createdAfter?.schema.anyOf).toBeUndefined();
    const { anyOf: [from, none] = [] } = document.components.schemas['ReplayEvents']?.properties?.['from'] ?? {};
    expect(none).toEqual({ type: 'null' });
    for (const pattern of [createdAfter?.schema.pattern, from?.pattern]) {
      for (const taken of ['2026-01-31', '2026-01-31T12:00Z', '2026-01-31T12:00:00.000+01:00']) {
        expect(taken).toMatch(new RegExp(pattern ?? 'none'));
      }
      expect('2026-01-31T12').not.toMatch(new RegExp(pattern ?? '.'));
    }
  });

  it('find no security scheme that is named as a schema, in any case: ogen makes a type of each', () => {
    const schemas = Object.keys(document.components.schemas).map((name) => name.toLowerCase());
    for (const name of Object.keys(document.components.securitySchemes))
      expect(schemas).not.toContain(name.toLowerCase());
  });

  it('find every event from an operation: oapi-codegen drops what only webhooks name', () => {
    const { callbacks } = document.paths['/v1/webhook_endpoints']?.post ?? {};
    const { content } = callbacks?.['event']?.['{$request.body#/url}']?.post?.requestBody ?? {};
    const named = Object.values(document.webhooks).map(
      ({ post }) => post?.requestBody?.content['application/json']?.schema,
    );
    expect(content?.['application/json']?.schema).toEqual({ anyOf: named });
  });

  it('find an example of an error only where it is one: a mock server would answer every refusal with another', () => {
    expect(document.components.schemas['ApiError']?.examples).toBeUndefined();
  });

  it('find the session only where a browser needs it: hey-api sends the API key as the cookie too', () => {
    const listed = operations.filter(({ operation }) => operation.security.some((each) => 'sessionCookie' in each));
    expect(listed.map(({ operation }) => operation.operationId)).toEqual(['endSessions', 'getSession', 'endSession']);
  });

  it.each(operations.filter(({ operation }) => operation.responses['200'] !== undefined))(
    '$name begins a page after an object of the list, by the form of its id',
    ({ operation }) => {
      const names = (operation.parameters ?? []).flatMap((each) => ('name' in each ? [each] : []));
      const after = names.find(({ name }) => name === 'starting_after');
      if (after !== undefined) expect(after.example).toMatch(new RegExp(after.schema.pattern ?? 'none'));
    },
  );
});
