/** @once */
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../support/api';
import { OPERATIONS, target, type Operation } from '../support/openapi';
import { errorBody, EVM_RECIPIENT } from '../support/payments';
import { useService } from '../support/service';

/** What can be wrong with the parameters in a URL: tried on every GET of the API. */
const service = useService();
let api: Api;
/** Deliveries are of an endpoint, and some entries of a wallet: where a cursor has to be read, there has to be one. */
let endpoint: string;
let wallet: string;

beforeAll(async () => {
  api = service.api.as('bad_queries');
  const { body } = await api.post('/webhook_endpoints', {
    url: 'https://hooks.example.com/',
    events: ['treasury.low_balance'],
  });
  endpoint = String(body['id']);
  const created = await api.post('/wallets', { owner: 'agent:reader', chain: 'base' });
  wallet = String(created.body['id']);
});

const reads = OPERATIONS.filter(({ method, authenticated }) => method === 'GET' && authenticated);
const has = (name: string) => (operation: Operation) => operation.parameters.some((each) => each.name === name);
const lists = reads.filter(has('limit'));

/** The query of each request stands as it is in its URL. */
const ask = ({ path }: Operation, queries: readonly string[]): Promise<readonly ApiResponse[]> =>
  Promise.all(queries.map((query) => admitted(`${withId(path)}?${query}`)));

/** A fast machine sends more in a second than the plan allows: what is refused for that is sent again. */
async function admitted(path: string): Promise<ApiResponse> {
  let answer = await api.get(path);
  await eventually(async () => {
    if (answer.status === 429) answer = await api.get(path);
    return answer.status !== 429;
  });
  return answer;
}

const withId = (path: string) => path.replace(/\{\w+\}/, path.startsWith('/wallets') ? wallet : endpoint);

function expect400(
  queries: readonly string[],
  answers: readonly ApiResponse[],
  expected: (at: number) => { readonly param: string; readonly message: unknown },
): void {
  expect(answers.map(({ status, body }, at) => ({ query: queries[at], status, body }))).toEqual(
    queries.map((query, at) => ({ query, status: 400, body: errorBody('invalid_request', expected(at)) })),
  );
}

async function expectRefused(operation: Operation, param: string, message: RegExp, values: readonly string[]) {
  const queries = values.map((value) => `${param}=${encodeURIComponent(value)}`);
  const answers = await ask(operation, queries);
  expect400(queries, answers, () => ({ param, message: expect.stringMatching(message) }));
}

it('the lists are those of the API decisions', () => {
  const named = [
    'payments',
    'wallets',
    'webhook_endpoints',
    'webhook_endpoints/{id}/deliveries',
    'events',
    'approvals',
  ];
  const more = [
    ...['treasury/ledger', 'wallets/{id}/ledger', 'api_keys', 'compliance/attestations', 'compliance/checks'],
    'deposits',
    ...['members', 'audit_log', 'dead_letters'],
  ];
  expect(lists.map(({ path }) => path.slice(1)).toSorted()).toEqual([...named, ...more].toSorted());
});

describe.each(reads)('$name', (operation) => {
  const parameters = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);

  it('a parameter that there is none of', async () => {
    const names = ['colour', 'Limit', 'limit[]', 'limit[0]', ' limit', '__proto__', 'constructor', 'api_key', '', '💶'];
    const queries = names.map((name) => `${encodeURIComponent(name)}=1`);
    expect400(queries, await ask(operation, queries), (at) => ({
      param: names[at] ?? '',
      message: expect.stringContaining(`${names[at]} is not a parameter of this request; `),
    }));
  });

  it('a parameter that is there twice', async () => {
    const valid: Readonly<Record<string, string>> = { limit: '1', to: EVM_RECIPIENT };
    const queries = parameters.map((name) => `${name}=${valid[name] ?? 'x'}&${name}=${valid[name] ?? 'x'}`);
    expect400(queries, await ask(operation, queries), (at) => ({
      param: parameters[at] ?? '',
      message: `${parameters[at]} must be given only once.`,
    }));
  });
});

