import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@stablecoin/contracts';
import { DirectQueries } from './direct-queries';
import { HttpQueries } from './http-queries';
import { QueryServer } from './query-server';
import { RoutedQueries } from './routed-queries';
import { describeQueries } from './testing/queries.contract';
import type { ContractQueries } from './testing/queries.contract';
import { BusFullError } from '../bus';

const TOKEN = '0123456789abcdef';

interface Pair {
  readonly handlers: DirectQueries<ContractQueries>;
  /** What the service says of itself. */
  readonly health: { state: { readonly ready: boolean; readonly checks: object } };
  readonly server: QueryServer;
  readonly queries: HttpQueries<ContractQueries>;
  close(): Promise<void>;
}

/** A service that answers, and another that asks it. */
async function openPair({ token = TOKEN, deadlineMs = 10_000 } = {}): Promise<Pair> {
  const handlers = new DirectQueries<ContractQueries>();
  const health = { state: { ready: true, checks: {} } };
  const server = await QueryServer.listen({
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    answer: (name, params, options) => handlers.ask(name as 'payment.get', params as { id: string }, options),
    health: { live: () => ({ live: true }), ready: () => Promise.resolve(health.state) },
  });
  const queries = new HttpQueries<ContractQueries>({ url: `http://127.0.0.1:${server.port}`, token, deadlineMs });
  const close = async (): Promise<void> => {
    queries.close();
    await server.close();
  };
  return { handlers, health, server, queries, close };
}

describeQueries('over HTTP', openPair);

describe('queries over HTTP', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function pair(options: Parameters<typeof openPair>[0] = {}): Promise<Pair> {
    const opened = await openPair(options);
    closing.push(() => opened.close());
    return opened;
  }

  /** A server that does with a connection or a request what a test says, and who asks it. */
  async function asking(server: Server, deadlineMs = 10_000): Promise<HttpQueries<ContractQueries>> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const queries = new HttpQueries<ContractQueries>({ url: `http://127.0.0.1:${port}`, token: TOKEN, deadlineMs });
    closing.push(() => {
      queries.close();
      server.closeAllConnections();
      server.close();
    });
    return queries;
  }

  const ask = (queries: HttpQueries<ContractQueries>) => queries.ask('payment.get', { id: 'pay_1' });

  it('an ApiError crosses with its code, message and fields', async () => {
    const { handlers, queries } = await pair();
    const error = new ApiError('invalid_request', 'no such chain', { param: 'chain', paymentId: 'pay_1' });
    handlers.register('payment.get', () => Promise.reject(error));
    const caught = await ask(queries).catch((thrown: unknown) => thrown);
    expect(caught).toBeInstanceOf(ApiError);
    expect(caught).toMatchObject({ code: 'invalid_request', message: 'no such chain', param: 'chain', status: 400 });
    expect(caught).toMatchObject({ paymentId: 'pay_1' });
  });

  it.each([true, false])('an ApiError crosses with whether it is retryable: %p', async (retryable) => {
    const { handlers, queries } = await pair();
    const error = new ApiError('internal_error', 'out of order', retryable ? {} : { retryable });
    handlers.register('payment.get', () => Promise.reject(error));
    await expect(ask(queries)).rejects.toMatchObject({ code: 'internal_error', retryable });
  });

  it('the asker learns whether an error of the other service is transient', async () => {
    const { handlers, queries } = await pair();
    handlers.register('payment.get', () => Promise.reject(new BusFullError('too many messages wait')));
    handlers.register('payment.count', () => Promise.reject(new Error('wrong')));
    await expect(ask(queries)).rejects.toMatchObject({ retry: 'always' });
    await expect(queries.ask('payment.count', { account: 'acme' })).rejects.toMatchObject({ retry: 'bounded' });
  });

  it.each(['another token 123', '', `${TOKEN}x`])(
    'the token %p is refused, and the handler not asked',
    async (token) => {
      const { handlers, queries } = await pair({ token });
      const handler = jest.fn(() => Promise.resolve(null));
      handlers.register('payment.get', handler);
      await expect(ask(queries)).rejects.toThrow('was answered with status 401');
      expect(handler).not.toHaveBeenCalled();
    },
  );

  it('is asked once more when the connection breaks', async () => {
    let connections = 0;
    const queries = await asking(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":null}');
      }).on('connection', (socket) => {
        if (++connections === 1) socket.destroy();
      }),
    );
    await expect(ask(queries)).resolves.toBeNull();
    expect(connections).toBe(2);
  });

  it('fails as transient where nobody listens, and where nobody answers in time', async () => {
    const gone = await openPair();
    await gone.close();
    const expected = { name: 'QueryFailedError', retry: 'always', message: 'the query payment.get could not be asked' };
    await expect(ask(gone.queries)).rejects.toMatchObject(expected);
    gone.queries.close();
    const silent = await asking(
      createServer(() => undefined),
      20,
    );
    await expect(ask(silent)).rejects.toMatchObject({
      retry: 'always',
      message: 'the query payment.get was not answered in time',
    });
  });

  it('is ended on both sides when the asker no longer waits', async () => {
    const { handlers, queries } = await pair();
    const asker = new AbortController();
    const ended = new Promise<void>((resolve) => {
      handlers.register('payment.get', (_, { signal }) => {
        signal?.addEventListener('abort', () => resolve());
        asker.abort();
        return new Promise(() => undefined);
      });
    });
    const asking = queries.ask('payment.get', { id: 'pay_1' }, { signal: asker.signal });
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    await ended;
  });

  it('keeps its connections', async () => {
    let connections = 0;
    const queries = await asking(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":null}');
      }).on('connection', () => connections++),
    );
    for (let n = 0; n < 5; n++) await ask(queries);
    expect(connections).toBe(1);
  });
});

