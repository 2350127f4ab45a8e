import { API_ERRORS, type ApiErrorCode } from '@stablecoin/contracts';
import { headersOf, RATE_HEADERS, type HeaderName } from './headers';
import { json } from './media-type';
import type { Reference, Response } from './open-api';
import { ERROR_EXAMPLES, ERROR_MEANINGS, errorBody, type ErrorExample } from './error';
import { ref } from './schema';

/** Errors of an operation by their code: `true` stands for the usual example. */
export type Errors = Readonly<Partial<Record<ApiErrorCode, true | ErrorExample>>>;

/** Errors that look the same wherever they happen, by the name of their response. */
const SHARED = {
  InvalidRequest: 'invalid_request',
  Unauthorized: 'unauthorized',
  InsufficientScope: 'insufficient_scope',
  IdempotencyConflict: 'idempotency_conflict',
  RateLimited: 'rate_limited',
  InternalError: 'internal_error',
} as const satisfies Readonly<Record<string, ApiErrorCode>>;

/** The responses of the document's components. */
export const SHARED_RESPONSES: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(SHARED).map(([name, code]) => [name, toResponse(API_ERRORS[code].status, [code], {})]),
);

/** One response per status, with an example for each code that is answered with it. */
export function errorResponses(
  errors: Errors,
  { isAuthenticated = true }: { readonly isAuthenticated?: boolean } = {},
): Readonly<Record<string, Response | Reference>> {
  const codes = Object.keys(errors) as ApiErrorCode[];
  const statuses = [...new Set(codes.map((code) => API_ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => API_ERRORS[code].status === status);
      return [status, sharedResponse(ofStatus, errors) ?? toResponse(status, ofStatus, errors, isAuthenticated)];
    }),
  );
}

function sharedResponse([code, ...others]: readonly ApiErrorCode[], errors: Errors): Reference | undefined {
  const name = Object.entries(SHARED).find(([, shared]) => shared === code)?.[0];
  if (name === undefined || code === undefined || others.length > 0 || errors[code] !== true) return undefined;
  return { $ref: `#/components/responses/${name}` };
}

function toResponse(status: number, codes: readonly ApiErrorCode[], errors: Errors, isAuthenticated = true): Response {
  const exampleOf = (code: ApiErrorCode): ErrorExample => {
    const own = errors[code];
    return own === undefined || own === true ? ERROR_EXAMPLES[code] : own;
  };
  // The refusal of a payment that exists is answered again when the request is repeated.
  const isKept = codes.some((code) => exampleOf(code).payment_id !== undefined);
  const examples = codes.map((code) => [code, { summary: code, value: errorBody(code, exampleOf(code)) }] as const);
  return {
    description: describe(codes),
    headers: headersOf(
      'svc-request-id',
      ...headersOfStatus(status).filter((name) => isAuthenticated || !RATE_HEADERS.includes(name)),
      ...(isKept ? (['svc-idempotent-replayed'] as const) : []),
    ),
    content: json(ref('ApiError'), Object.fromEntries(examples)),
  };
}

/** What each code means: a sentence for one, a list for several. */
function describe(codes: readonly ApiErrorCode[]): string {
  const lines = codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`);
  return lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

/** A caller that is not identified has no rate limit to report. */
function headersOfStatus(status: number): readonly HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  return status === 429 || status === 500 ? [...RATE_HEADERS, 'Retry-After'] : RATE_HEADERS;
}
