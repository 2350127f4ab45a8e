import type { Scope } from '@stablecoin/contracts';
import type { RateLimitClass } from '@stablecoin/configuration';
import type { CsvTable } from '../../http/csv/csv-table';
import { documentationOf, fieldsOf, isRequired, type InputType } from '../../http/fields';
import { errorResponses, type Errors } from '../error-responses';
import { headersOf, RATE_HEADERS, type HeaderName } from '../headers';
import { queryParameters, type ListQuery } from '../inputs';
import { csv, eventStream, json } from '../media-type';
import type { Example, Method, Operation, Parameter, Response } from '../open-api';
import type { ParameterName } from '../parameters';
import { ref } from '../schemas/schema';

/** A success. */
export interface Answer {
  readonly description: string;
  /** Name of the schema. */
  readonly schema: string;
  readonly examples: Readonly<Record<string, Example>>;
  readonly headers?: readonly HeaderName[];
  /** How the answer looks where it is a stream of events, each of the schema. */
  readonly stream?: string;
  /** How a list looks as CSV, which `Accept` may ask for. */
  readonly csv?: string;
}

/** What is to be said of an operation that takes an API key. The rest follows. */
export interface Endpoint {
  readonly method: Method;
  /** Below `/v1`, with `{id}` for what stands in the path. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Null: every API key and every session may call it. */
  readonly scope: Scope | null;
  readonly limit: RateLimitClass;
  readonly parameters?: readonly (Parameter | ParameterName)[];
  /** The class that the query of a list is read by. */
  readonly query?: ListQuery;
  readonly body?: {
    /** The class that it is read by. */
    readonly type: InputType;
    readonly examples: Readonly<Record<string, Example>>;
  };
  /** What the service sends to an address in the request. */
  readonly callbacks?: Operation['callbacks'];
  readonly answers: Readonly<Record<number, Answer>>;
  /** A POST that takes no idempotency key, because each call is another. */
  readonly isNeverReplayed?: boolean;
  /** Takes an API key and no session. */
  readonly keyOnly?: boolean;
  /** Beside those that every operation has. */
  readonly errors?: Errors;
}

/** Every request can meet these. */
const USUAL_ERRORS: Errors = {
  invalid_request: true,
  unauthorized: true,
  insufficient_scope: true,
  rate_limited: true,
  internal_error: true,
};

const CSV_SAYS =
  'With `Accept: text/csv` the answer is the whole list as CSV, from `starting_after` on where it is given. `limit` is then how many ' +
  'objects there are at most; left out: all.';

/** The operation of OpenAPI that an endpoint is. */
export function toOperation(endpoint: Endpoint): Operation {
  const { operationId, tag, summary, description, scope, limit, parameters = [], query, body, answers } = endpoint;
  const { isNeverReplayed = false, keyOnly = false, callbacks } = endpoint;
  // Every other POST takes an idempotency key, and nothing else does (API decisions, Idempotency).
  const idempotent = endpoint.method === 'post' && !isNeverReplayed;
  const scopes = scope === null ? [] : [scope];
  const queried = query === undefined ? [] : queryParameters(query);
  const named = [...parameters, ...queried, ...(idempotent ? (['IdempotencyKey'] as const) : [])];
  const errors: Errors = { ...USUAL_ERRORS, ...(idempotent ? { idempotency_conflict: true } : {}), ...endpoint.errors };
  return {
    operationId,
    tags: [tag],
    summary,
    description: Object.values(answers).some(({ csv: exported }) => exported !== undefined)
      ? `${description}\n\n${CSV_SAYS}`
      : description,
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
            required: isBodyRequired(body.type),
            content: json(ref(documentationOf(body.type).name), body.examples),
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, toResponse(answer, idempotent)]),
      ),
      ...errorResponses(errors),
    },
    ...(callbacks === undefined ? {} : { callbacks }),
    'x-rate-limit-class': limit,
  };
}

/** A request without a body is one that gives no parameters. */
function isBodyRequired(type: InputType): boolean {
  return [...fieldsOf(type).values()].some(isRequired);
}

/** A success and its headers. A request that is repeated is answered 200, whatever its first answer was. */
function toResponse(
  { description, schema, examples, headers = [], csv: exported, stream }: Answer,
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

/** The example of a list as CSV. */
export function csvExample<T>(table: CsvTable<T>, object: T): string {
  return table.header + table.lines(object);
}

/** A page of a list, as the example of its answer. */
export function pageExample(object: unknown): Readonly<Record<string, Example>> {
  return { page: lastPage('The last page', object) };
}

/** A page with one object. */
export function lastPage(summary: string, object: unknown): Example {
  return { summary, value: { data: [object], has_more: false, next_cursor: null } };
}
