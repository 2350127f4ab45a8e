import type { EndpointPolicy } from '../http/endpoint';
import { documentationOf, fieldsOf, isRequired, type InputType } from '../http/fields';
import type { DocumentedAnswer, OperationDocument, PublicOperationDocument } from './api-operation';
import { errorResponses, type Errors } from './error-responses';
import { headersOf, RATE_HEADERS, type HeaderName } from './headers';
import { queryParameters } from './inputs';
import { csv, eventStream, json } from './media-type';
import type { Operation, Response } from './open-api';
import type { DocumentedEndpoint } from './resource';
import { ref } from './schema';

/** Every request can meet these. */
const USUAL_ERRORS: Errors = {
  invalid_request: true,
  unauthorized: true,
  insufficient_scope: true,
  rate_limited: true,
  internal_error: true,
};

const CSV_SAYS =
  'With `Accept: text/csv` the response is the whole list as CSV, from `starting_after` on if it is given. `limit` is then the ' +
  'maximum number of objects. Default: all.';

type Callbacks = NonNullable<Operation['callbacks']>;

/**
 * The operation of OpenAPI that an endpoint is.
 *
 * @param webhooks - callbacks of operations that name an address for webhooks
 * @throws Error for an endpoint whose document says that it takes an API key while its handler takes none, or the reverse
 */
export function toOperation(endpoint: DocumentedEndpoint, webhooks: Callbacks): Operation {
  const { document, policy, operationId } = endpoint;
  if (document.isPublic) {
    if (policy !== undefined) throw new Error(`${operationId} has an @Endpoint(): document it with @ApiOperation()`);
    return publicOperation(endpoint, document);
  }
  if (policy === undefined)
    throw new Error(`${operationId} has no @Endpoint(): document it with @PublicApiOperation()`);
  return keyOperation(endpoint, policy, document, webhooks);
}

function keyOperation(
  { operationId, tag, status, body, query }: DocumentedEndpoint,
  { scope, limit, keyOnly = false }: EndpointPolicy,
  document: OperationDocument,
  webhooks: Callbacks,
): Operation {
  const { summary, description, parameters = [], lists, requests = {}, answer, otherAnswers = {} } = document;
  const answers = Object.entries({ ...otherAnswers, [status]: answer });
  const idempotent = body !== undefined && fieldsOf(body).has('idempotency_key');
  const scopes = scope === null ? [] : [scope];
  const queried = query === undefined ? [] : queryParameters(query, lists);
  const named = [...parameters, ...queried, ...(idempotent ? (['IdempotencyKey'] as const) : [])];
  const errors: Errors = { ...USUAL_ERRORS, ...(idempotent ? { idempotency_conflict: true } : {}), ...document.errors };
  return {
    operationId,
    tags: [tag],
    summary,
    description: answers.some(([, each]) => each.csv !== undefined) ? `${description}\n\n${CSV_SAYS}` : description,
    // A client that is generated may send the API key as every credential that is listed, also as the cookie.
    security: [{ bearerAuth: scopes }, ...(tag === 'Sessions' && !keyOnly ? [{ sessionCookie: scopes }] : [])],
    ...(named.length === 0
      ? {}
      : {
          parameters: named.map((each) =>
            typeof each === 'string' ? { $ref: `#/components/parameters/${each}` } : each,
          ),
        }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: isBodyRequired(body),
            content: json(ref(documentationOf(body).name), requests),
          },
        }),
    responses: {
      ...Object.fromEntries(answers.map(([code, each]) => [code, toResponse(each, idempotent)])),
      ...errorResponses(errors),
    },
    ...(document.sendsWebhooks === true ? { callbacks: webhooks } : {}),
    'x-rate-limit-class': limit,
  };
}

function publicOperation(
  { operationId, tag, query }: DocumentedEndpoint,
  { summary, description, parameters = [], responses }: PublicOperationDocument,
): Operation {
  const named = [...parameters, ...(query === undefined ? [] : queryParameters(query))];
  return {
    tags: [tag],
    security: [],
    operationId,
    summary,
    description,
    ...(named.length === 0 ? {} : { parameters: named }),
    responses,
  };
}

/** A request without a body is one that gives no parameters. */
function isBodyRequired(type: InputType): boolean {
  return [...fieldsOf(type).values()].some(isRequired);
}

/** A success and its headers. A request that is repeated is answered 200, whatever its first answer was. */
function toResponse(
  { description, schema, examples, headers = [], csv: exported, stream }: DocumentedAnswer,
  idempotent: boolean,
): Response {
  const replay: readonly HeaderName[] = idempotent ? ['svc-idempotent-replayed'] : [];
  return {
    description,
    headers: headersOf('svc-request-id', ...RATE_HEADERS, ...replay, ...headers),
    content:
      stream === undefined
        ? { ...json(ref(schema), examples), ...(exported === undefined ? {} : csv(exported)) }
        : eventStream(stream),
  };
}
