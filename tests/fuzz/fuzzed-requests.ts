import fc from 'fast-check';
import type { RequestOptions } from '../e2e/support/api';
import { changedBody, headerFault, idText, parametersOf, queryFault, validValue } from './fuzzed-values';
import { target, type Operation } from '../e2e/support/openapi';

/** A request to an operation. */
export interface FuzzedRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly options: RequestOptions;
  /** The parsed body; null where the request has none, or one that is no JSON. */
  readonly body: { readonly value: unknown } | null;
  /** The path may lead to another route, or to none. */
  readonly anyRoute?: boolean;
}

/** Where the example of the document is about an object that is not there. */
const EXAMPLES: Readonly<Record<string, object>> = {
  'post /v1/webhook_endpoints/{id}/replay': { since: '2026-01-01T00:00:00Z' },
  'post /v1/sandbox/faucet': { chain: 'base', amount: '500.00' },
};

/** A valid request, which succeeds. */
export function plainRequest(operation: Operation): FuzzedRequest {
  const { idempotency_key: _maybeTaken, ...value } = exampleOf(operation) as { idempotency_key?: string };
  return {
    operation,
    path: operation.path.replace(/\{\w+\}/, '$id'),
    ...(operation.body === undefined ? { options: {}, body: null } : { options: { body: value }, body: { value } }),
  };
}

/** Requests to an operation, most of them valid as far as the document says. */
export function requestsTo(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const ofKind = (kind: string) => operation.parameters.filter((each) => each.in === kind);
  const stray = fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('colour=red', 'limit=1&limit=2', '__proto__=1', '%', '=') },
  );
  return fc
    .record({
      id: idText,
      query: parametersOf(ofKind('query'), queryFault),
      headers: parametersOf(ofKind('header'), headerFault),
      stray,
      content: contentOf(operation),
    })
    .map(({ id, query, headers, stray: strayQuery, content: { options, body } }) => {
      const queries = [new URLSearchParams(query).toString(), strayQuery].filter((text) => text !== '');
      const path = operation.path.replace(/\{\w+\}/, () => encodeURIComponent(id));
      return {
        operation,
        path: [path, ...(queries.length === 0 ? [] : [queries.join('&')])].join('?').replaceAll('%24', '$'),
        options: { ...options, headers: { ...headers, ...options.headers } },
        body,
      };
    });
}

/**
 * Valid requests whose body is written by hand.
 *
 * @param write - is given a valid body, the name of one of its fields, and one of the values
 */
export function changedRequest<T>(
  operation: Operation,
  values: fc.Arbitrary<T>,
  write: (body: object, name: string, value: T) => string | Buffer,
): fc.Arbitrary<FuzzedRequest> {
  const names = Object.keys(operation.body?.schema.properties ?? {});
  return fc.tuple(fc.constantFrom(...names, 'stray'), values).map(([name, value]) => ({
    ...plainRequest(operation),
    options: { rawBody: write(exampleOf(operation), name, value), headers: { 'content-type': 'application/json' } },
    body: null,
  }));
}

function exampleOf({ name, body }: Operation): object {
  return EXAMPLES[name] ?? body?.example ?? {};
}

type Content = Pick<FuzzedRequest, 'options' | 'body'>;

function contentOf(operation: Operation): fc.Arbitrary<Content> {
  const { body } = operation;
  if (body === undefined) return fc.constant({ options: {}, body: null });
  const valid = fc.oneof(fc.constant(exampleOf(operation)), validValue(body.schema) as fc.Arbitrary<object>);
  const asJson = (value: unknown): Content => ({ options: { body: value }, body: { value } });
  const notRead = fc
    .record({
      rawBody: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant('')),
      type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'x'),
    })
    .map(({ rawBody, type }): Content => ({ options: { rawBody, headers: { 'content-type': type } }, body: null }));
  return fc.oneof(
    { weight: 6, arbitrary: valid.map(asJson) },
    { weight: 3, arbitrary: changedBody(target(body.schema), valid).map(asJson) },
    { weight: 1, arbitrary: notRead },
  );
}
