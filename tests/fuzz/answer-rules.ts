import type { ApiResponse } from '../e2e/support/api';
import { problemsOf, type Operation } from '../e2e/support/openapi';

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;
const POLICY = /^"\w+";q=\d+;w=1$/;
const LIMIT = /^"\w+";r=\d+;t=\d+$/;
const JSON_TYPE = 'application/json; charset=utf-8';

/** What an answer has against the document and the API's rules: nothing, in the words of nobody. */
export function problemsWith(operation: Operation, { status, headers, body, text }: ApiResponse): readonly string[] {
  const schema = operation.answers.get(status);
  const isJson = schema !== null && schema !== undefined;
  const problems: readonly (readonly [isOne: boolean, problem: string])[] = [
    [!operation.answers.has(status), 'a status that is not in the document'],
    [status >= 500, 'a fault of the service'],
    // Documented, and yet nothing that should happen here.
    [status === 429, 'a limit that the tests are not to meet'],
    [!REQUEST_ID.test(headers.get('svc-request-id') ?? ''), 'no svc-request-id'],
    [
      operation.authenticated && status !== 401 && !POLICY.test(headers.get('ratelimit-policy') ?? ''),
      'no RateLimit-Policy',
    ],
    [operation.authenticated && status !== 401 && !LIMIT.test(headers.get('ratelimit') ?? ''), 'no RateLimit'],
    [isJson && headers.get('content-type') !== JSON_TYPE, 'another content type than JSON'],
    [isJson && status >= 400 && body['request_id'] !== headers.get('svc-request-id'), 'another request_id in the body'],
    ...(isJson ? problemsOf(schema, body) : []).map((each) => [true, JSON.stringify(each)] as const),
  ];
  return problems.filter(([isOne]) => isOne).map(([, problem]) => `${problem}: ${status} ${text.slice(0, 500)}`);
}
