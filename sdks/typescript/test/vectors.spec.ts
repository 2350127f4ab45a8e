import openapi from '../../../apps/gateway/openapi.json';
import clients from '../../vectors/clients.json';
import errors from '../../vectors/errors.json';
import leftOut from '../../vectors/left-out.json';
import pages from '../../vectors/pages.json';
import requests from '../../vectors/requests.json';
import retries from '../../vectors/retries.json';
import signatures from '../../vectors/signatures.json';
import waits from '../../vectors/wait.json';
import { StablecoinPayments, webhooks } from '../src/index.js';
import { clientOf, described, FakeClock, run, type Call } from './vector-run';
import { ScriptedServer, type Step } from './scripted-server';

const API_KEY = requests.api_key;
/** Where a script says that no answer comes in time. */
const SHORT_TIMEOUT_MS = 50;

const clock = new FakeClock();
let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.open((ms) => clock.move(ms));
});
afterAll(() => server.close());

/** Plays the steps to the call of a vector, and says what is left of it: its result, or its error. */
async function play(call: Call, steps: readonly Step[], maxRetries?: number): Promise<object> {
  server.play(steps);
  const timeoutMs = steps.includes('timeout') ? SHORT_TIMEOUT_MS : undefined;
  const client = clientOf(call, clock, { apiKey: API_KEY, baseUrl: server.url, maxRetries, timeoutMs });
  return outcomeOf(() => run(client, call));
}

async function outcomeOf(work: () => unknown): Promise<object> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error: described(error) };
  }
}

/** A client whose environment has these variables and none beside them. */
function withEnvironment<T>(variables: Readonly<Record<string, string | undefined>>, work: () => T): T {
  const before = { ...process.env };
  delete process.env['STABLECOIN_API_KEY'];
  delete process.env['STABLECOIN_BASE_URL'];
  Object.assign(process.env, variables);
  try {
    return work();
  } finally {
    process.env = before;
  }
}

interface ClientVector {
  readonly name: string;
  readonly options: { readonly api_key?: string; readonly base_url?: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly livemode?: boolean;
  readonly error?: { readonly names: string };
}

/** `baseUrl` is `base_url`. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

describe('Clients', () => {
  /** Keeps where its requests go. */
  const urls: string[] = [];
  const fetch = (url: unknown): Promise<Response> => {
    urls.push(String(url));
    return Promise.resolve(Response.json({}));
  };

  it.each(clients.vectors as readonly ClientVector[])(
    '$name',
    async ({ options, environment, url, livemode, error }) => {
      const make = (): StablecoinPayments =>
        withEnvironment(environment, () => {
          const { api_key: apiKey, base_url: baseUrl } = options;
          return new StablecoinPayments({ apiKey, baseUrl, fetch });
        });
      if (error !== undefined) {
        const refusal = await outcomeOf(make);
        expect(refusal).toMatchObject({ error: { kind: 'invalid_argument' } });
        const message = JSON.stringify(refusal);
        expect(plain(message)).toContain(plain(error.names));
        const secret = options.api_key?.slice('svc_test_'.length) ?? '';
        if (secret !== '') expect(message).not.toContain(secret);
        return;
      }
      const client = make();
      await client.payments.get('pay_1');
      expect(client.livemode).toBe(livemode);
      expect(urls.at(-1)).toBe(url);
    },
  );
});

interface RequestVector extends Call {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: object;
    readonly headers: object;
    readonly body: object | null;
  } | null;
  readonly answer?: Step;
  readonly result?: object;
  readonly error?: object;
}