describe('a query server', () => {
  let pair: Pair;
  let url: string;
  beforeEach(async () => {
    pair = await openPair();
    url = `http://127.0.0.1:${pair.server.port}`;
  });
  afterEach(() => pair.close());

  it('says whether the process is alive and ready, without a token', async () => {
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    pair.health.state = { ready: false, checks: { 'database payment': { status: 'down', reason: 'see the log' } } };
    const answer = await fetch(`${url}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual(pair.health.state);
  });

  it.each([
    ['GET', '/queries/payment.get', 404],
    ['GET', '/health', 404],
    ['GET', '/health/else', 404],
    ['POST', '/', 404],
    ['POST', '/queries/payment.get', 401],
  ])('answers %s %s with %d', async (method, path, status) => {
    expect((await fetch(`${url}${path}`, { method })).status).toBe(status);
  });

  it('takes no more than it can hold', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`${url}/queries/payment.get`, { method: 'POST', headers, body: 'x'.repeat(1_100_000) });
    expect(answer.status).toBe(413);
  });

  it('answers what is under way when it closes', async () => {
    let answer: (result: null) => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      pair.handlers.register('payment.get', () => {
        resolve();
        return new Promise<null>((answerNow) => (answer = answerNow));
      });
    });
    const asking = pair.queries.ask('payment.get', { id: 'pay_1' });
    await begun;
    const closed = pair.server.close();
    answer(null);
    await expect(asking).resolves.toBeNull();
    pair.queries.close();
    await closed;
    pair = await openPair();
  });
});

describe('queries that are routed', () => {
  it('go to the process of their service, or stay in this one', async () => {
    const [here, there] = [new DirectQueries<ContractQueries>(), new DirectQueries<ContractQueries>()];
    there.register('payment.count', () => Promise.resolve(2));
    const alone = new RoutedQueries(here, new Map());
    alone.register('payment.count', () => Promise.resolve(1));
    await expect(alone.ask('payment.count', { account: 'acme' })).resolves.toBe(1);
    const routed = new RoutedQueries(here, new Map([['payment', there]]));
    await expect(routed.ask('payment.count', { account: 'acme' })).resolves.toBe(2);
  });
});
