import { Agent, buildConnector, errors, request } from 'undici';
import type { Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { causeChain, ServiceError } from '@stablecoin/contracts';
import { requestByNode } from './request-by-node';
import type { NodeCall } from './request-by-node';

/** A server answered with an encoded body. Nothing here decodes one: a decoder is code that a server can attack. */
export class EncodedAnswerError extends ServiceError {
  readonly code = 'egress_encoded_answer';
  readonly retry = 'bounded';

  /** @param encoding - the answer's `content-encoding`, as the server sent it */
  constructor(encoding: string) {
    super(
      `its answer has the content-encoding ${JSON.stringify(encoding.slice(0, 40))}, and encoded answers are refused`,
    );
  }
}

/** A server answered with more than the caller takes. */
export class AnswerTooLargeError extends ServiceError {
  readonly code = 'egress_answer_too_large';
  readonly retry = 'bounded';

  constructor(readonly bytesMax: number) {
    super(`its answer has more than ${bytesMax} bytes`);
  }
}

export interface HttpClientOptions {
  /** Maximum size of an answer's body, in bytes. Reading stops there. */
  readonly bytesMax: number;
  /** Maximum connections to one origin. Default: no limit. */
  readonly connections?: number;
  /** Opens connections, for destinations that are restricted: {@link guardedConnector}. */
  readonly connect?: buildConnector.connector;
}

export interface HttpCall {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the call, also while the answer is read. The caller's deadline comes by it. */
  readonly signal: AbortSignal;
}

/** An answer of undici's, or of Node's own client. */
type Answered = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & {
  readonly body: Readable & { dump(): Promise<void> };
};

const IDENTITY = 'identity';
/** Origins that are remembered to send `100 Continue` first; further ones get each call twice. */
const CONTINUING_MAX = 1_000;

/**
 * Sends HTTP requests to servers that may lie. Every request of the service to a foreign server goes through this.
 *
 * - It asks for no encoding, refuses an answer that has one before it reads the body, and decodes nothing.
 * - It stops reading a body at `bytesMax`.
 * - It does not follow redirects.
 *
 * Connections are kept open between calls.
 */
export class HttpClient {
  readonly #agent: Agent;
  readonly #connect: buildConnector.connector;
  readonly #bytesMax: number;
  /** Origins that send `100 Continue` first: they are called by Node's client. */
  readonly #continuing = new Set<string>();

  constructor({ bytesMax, ...connections }: HttpClientOptions) {
    this.#agent = new Agent(connections);
    this.#connect = connections.connect ?? buildConnector({});
    this.#bytesMax = bytesMax;
  }

  /**
   * Makes one call. A server that sends `100 Continue` without having been asked for it gets its first one twice.
   *
   * @returns the answer, whatever its status, with its body still to be read or dropped
   * @throws {@link EncodedAnswerError} when the answer has an encoding; another Error when there is no answer
   */
  async request(url: string | URL, { method = 'GET', headers, body, signal }: HttpCall): Promise<HttpAnswer> {
    const sent = { 'user-agent': 'stablecoin-payments/1', ...headers, 'accept-encoding': IDENTITY };
    const answer = await this.#answer(new URL(url), { method, headers: sent, body, signal });
    const encoding = [answer.headers['content-encoding'] ?? []].flat().join(', ');
    if (encoding === '' || encoding.toLowerCase() === IDENTITY) return new HttpAnswer(answer, this.#bytesMax);
    // What is left of the body is not wanted, and so neither is the connection that it would come on.
    answer.body.on('error', () => undefined).destroy();
    throw new EncodedAnswerError(encoding);
  }

  async #answer(url: URL, { body, ...call }: NodeCall): Promise<Answered> {
    if (this.#continuing.has(url.origin)) return requestByNode(this.#connect, url, { body, ...call });
    try {
      return await request(url, { dispatcher: this.#agent, ...call, ...(body !== undefined && { body }) });
    } catch (error) {
      if (!isUnaskedContinue(error)) throw error;
      if (this.#continuing.size < CONTINUING_MAX) this.#continuing.add(url.origin);
      return requestByNode(this.#connect, url, { body, ...call });
    }
  }

  /** Ends all calls and closes all connections. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** What undici makes of `100 Continue` when nothing has asked for it. */
export function isUnaskedContinue(error: unknown): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}

/** An answer whose body is not read yet. Read it once, or drop it. */
export class HttpAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly #body: Answered['body'];
  readonly #bytesMax: number;

  constructor({ statusCode, headers, body }: Answered, bytesMax: number) {
    this.status = statusCode;
    this.headers = headers;
    this.#body = body;
    this.#bytesMax = bytesMax;
  }

  /** The first value of a header, null when there is none. @param name - in lower case */
  header(name: string): string | null {
    return [this.headers[name]].flat()[0] ?? null;
  }

  /** The body in pieces. @throws {@link AnswerTooLargeError} in place of the piece that is too much */
  async *chunks(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of this.#body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > this.#bytesMax) throw new AnswerTooLargeError(this.#bytesMax);
      yield chunk;
    }
  }

  /** The whole body. @throws {@link AnswerTooLargeError} */
  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The whole body as UTF-8, without a byte order mark. @throws {@link AnswerTooLargeError} */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** Does without the body. */
  async drop(): Promise<void> {
    await this.#body.dump();
  }
}

/** Finds, in an error and its causes, the refusal of an answer that was encoded or too large: libraries wrap it. */
export function refusedAnswerIn(error: unknown): EncodedAnswerError | AnswerTooLargeError | undefined {
  return causeChain(error).find((each) => each instanceof EncodedAnswerError || each instanceof AnswerTooLargeError);
}