describe('Requests', () => {
  const vectors = requests.vectors as unknown as readonly RequestVector[];

  it.each(vectors)('$name', async (vector) => {
    clock.set();
    const { request, answer, result, error } = vector;
    server.play(answer === undefined ? [] : [answer]);
    const outcome = await outcomeOf(async () => {
      const called = run(clientOf(vector, clock, { apiKey: API_KEY, baseUrl: server.url }), vector);
      if (called instanceof Promise) return called;
      return (await called[Symbol.asyncIterator]().next()).value as unknown;
    });
    if (request === null) {
      expect(outcome).toMatchObject({ error });
      expect(server.requests).toEqual([]);
      return;
    }
    const [seen] = server.requests;
    expect(server.requests).toHaveLength(1);
    expect(seen).toMatchObject({ method: request.method, path: request.path, query: request.query });
    expect(Object.keys(seen?.query ?? {}).sort()).toEqual(Object.keys(request.query).sort());
    expect(seen?.headers).toMatchObject({ ...requests.every_request.headers, ...request.headers });
    expect(seen?.headers['user-agent']).toMatch(new RegExp(requests.every_request.header_patterns['user-agent']));
    if (request.body === null) {
      expect(seen?.rawBody).toBe('');
    } else {
      expect(seen?.headers).toMatchObject(requests.with_body.headers);
      expect(JSON.parse(seen?.rawBody ?? '')).toEqual(withGeneratedKey(request.body));
    }
    if (result !== undefined) expect(outcome).toMatchObject({ result });
  });

  it('make another idempotency key for every call', async () => {
    const call = { method: 'payments.create', arguments: { to: '0x1', amount: '1.00' } };
    const keys = new Set<unknown>();
    for (let made = 0; made < 3; made++) {
      await play(call, [{ status: 201, body: {} }]);
      keys.add((JSON.parse(server.requests[0]?.rawBody ?? '') as Record<string, unknown>)['idempotency_key']);
    }
    expect(keys.size).toBe(3);
  });

  it('cover every operation of the API but those that are left out', () => {
    const documented = Object.entries(openapi.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
    const covered = new Set(
      vectors.flatMap(({ request }) =>
        request === null ? [] : [`${request.method} ${request.path.replace(/[a-z]{3}_01[0-9A-Z]+/, '{}')}`],
      ),
    );
    const uncovered = documented.filter((operation) => !covered.has(operation.replace(/\{\w+\}/, '{}')));
    expect(uncovered.sort()).toEqual(leftOut.operations.map(({ operation }) => operation).sort());
  });
});

function withGeneratedKey(body: object): object {
  const isGenerated = (body as { idempotency_key?: string }).idempotency_key === '<generated>';
  return isGenerated ? { ...body, idempotency_key: expect.stringMatching(/^.{1,255}$/) } : body;
}

describe('Errors', () => {
  it.each(errors.vectors as unknown as readonly (Call & { name: string; answer: Step; error: object })[])(
    '$name',
    async ({ answer, error, ...call }) => {
      clock.set();
      expect(await play(call, [answer], 0)).toMatchObject({ error });
    },
  );
});

interface ScriptVector extends Call {
  readonly name: string;
  readonly answers: readonly Step[];
  readonly requests: number;
  readonly delays_ms: readonly number[];
  readonly outcome: object;
}

describe.each([
  ['Retries', retries, 3],
  ['Waiting', waits, 0],
])('%s', (_, { vectors, now, random }, maxRetries) => {
  it.each(vectors as unknown as readonly ScriptVector[])('$name', async (vector) => {
    clock.set(now, random);
    expect(await play(vector, vector.answers, maxRetries)).toMatchObject(vector.outcome);
    expect(clock.delaysMs).toEqual(vector.delays_ms);
    expect(server.requests).toHaveLength(vector.requests);
    const [first, ...others] = server.requests;
    const again = vectors === retries.vectors ? others : others.filter(({ method }) => method === 'POST');
    for (const { method, path, rawBody } of again) {
      expect({ method, path, rawBody }).toEqual({ method: first?.method, path: first?.path, rawBody: first?.rawBody });
    }
  });
});

interface PageVector extends Call {
  readonly name: string;
  readonly answers: readonly Step[];
  readonly take?: number;
  readonly items: readonly string[];
  readonly requests: readonly object[];
  readonly error?: object;
}

describe('Pages', () => {
  it.each(pages.vectors as unknown as readonly PageVector[])('$name', async (vector) => {
    clock.set();
    server.play(vector.answers);
    const client = clientOf(vector, clock, { apiKey: API_KEY, baseUrl: server.url });
    const items: unknown[] = [];
    const outcome = await outcomeOf(async () => {
      for await (const item of run(client, vector) as AsyncIterable<object>) {
        items.push((item as { id: string }).id);
        if (items.length === vector.take) break;
      }
    });
    expect(items).toEqual(vector.items);
    expect(server.requests.map(({ query }) => query)).toEqual(vector.requests);
    expect(outcome).toMatchObject(vector.error === undefined ? {} : { error: vector.error });
    expect('error' in outcome).toBe(vector.error !== undefined);
  });
});

interface SignatureVector {
  readonly name: string;
  readonly body?: string;
  readonly body_base64?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly tolerance_seconds?: number;
  readonly event?: object;
  readonly refused?: string;
}

describe('Signatures', () => {
  it.each(signatures.vectors as readonly SignatureVector[])('$name', async (vector) => {
    const { body, body_base64: base64 = '', headers, secrets, now, tolerance_seconds: toleranceSeconds } = vector;
    const rawBody = body === undefined ? Buffer.from(base64, 'base64') : Buffer.from(body, 'utf8');
    const outcome = await outcomeOf(() => webhooks.verify(rawBody, headers, secrets, { now, toleranceSeconds }));
    if (vector.event !== undefined) expect(outcome).toMatchObject({ result: vector.event });
    else expect(outcome).toEqual({ error: { refused: vector.refused } });
  });
});
