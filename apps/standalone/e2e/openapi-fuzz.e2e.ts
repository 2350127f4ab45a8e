import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type { Api, ApiResponse } from './support/api';
import { plainRequest, requestsTo, type FuzzedRequest } from './support/fuzzed-requests';
import { OPERATIONS, problemsOf, type Operation } from './support/openapi';
import { EVM_RECIPIENT, fundedWallet, idOf, paymentInReview } from './support/payments';
import { useService } from './support/service';

/** `FUZZ_SEED=1234` sends the requests of that run again. */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
/** Requests to each operation; `FUZZ_RUNS=1000` looks longer. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 60);
const SEQUENCES = Math.ceil(RUNS / 4);
const AT_ONCE = 4;

describe(`the service keeps to its OpenAPI document, whatever is sent (FUZZ_SEED=${SEED})`, () => {
  const service = useService();
  let api: Api;

  beforeAll(async () => {
    api = service.api.as('fuzz');
    // An earlier run may have spent what a deployment opened with.
    await api.post('/sandbox/faucet', { chain: 'base', amount: '1000.00' });
  });

  // An endpoint that is left standing would be sent every event of the operations after it.
  afterEach(async () => {
    const { body } = await api.get('/webhook_endpoints?limit=100');
    const endpoints = body['data'] as readonly { readonly id: string }[];
    await Promise.all(endpoints.map(({ id }) => api.delete(`/webhook_endpoints/${id}`)));
  });

  it.each(OPERATIONS)('$name', async (operation) => {
    const ids = new KnownIds();
    ids.learn(await subjectOf(operation.path, api));
    const plain = await send(api, plainRequest(operation), ids);
    expectDocumented(operation, plain);
    expect({ status: plain.status < 300, text: plain.text }).toEqual({ status: true, text: plain.text });

    await fc.assert(
      fc.asyncProperty(requestsTo(operation), (request) => expectHolds(api, request, ids)),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('in any order, several at once', async () => {
    const anyRequest = fc.oneof(...OPERATIONS.map((operation) => requestsTo(operation)));
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 20, maxLength: 40 }), async (requests) => {
        const ids = new KnownIds();
        for (let at = 0; at < requests.length; at += AT_ONCE) {
          await Promise.all(requests.slice(at, at + AT_ONCE).map((request) => expectHolds(api, request, ids)));
        }
      }),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
    );
  });
});

/** Ids that the service has answered with: in requests, `$wal` stands for one of them. */
class KnownIds {
  readonly #byPrefix = new Map<string, string[]>();
  #turn = 0;

  learn(text: string): void {
    for (const [id, prefix = ''] of text.matchAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g)) {
      const known = this.#byPrefix.get(prefix) ?? [];
      this.#byPrefix.set(prefix, [...new Set([...known, id])]);
    }
  }

  /** @param id - the prefix that `$id` stands for */
  fill(text: string, id: string): string {
    return text.replace(/\$([a-z]{3}|id)\b/g, (_placeholder, name: string) => this.#next(name === 'id' ? id : name));
  }

  /** One of the newest few, the newest first. */
  #next(prefix: string): string {
    const recent = (this.#byPrefix.get(prefix) ?? []).slice(-3).reverse();
    return recent[this.#turn++ % recent.length] ?? `${prefix}_unknown`;
  }
}

async function expectHolds(api: Api, request: FuzzedRequest, ids: KnownIds): Promise<void> {
  const { operation, body } = request;
  const response = await send(api, request, ids);
  expectDocumented(operation, response);
  if (operation.body !== undefined && body !== null && problemsOf(operation.body.schema, body.value).length > 0) {
    expect({ body, status: response.status }).toEqual({ body, status: 400 });
  }
}

async function send(api: Api, { operation, path, options }: FuzzedRequest, ids: KnownIds): Promise<ApiResponse> {
  const fill = (text: string) => ids.fill(text, subjectPrefix(operation.path));
  const response = await api.request(operation.method, fill(path), {
    ...options,
    ...(options.body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(options.body))) as unknown }),
  });
  // The list of keys names the one that is used here, which must not be deleted.
  if (operation.name !== 'get /v1/api_keys') ids.learn(response.text);
  return response;
}

function expectDocumented(operation: Operation, { status, headers, body, text }: ApiResponse): void {
  expect([...operation.answers.keys()]).toContain(status);
  // Documented, and yet nothing that should happen here.
  expect({ status, text }).not.toMatchObject({ status: 429 });
  if (status >= 500) throw new Error(`${status}: ${text}`);
  expect(headers.get('svc-request-id')).toEqual(idOf('req'));
  if (operation.authenticated) {
    expect(headers.get('ratelimit-policy')).toMatch(/^"\w+";q=\d+;w=1$/);
    expect(headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/);
  }
  const schema = operation.answers.get(status);
  if (schema === null || schema === undefined) return;
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect({ text, problems: problemsOf(schema, body) }).toEqual({ text, problems: [] });
  if (status >= 400) expect(body['request_id']).toBe(headers.get('svc-request-id'));
}

/** Of what the objects are that stand in an operation's path. */
function subjectPrefix(path: string): string {
  const [, first = ''] = path.split('/');
  const prefixes: Readonly<Record<string, string>> = {
    payments: 'pay',
    wallets: 'wal',
    approvals: 'apr',
    compliance: 'cpl',
    webhook_endpoints: 'whe',
    events: 'evt',
    api_keys: 'key',
  };
  return prefixes[first] ?? 'none';
}

/** Makes an object that an operation can succeed on, and answers with what says its id. */
async function subjectOf(path: string, api: Api): Promise<string> {
  const pay = (order: object) => api.post('/payments', { to: EVM_RECIPIENT, amount: '2.00', ...order });
  if (/cancel$|^\/approvals\/\{/.test(path)) {
    const { id } = await fundedWallet(api, { usdc: '10.00', spend_limit: '1.00' });
    return (await pay({ from: id })).text;
  }
  if (path.endsWith('/decision')) return (await paymentInReview(api, { amount: '1.00' })).ref;
  if (path.startsWith('/payments/{')) return (await pay({})).text;
  if (path.startsWith('/wallets/{')) return (await fundedWallet(api)).id;
  if (path.startsWith('/compliance/checks/')) {
    return (await api.post('/compliance/check', { address: EVM_RECIPIENT, country_code: 'DE' })).text;
  }
  if (path.startsWith('/webhook_endpoints/')) {
    const { body } = await api.post('/webhook_endpoints', {
      url: 'http://127.0.0.1:9/',
      events: ['treasury.low_balance'],
    });
    return String(body['id']);
  }
  if (path.startsWith('/events/')) return (await api.get('/events?limit=1')).text;
  if (path.startsWith('/api_keys/')) return (await api.post('/api_keys', { name: 'fuzz' })).text;
  return '';
}
