import { AnswerTooLargeError, EncodedAnswerError, HttpClient } from '@stablecoin/security';
import { ServiceError } from '@stablecoin/contracts';

/** Sends a JSON-RPC body and returns the response body. Rejects when there is none. */
export type RpcTransport = (body: string, signal: AbortSignal) => Promise<string>;

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An endpoint answered a call with an error. */
export class RpcError extends ServiceError {
  readonly code = 'rpc_refused';
  readonly retry = 'bounded';

  constructor(
    readonly method: string,
    readonly rpcCode: number,
    readonly reason: string,
  ) {
    super(`${method}: ${reason} (${rpcCode})`);
  }
}

/** An endpoint gave no valid answer, so the outcome of the call is unknown. */
export class NoAnswerError extends ServiceError {
  readonly code = 'rpc_no_answer';
  readonly retry = 'bounded';

  /** @param isMalformed - an answer came, but not a valid one */
  constructor(
    endpoint: string,
    reason: string,
    readonly isMalformed = false,
  ) {
    super(`${endpoint} gave no answer: ${reason}`);
  }
}

/** The answer is not valid JSON-RPC for the request. */
class MalformedBodyError extends ServiceError {
  readonly code = 'rpc_malformed_body';
  readonly retry = 'bounded';
}

/** An endpoint refuses a request with several calls as a whole. */
class RequestRefusedError extends ServiceError {
  readonly code = 'rpc_request_refused';
  readonly retry = 'bounded';
}

/** An answer came, but not one that can be read. */
const UNREADABLE = [MalformedBodyError, EncodedAnswerError, AnswerTooLargeError];

/** No endpoint of a chain gave an answer. */
export class SilentChainError extends ServiceError {
  readonly code = 'chain_silent';
  readonly retry = 'bounded';

  /** @param reasons - of each endpoint */
  constructor(chain: string, reasons: readonly string[]) {
    super(`${chain}: ${reasons.join('; ')}`);
  }
}

export type RpcAnswer =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: RpcError };

/** Back-off after a failure, in milliseconds. It doubles from the first to the longest. */
const BACKOFF_MS = { first: 500, longest: 30_000 };
/** After so many answers to full requests, twice as many calls are sent in one: a refusal may have had another reason. */
const GROWS_AFTER = 100;

/** One JSON-RPC endpoint with a deadline and a back-off after failures. It never retries on its own. */
export class RpcEndpoint {
  /** Name for logs. Not the URL, which may contain a key. */
  readonly name: string;
  readonly #transport: RpcTransport;
  readonly #deadlineMs: number;
  readonly #now: () => number;
  #failures = 0;
  #backsOffUntil = 0;
  #asked = 0;
  /** Calls that it takes in one request. */
  #callsMax = Infinity;
  #fullRequests = 0;

  constructor(parts: {
    readonly name: string;
    readonly transport: RpcTransport;
    readonly deadlineMs: number;
    readonly now: () => number;
  }) {
    this.name = parts.name;
    this.#transport = parts.transport;
    this.#deadlineMs = parts.deadlineMs;
    this.#now = parts.now;
  }

  /** Whether it failed recently, so that other endpoints should be preferred. */
  get isBackingOff(): boolean {
    return this.#now() < this.#backsOffUntil;
  }

