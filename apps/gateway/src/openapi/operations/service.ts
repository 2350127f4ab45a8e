import { headersOf } from '../headers';
import type { Operation, PathItem } from '../open-api';
import { notReady, ready } from '../schemas/health';
import { ref } from '../schemas/schema';
import { json } from '../media-type';

/** What is the same for everything that takes no API key. */
const open: Pick<Operation, 'tags' | 'security'> = { tags: ['Service'], security: [] };
const headers = headersOf('svc-request-id');

/** Operations at the root, which take no API key. */
export const servicePaths: Readonly<Record<string, PathItem>> = {
  '/health/live': {
    get: {
      ...open,
      operationId: 'isLive',
      summary: 'Is the process alive',
      description: 'Answers as long as the process does, whatever becomes of the parts that it depends on.',
      responses: {
        200: {
          description: 'It is.',
          headers,
          content: json(ref('Liveness'), { live: { summary: 'Alive', value: { live: true } } }),
        },
      },
    },
  },
  '/health/ready': {
    get: {
      ...open,
      operationId: 'isReady',
      summary: 'Should requests be sent here',
      description: 'Looks at every part that the service cannot work without.',
      responses: {
        200: {
          description: 'They should.',
          headers,
          content: json(ref('Readiness'), { ready: { summary: 'Ready', value: ready } }),
        },
        503: {
          description: 'They should not: a part is missing, or the service is stopping.',
          headers,
          content: json(ref('Readiness'), { down: { summary: 'The event store is missing', value: notReady } }),
        },
      },
    },
  },
  '/openapi.json': {
    get: {
      ...open,
      operationId: 'getOpenApiDocument',
      summary: 'Get this document',
      description: 'The description of the API in OpenAPI 3.1.',
      responses: {
        200: {
          description: 'The document.',
          headers,
          content: {
            'application/json': {
              schema: ref('OpenApiDocument'),
              examples: { document: { summary: 'Its beginning', value: { openapi: '3.1.0' } } },
            },
          },
        },
      },
    },
  },
  '/docs': {
    get: {
      ...open,
      operationId: 'getDocs',
      summary: 'Read this document',
      description: 'The description of the API as a page that works without any other server.',
      responses: {
        200: {
          description: 'The page.',
          headers,
          content: {
            'text/html': {
              schema: { type: 'string' },
              examples: { page: { summary: 'Its beginning', value: '<!doctype html>' } },
            },
          },
        },
      },
    },
  },
};
