/**
 * @once
 * @slow 46
 */
import fc from 'fast-check';
import type { Api, ApiResponse } from '../e2e/support/api';
import { plainRequest, requestsTo, type FuzzedRequest } from './fuzzed-requests';
import { knownIdsFor, type KnownIds } from './known-ids';
import { OPERATIONS, problemsOf, type Operation } from '../e2e/support/openapi';
import { problemsWith } from './answer-rules';
import { sendFuzzed } from './send-fuzzed';
import { useService } from '../e2e/support/service';
import { deleteEndpoints, publishNoRules, subjectOf } from './subjects';

/** `FUZZ_SEED=1234` sends other requests, the same each time. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Requests to each operation; `FUZZ_RUNS=1000` looks longer. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 60);
const SEQUENCES = Math.ceil(RUNS / 4);
const AT_ONCE = 4;

/** With an API key alone, and without an identity provider, these have nothing to answer about. */
const REFUSED = new Set([
  'get /v1/sessions/oidc',
  'get /v1/sessions/oidc/callback',
  'delete /v1/sessions/current',
  'put /v1/members/{id}',
  // There is no letter to redrive.
  'post /v1/dead_letters/{id}/redrive',
]);

describe(`the service keeps to its OpenAPI document, whatever is sent (FUZZ_SEED=${SEED})`, () => {
  const service = useService();
  let api: Api;

  beforeAll(async () => {
    api = service.api.as('fuzz');
    // An earlier run may have spent what a deployment opened with.
    await api.post('/sandbox/faucet', { chain: 'base', amount: '1000.00' });
  });

  afterEach(async () => {
    await deleteEndpoints(api);
    await publishNoRules(api);
    // Or what comes after would be refused to the key that made it.
    await api.patch('/policies', { separate_creator: false, two_approvers_above: null, treasury_approval_above: null });
  });

  it.each(OPERATIONS)('$name', async (operation) => {
    const ids = await knownIdsFor(api);
    ids.learn(await subjectOf(operation.path, api));
    const plain = await sendFuzzed(api, plainRequest(operation), ids);
    expectDocumented(operation, plain);
    const succeeds = !REFUSED.has(operation.name);
    expect({ status: plain.status < 300, text: plain.text }).toEqual({ status: succeeds, text: plain.text });

    await fc.assert(
      fc.asyncProperty(requestsTo(operation), (request) => expectHolds(api, request, ids)),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('every operation keeps the contract in any order, several at once', async () => {
    const anyRequest = fc.oneof(...OPERATIONS.map((operation) => requestsTo(operation)));
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 20, maxLength: 40 }), async (requests) => {
        const ids = await knownIdsFor(api);
        for (let at = 0; at < requests.length; at += AT_ONCE) {
          await Promise.all(requests.slice(at, at + AT_ONCE).map((request) => expectHolds(api, request, ids)));
        }
      }),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
    );
  });
});

async function expectHolds(api: Api, request: FuzzedRequest, ids: KnownIds): Promise<void> {
  const { operation, body } = request;
  const response = await sendFuzzed(api, request, ids);
  expectDocumented(operation, response);
  if (operation.body !== undefined && body !== null && problemsOf(operation.body.schema, body.value).length > 0) {
    expect({ body, status: response.status }).toEqual({ body, status: 400 });
  }
}

function expectDocumented(operation: Operation, response: ApiResponse): void {
  expect(problemsWith(operation, response)).toEqual([]);
}