  /**
   * Sends several calls: in one request, or in as many as the endpoint wants. One that refuses a request as a whole is sent
   * half as many calls, and what it takes is remembered.
   *
   * @returns one answer per call, in order
   * @throws {@link NoAnswerError} when there is no answer within the deadline
   */
  async batch(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    try {
      const answers: RpcAnswer[] = [];
      while (answers.length < calls.length) {
        answers.push(...(await this.#request(calls.slice(answers.length, answers.length + this.#callsMax))));
      }
      this.#failures = 0;
      this.#backsOffUntil = 0;
      return answers;
    } catch (error) {
      this.#failures += 1;
      this.#backsOffUntil =
        this.#now() + Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** Math.min(this.#failures - 1, 16));
      throw new NoAnswerError(
        this.name,
        reasonOf(error),
        UNREADABLE.some((kind) => error instanceof kind),
      );
    }
  }

  /** @returns answers to as many of the first calls as the endpoint has taken; none where it has to be sent fewer */
  async #request(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    // Ids are never reused, so a late answer to another request is not accepted.
    const asked = calls.map((call) => ({ jsonrpc: '2.0', id: ++this.#asked, ...call }));
    try {
      const answers = readAnswers(asked, await this.#send(JSON.stringify(asked)));
      if (calls.length === this.#callsMax && ++this.#fullRequests >= GROWS_AFTER) this.#take(this.#callsMax * 2);
      return answers;
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error;
      this.#take(Math.floor(calls.length / 2));
      return [];
    }
  }

  #take(callsMax: number): void {
    this.#callsMax = callsMax;
    this.#fullRequests = 0;
  }

  /** The results of {@link batch}. @throws {@link RpcError} for the first call that was answered with an error */
  async results(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    return (await this.batch(calls)).map((answer) => {
      if (!answer.ok) throw answer.error;
      return answer.result;
    });
  }

  async #send(body: string): Promise<unknown> {
    const deadline = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // Also limits a transport that ignores the signal.
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        deadline.abort();
        reject(new Error(`none within ${this.#deadlineMs} ms`));
      }, this.#deadlineMs).unref();
    });
    try {
      return readJson(await Promise.race([this.#transport(body, deadline.signal), tooLate]));
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Maximum size of an answer. The largest that are asked for are pages of logs, and Solana's blocks and transactions:
 * some megabytes.
 */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const client = new HttpClient({ bytesMax: ANSWER_BYTES_MAX });
/** With which a request that is too large may be refused. A rate limit is 429: fewer calls would make it worse. */
const TOO_MANY_CALLS = [400, 413];
const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** A transport that POSTs to a URL. It takes no encoded answer, and none of more than 32 MiB. */
export function httpTransport(url: string): RpcTransport {
  return async (body, signal) => {
    const answer = await client.request(url, { method: 'POST', headers: HEADERS, body, signal });
    // Some endpoints use an HTTP error status for failed single calls, or for too many in one request, so the body decides.
    const text = await answer.text();
    const isOk = answer.status >= 200 && answer.status < 300;
    const isRefusal = TOO_MANY_CALLS.includes(answer.status) && text.startsWith('{');
    if (!isOk && !isRefusal && !text.startsWith('[')) throw new Error(`status ${answer.status}`);
    return text;
  };
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new MalformedBodyError('no JSON');
  }
}

/** Exactly one answer per call, matched by id; or one error for all of them, by an endpoint that refuses the request. */
function readAnswers(calls: readonly (RpcCall & { readonly id: number })[], parsed: unknown): readonly RpcAnswer[] {
  const refusal = wholeRefusal(parsed);
  if (refusal !== null) {
    const { code, message } = refusal;
    // Of one call it is that call which is refused.
    const [only] = calls.length === 1 ? calls : [];
    if (only !== undefined) return [{ ok: false, error: new RpcError(only.method, code, message) }];
    throw new RequestRefusedError(`${message} (${code})`);
  }
  if (!Array.isArray(parsed)) throw new MalformedBodyError('no batch of answers');
  const byId = new Map(parsed.map((each: { id?: unknown } | null) => [each?.id, each as Record<string, unknown>]));
  const answers = calls.map(({ method, id }): RpcAnswer => {
    const answer = byId.get(id);
    if (answer === undefined) throw new MalformedBodyError(`no answer to ${method}`);
    if (answer['error'] === undefined) {
      if (!('result' in answer)) throw new MalformedBodyError(`neither result nor error for ${method}`);
      return { ok: true, result: answer['result'] };
    }
    const { code, message } = answer['error'] as { code?: unknown; message?: unknown };
    return { ok: false, error: new RpcError(method, Number(code), String(message)) };
  });
  if (parsed.length !== calls.length) throw new MalformedBodyError(`${parsed.length} answers to ${calls.length} calls`);
  return answers;
}

/** The error that an endpoint answers to a batch as a whole, which has no id; null for anything else. */
function wholeRefusal(parsed: unknown): { readonly code: number; readonly message: string } | null {
  if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return null;
  if ('id' in parsed && parsed.id !== null) return null;
  const { error } = parsed;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  const { code, message } = error;
  return typeof code === 'number' && typeof message === 'string' ? { code, message } : null;
}

/** Leaves out the cause, which may contain a URL. */
function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'no reason';
}