describe.each(lists)('$name', (operation) => {
  it('limit is a whole number from 1 to 100', async () => {
    const values = ['', '0', '101', '-1', '1.5', '1e1', '+5', '010', ' 5', '5 ', '１０', 'ten', 'null', '0x10', '%zz'];
    await expectRefused(operation, 'limit', /^limit must be a whole number from 1 to 100\.$/, values);
  });

  it('starting_after is an id, of what is listed', async () => {
    await expectRefused(
      operation,
      'starting_after',
      /^starting_after must be an id: a string of 1 to 64 characters\.$/,
      [...['', 'x'.repeat(65), 'a\0']],
    );
    const prefixes = [
      'pay',
      'wal',
      'apr',
      'att',
      'cpl',
      'whe',
      'whd',
      'evt',
      'key',
      'led',
      'usr',
      'aud',
      'dlt',
      'dep',
      'req',
    ];
    const ids = prefixes.map((prefix) => `${prefix}_${ULID}`);
    const answers = await ask(
      operation,
      ids.map((id) => `starting_after=${id}`),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...ids.slice(1).map(() => 400)]);
    const accepted = /^starting_after must be a next_cursor, or an id that begins with [a-z]{3}_\.$/;
    const near = ids.flatMap((id) => [id.toLowerCase(), `${id}0`, id.slice(0, -1), ` ${id}`, id.replace('_', '-')]);
    await expectRefused(operation, 'starting_after', accepted, [...near, '1', "' OR 1=1 --", 'null', '../x']);
  });
});

const ULID = '01JD8Z5M3V7T9G2K4XQW6N0B1C';
const TIMES = [
  ...['', 'now', '2026', '2026-01', '2026-1-31', '2026-01-31T12:00:00', '2026-01-31 12:00:00Z', '2026-01-31T12Z'],
  ...['2026-02-29', '2026-13-01', '2026-01-31T25:00:00Z', '2026-01-31T12:00:00 02:00', '1769860800000', 'Invalid Date'],
];

describe('filters', () => {
  it.each(lists.filter(has('created_after')))('$name: created_after and created_before', async (operation) => {
    for (const param of ['created_after', 'created_before']) {
      const accepted = new RegExp(
        `^${param} must be an ISO 8601 time with its zone, such as "2026-01-31T12:00:00Z"\\.$`,
      );
      await expectRefused(operation, param, accepted, TIMES);
    }
  });

  const words = lists.flatMap((operation) =>
    operation.parameters
      .map(({ name: param, schema }) => ({ ...operation, param, accepted: target(schema).enum?.join(', ') ?? '' }))
      .filter(({ accepted }) => accepted !== ''),
  );
  it.each(words)('$name: $param is one of $accepted', async ({ param, accepted, ...operation }) => {
    const values = [
      '',
      'none',
      'all',
      'null',
      '__proto__',
      accepted,
      accepted.toUpperCase(),
      `${accepted.split(',')[0]} `,
    ];
    await expectRefused(operation, param, new RegExp(`^${param} must be one of ${accepted}\\.$`), values);
  });

  it.each(lists.filter(has('wallet')))('$name: wallet', async (operation) => {
    const accepted = /^wallet must be an id: a string of 1 to 64 characters\.$/;
    await expectRefused(operation, 'wallet', accepted, ['', 'x'.repeat(65), '\0']);
  });

  it.each(lists.filter(has('to')))('$name: to', async (operation) => {
    const zero = `0x${'0'.repeat(40)}`;
    const values = ['', 'nobody', zero, EVM_RECIPIENT.slice(1), EVM_RECIPIENT.replace('E', 'e'), `${EVM_RECIPIENT} `];
    await expectRefused(operation, 'to', /address/, values);
  });
});
