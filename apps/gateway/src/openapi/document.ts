import { version } from '../../package.json';
import { SHARED_RESPONSES } from './error-responses';
import { HEADERS } from './headers';
import type { OpenApiDocument } from './open-api';
import { inputSchemas } from './inputs';
import { allPaths, BODIES } from './operations';
import { PARAMETERS } from './parameters';
import { SCHEMAS } from './schemas';
import { allWebhooks } from './webhooks';

const DESCRIPTION = `Moves USDC and EURC on Base, Ethereum and Solana.

**Keys.** Send \`Authorization: Bearer <API key>\`. A key that starts with \`svc_test_\` works in the sandbox, where no
money moves; \`svc_live_\` is production. What belongs to another account or the other mode is 404.

**Money** is a decimal string, never a JSON number. **Times** are ISO 8601 in UTC. **Ids** have a prefix and are ordered
by creation. Every key of an object is always there; what is unknown is \`null\`.

**Requests** are read strictly: JSON of at most 64 KiB, no unknown fields, no duplicate keys. An optional field that is
\`null\` counts as left out.

**Retries** are safe with an idempotency key: send one with every POST.

**Versions.** The version is in the path. Within \`v1\` changes only add: fields, values, events, endpoints. Ignore what
you do not know. A field that is to go is announced with the headers \`Deprecation\` and \`Sunset\` first.`;

const TAGS = [
  ['Payments', 'Pay from the treasury or a wallet.'],
  ['Wallets', 'Programmable wallets with a spend limit.'],
  ['Approvals', 'Decisions on payments above a spend limit.'],
  ['Policies', 'Who has to agree to a payment.'],
  ['Treasury', 'The balance that payments are made of.'],
  ['Compliance', 'Screening of addresses.'],
  ['Deposits', 'Money whose sender is screened before it is available.'],
  ['Webhook endpoints', 'Where events are sent to.'],
  ['Events', 'Everything that was, or would have been, sent.'],
  ['API keys', 'The keys of your account and mode.'],
  ['Sessions', 'Sign-in of people and browsers.'],
  ['Members', 'The people of your account and mode.'],
  ['Audit log', 'Who did what, and from where.'],
  ['System', 'The state of the service, for its operators.'],
  ['Sandbox', 'Only for test keys.'],
  ['Service', 'The service itself. No key is needed.'],
  ['Webhooks', 'What is sent to your endpoints.'],
] as const;

/** Where the service is by default. Absolute, because many clients do not resolve a relative address of the document. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:3000';

/**
 * Builds the description of the API in OpenAPI 3.1.
 *
 * @param address - origin under which clients reach the service
 */
export function buildDocument(address = DEFAULT_ADDRESS): OpenApiDocument {
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
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths: allPaths(),
    webhooks: allWebhooks(),
    components: {
      securitySchemes: {
        // ogen names types by them: no schema may have the same name, in any case.
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `svc_test_…` or `svc_live_…`. Each operation names the scope that the key has to have. In a browser ' +
            'every operation except `POST /v1/sessions` takes the cookie of a session in place of the key.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-svc_session',
          description:
            'The cookie of a session; without TLS its name is `svc_session`. A request that is no GET also carries the ' +
            'CSRF token of the session in the header `svc-csrf-token`. With the header `Authorization` the cookie is not read. ' +
            'A request with the header `svc-background` does not keep the session from ending after 30 minutes without use.',
        },
      },
      schemas: { ...SCHEMAS, ...inputSchemas(BODIES) },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: SHARED_RESPONSES,
    },
  };
}
