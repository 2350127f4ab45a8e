import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskOptions } from './queries';
import { QUERIES_PATH, toSentError } from './query-protocol';
import type { QueryAnswer } from './query-protocol';

/** What a service says of itself: JSON, as `/health/live` and `/health/ready` answer it. */
export interface ServiceHealth {
  live(): object;
  ready(): Promise<{ readonly ready: boolean }>;
}

export interface QueryServerOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Bearer token for service-to-service queries. */
  readonly token: string;
  readonly answer: (name: string, params: unknown, options: AskOptions) => Promise<unknown>;
  readonly health: ServiceHealth;
}

const BODY_BYTES_MAX = 1_048_576;
/** Longer than clients keep an idle connection. */
const KEEP_ALIVE_MS = 65_000;

/** Answers the queries of other services, and health checks. Its port need not be reachable for API clients. */
export class QueryServer {
  readonly #options: QueryServerOptions;
  readonly #token: Buffer;
  readonly #server: Server;
  #closed: Promise<void> | undefined;

  private constructor(options: QueryServerOptions) {
    this.#options = options;
    this.#token = digest(`Bearer ${options.token}`);
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  static async listen(options: QueryServerOptions): Promise<QueryServer> {
    const server = new QueryServer(options);
    server.#server.listen(options.port, options.host);
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no more requests, and resolves when those under way are answered. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    await closed;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    if (method === 'GET' && url === '/health/live') {
      sendJson(response, 200, this.#options.health.live());
    } else if (method === 'GET' && url === '/health/ready') {
      const readiness = await this.#options.health.ready();
      sendJson(response, readiness.ready ? 200 : 503, readiness);
    } else if (method === 'POST' && url.startsWith(QUERIES_PATH)) {
      await this.#respondToQuery(url.slice(QUERIES_PATH.length), request, response);
    } else {
      sendLine(response, 404, 'Nothing is here.');
    }
  }

  async #respondToQuery(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isTrusted(request)) {
      sendLine(response, 401, 'Show the token of the services.');
      return;
    }
    const body = await read(request);
    if (body === undefined) {
      sendLine(response, 413, 'The query is too large.');
      return;
    }
    const [status, answer] = await this.#ask(name, body, response);
    sendJson(response, status, answer);
  }

  async #ask(name: string, body: string, response: ServerResponse): Promise<[number, QueryAnswer]> {
    const left = new AbortController();
    const onClose = (): void => left.abort();
    response.once('close', onClose);
    try {
      const result = await this.#options.answer(name, JSON.parse(body), { signal: left.signal });
      return [200, { result }];
    } catch (error) {
      return [500, { error: toSentError(error) }];
    } finally {
      response.off('close', onClose);
    }
  }

  /** Compares in constant time. */
  #isTrusted({ headers }: IncomingMessage): boolean {
    return timingSafeEqual(digest(headers.authorization ?? ''), this.#token);
  }
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Reads the body of a request; undefined when it is too large. */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendLine(response: ServerResponse, status: number, line: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${line}\n`);
}
