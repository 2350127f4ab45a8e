import type { Schema } from '../http/json-schema';
import { version } from '../../package.json';
import { SHARED_RESPONSES } from './error-responses';
import { HEADERS } from './headers';
import type { OpenApiDocument, PathItem } from './open-api';
import { inputSchemas } from './inputs';
import { errorSchemas } from './error';
import { toOperation } from './operation';
import { PARAMETERS } from './parameters';
import { endpointsOf, type DocumentedEndpoint, type Resource } from './resource';
import { TAGS } from './tags';
import { eventCallback, webhookItems, type Webhooks } from './webhooks';

const DESCRIPTION = `Moves USDC and EURC on Base, Ethereum and Solana.

**Keys.** Send \`Authorization: Bearer <API key>\`. A key that starts with \`svc_test_\` works in the sandbox, where no
money moves; \`svc_live_\` is production. An object of another account or the other mode is 404.

**Money** is a decimal string, never a JSON number. **Times** are ISO 8601 in UTC. **Ids** have a prefix and are ordered
by creation. Every key of an object is always present; an unknown value is \`null\`.

**Requests** are read strictly: JSON of at most 64 KiB, no unknown fields, no duplicate keys. An optional field that is
\`null\` counts as absent.

**Retries** are safe with an idempotency key: send one with every POST. The guide at \`/docs/errors\` says which errors to retry.

**Versions.** The version is in the path. Changes within \`v1\` only add: fields, values, events, endpoints. Ignore what
you do not know. Before a field is removed, responses carry the headers \`Deprecation\` and \`Sunset\`.`;

/** Where the service is by default. Absolute, because many clients do not resolve a relative address of the document. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/** What the document describes. */
export interface ApiContents {
  /** In the order of the document. */
  readonly resources: readonly Resource[];
  readonly webhooks: Webhooks;
}

/**
 * Builds the description of the API in OpenAPI 3.1.
 *
 * @param address - origin under which clients reach the service
 */
export function buildDocument({ resources, webhooks }: ApiContents, address = DEFAULT_ADDRESS): OpenApiDocument {
  const endpoints = resources.flatMap(endpointsOf);
  const bodies = endpoints.flatMap(({ body }) => body ?? []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stablecoin Payments API',
      version,
      summary: 'Payments in USDC and EURC.',
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: address, description: 'The service.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(endpoints, webhooks),
    webhooks: webhookItems(webhooks),
    components: {
      securitySchemes: {
        // ogen names types by them: no schema may have the same name, in any case.
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `svc_test_…` or `svc_live_…`. Each operation names the scope that the key has to have. In a browser every operation except `POST /v1/sessions` accepts the cookie of a session instead of the key.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-svc_session',
          description:
            'The cookie of a session; without TLS its name is `svc_session`. Requests other than GET also need the CSRF token of the session in the header `svc-csrf-token`. With the header `Authorization` the cookie is ignored. A request with the header `svc-background` does not count as use: the session still ends 30 minutes after the last one.',
        },
      },
      schemas: { ...schemasOf(resources), ...errorSchemas, ...inputSchemas(bodies) },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: SHARED_RESPONSES,
    },
  };
}

/** Every schema of answers, by name. */
export function schemasOf(resources: readonly Resource[]): Readonly<Record<string, Schema>> {
  return Object.assign({}, ...resources.map(({ schemas }) => schemas)) as Readonly<Record<string, Schema>>;
}

function pathsOf(endpoints: readonly DocumentedEndpoint[], webhooks: Webhooks): Readonly<Record<string, PathItem>> {
  const callbacks = eventCallback(webhooks);
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method]: toOperation(endpoint, callbacks) };
  }
  return paths;
}
