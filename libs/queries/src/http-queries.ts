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
  /** Of the service's query port: `http://payment:3001`. */
  readonly url: string;
  readonly token: string;
  /** How long an answer may take. Default 12 s: longer than the service itself waits for its read model. */
  readonly deadlineMs?: number;
  /** Queries under way at the same time at most; others wait for their turn. Default 64. */
  readonly connectionsMax?: number;
}

const DEADLINE_MS = 12_000;
const CONNECTIONS_MAX = 64;
/** Less than the server keeps one open, so that it is seldom closed from there while a query begins. */
const IDLE_CONNECTION_MS = 30_000;

/** Asks one service over HTTP, on connections that stay open. */
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

  /** Ends the connections: what is under way fails. */
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
        // Once more, since a query changes nothing: most often a connection was closed while nobody used it.
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
