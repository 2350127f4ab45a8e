import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { QUERIES_PATH, fromSentError } from './query-protocol';
import type { QueryAnswer } from './query-protocol';
import { QueryFailedError } from './queries';
import type { AskOptions, Queries, QueryTypes } from './queries';

export interface HttpQueriesOptions {
  /** Base URL of the service's query port: `http://payment:3001`. */
  readonly url: string;
  readonly token: string;
  /** Timeout of a query in milliseconds. Default 12,000: longer than the service waits for its read model. */
  readonly deadlineMs?: number;
  /** Maximum concurrent queries; more wait. Default 64. */
  readonly connectionsMax?: number;
}

const DEADLINE_MS = 12_000;
const CONNECTIONS_MAX = 64;
/** Shorter than the server's keep-alive, so that the server seldom closes a connection while a query begins. */
const IDLE_CONNECTION_MS = 30_000;

/** Queries one service over HTTP, with keep-alive. */
export class HttpQueries<Map extends QueryTypes<Map>> implements Queries<Map> {
  readonly #options: HttpQueriesOptions;
  readonly #agent: Agent;

  constructor(options: HttpQueriesOptions) {
    this.#options = options;
    const { url, connectionsMax = CONNECTIONS_MAX } = options;
    const settings = { keepAlive: true, maxSockets: connectionsMax, timeout: IDLE_CONNECTION_MS };
    this.#agent = url.startsWith('https:') ? new TlsAgent(settings) : new Agent(settings);
  }

  async ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    { signal }: AskOptions = {},
  ): Promise<Map[Name]['result']> {
    signal?.throwIfAborted();
    const answer = await this.#send(name, JSON.stringify(params), signal);
    if ('error' in answer) throw fromSentError(name, answer.error);
    return answer.result;
  }

  /** Closes the connections. Queries under way fail. */
  close(): void {
    this.#agent.destroy();
  }

  async #send(name: string, body: string, signal: AbortSignal | undefined): Promise<QueryAnswer> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    const until = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(name, body, until);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof QueryFailedError) throw error;
        if (deadline.aborted) throw new QueryFailedError(name, `the query ${name} was not answered in time`, 'always');
        // Retries once, because a query changes nothing: most often an idle connection was closed.
        if (attempt === 1) continue;
        throw new QueryFailedError(name, `the query ${name} could not be asked`, 'always', { cause: error });
      }
    }
  }

  async #sendOnce(name: string, body: string, signal: AbortSignal): Promise<QueryAnswer> {
    const { url, token } = this.#options;
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(new URL(`${QUERIES_PATH}${name}`, url), {
      method: 'POST',
      agent: this.#agent,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const answered = await text(response);
    if (response.headers['content-type'] === 'application/json') return JSON.parse(answered) as QueryAnswer;
    throw new QueryFailedError(
      name,
      `the query ${name} was answered with status ${response.statusCode ?? 0}`,
      'always',
    );
  }
}
