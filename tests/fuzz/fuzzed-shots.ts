import fc from 'fast-check';
import { changedRequest, requestsTo, type FuzzedRequest } from './fuzzed-requests';
import { NASTY_HTTP, type NastyExchange } from './nasty-http';
import { NASTY_BODIES, NASTY_JSON, NASTY_KEYS } from './nasty-json';
import { NASTY_HEADERS, NASTY_PATHS } from './nasty-requests';
import { NASTY_TEXTS } from './nasty-texts';
import { OPERATIONS, type Operation } from '../e2e/support/openapi';

/** One thing that a stranger does. */
export type Shot =
  /** `foreign`: with the ids of another tenant. `mustFail`: no such request can ever succeed. */
  | { readonly kind: 'request'; readonly request: FuzzedRequest; readonly foreign: boolean; readonly mustFail: boolean }
  | { readonly kind: 'bytes'; readonly exchange: NastyExchange }
  /** Takes a webhook URL and has an event sent there. */
  | { readonly kind: 'webhook'; readonly url: string };

const WRITES = OPERATIONS.filter(({ body }) => body !== undefined);
const NAMED = OPERATIONS.filter(({ path }) => path.includes('{'));
const PLACEHOLDER = '$HERE';

/** Anything that a stranger might send. @param urls - that webhooks must not be sent to */
export function shots(urls: readonly string[]): fc.Arbitrary<Shot> {
  const request = (arbitrary: fc.Arbitrary<FuzzedRequest>, { foreign = false, mustFail = false } = {}) =>
    arbitrary.map((each): Shot => ({ kind: 'request', request: each, foreign, mustFail }));
  const to = (operations: readonly Operation[]) => fc.constantFrom(...operations);
  return fc.oneof(
    { weight: 50, arbitrary: request(to(OPERATIONS).chain(requestsTo)) },
    { weight: 16, arbitrary: request(to(WRITES).chain(withNastyField)) },
    { weight: 6, arbitrary: request(to(WRITES).chain(withNastyBody), { mustFail: true }) },
    { weight: 4, arbitrary: request(to(WRITES).chain(withNastyKey), { mustFail: true }) },
    { weight: 6, arbitrary: request(to(OPERATIONS).chain(withNastyHeader)) },
    { weight: 4, arbitrary: request(to(NAMED).chain(withNastyPath)) },
    { weight: 8, arbitrary: request(to(OPERATIONS).chain(requestsTo), { foreign: true }) },
    { weight: 3, arbitrary: fc.constantFrom(...NASTY_HTTP).map((exchange): Shot => ({ kind: 'bytes', exchange })) },
    { weight: 3, arbitrary: fc.constantFrom(...urls).map((url): Shot => ({ kind: 'webhook', url })) },
  );
}

/** A valid body but for one field, which is there as no library would write it. */
function withNastyField(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const written = fc.oneof(
    fc.constantFrom(...NASTY_JSON),
    fc.constantFrom(...NASTY_TEXTS).map((text) => JSON.stringify(text)),
  );
  return changedRequest(operation, written, (body, name, value) =>
    JSON.stringify({ ...body, [name]: PLACEHOLDER }).replace(JSON.stringify(PLACEHOLDER), () => value),
  );
}

/** A valid body with one field more. */
function withNastyKey(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const own = new Set(Object.keys(operation.body?.schema.properties ?? {}));
  const keys = NASTY_KEYS.filter((key) => !own.has(key));
  return changedRequest(operation, fc.constantFrom(...keys), (body, _name, key) => {
    const text = JSON.stringify(body);
    return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(key)}:"x"}`;
  });
}

function withNastyBody(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  return changedRequest(operation, fc.constantFrom(...NASTY_BODIES), (_body, _name, body) => body);
}

function withNastyHeader(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  return fc
    .tuple(requestsTo(operation), fc.uniqueArray(fc.constantFrom(...NASTY_HEADERS), { minLength: 1, maxLength: 3 }))
    .map(([request, headers]) => ({
      ...request,
      // What its content type says is for the service to judge now.
      body: null,
      options: { ...request.options, headers: { ...request.options.headers, ...Object.fromEntries(headers) } },
    }));
}

function withNastyPath(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  return fc
    .tuple(requestsTo(operation), fc.constantFrom(...NASTY_PATHS))
    .map(([request, id]) => ({ ...request, path: operation.path.replace(/\{\w+\}/, () => id), anyRoute: true }));
}
