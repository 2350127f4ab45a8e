import { ServiceError } from '@stablecoin/errors';

/** Carries one JSON-RPC body there and its answer back. Rejects when there is no answer of that kind. */
export type RpcTransport = (body: string, signal: AbortSignal) => Promise<string>;

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An endpoint answered a call with an error: it was heard, and says no. */
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

/** An endpoint gave no answer, or none that makes sense: what became of the call is not known. */
export class NoAnswerError extends ServiceError {
  readonly code = 'rpc_no_answer';
  readonly retry = 'bounded';

  /** @param isMalformed - something came back, which is no answer to what was asked */
  constructor(
    endpoint: string,
    reason: string,
    readonly isMalformed = false,
  ) {
    super(`${endpoint} gave no answer: ${reason}`);
  }
}

/** What came back is no answer to what was asked. */
class MalformedBodyError extends ServiceError {
  readonly code = 'rpc_malformed_body';
  readonly retry = 'bounded';
}

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

/** How long an endpoint that failed is left alone: doubles from the first to the longest. */
const BACKOFF_MS = { first: 500, longest: 30_000 };

/** One JSON-RPC endpoint, with a deadline and a memory of its failures. It never tries anything again by itself. */
export class RpcEndpoint {
  /** For logs: never its URL, which may carry a key. */
  readonly name: string;
  readonly #transport: RpcTransport;
  readonly #deadlineMs: number;
  readonly #now: () => number;
  #failures = 0;
  #backsOffUntil = 0;
  #asked = 0;

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

  /** It failed a moment ago, so whoever can do without it should. */
  get isBackingOff(): boolean {
    return this.#now() < this.#backsOffUntil;
  }

  /**
   * Sends calls in one request.
   *
   * @returns an answer to each, in the order of the calls
   * @throws {@link NoAnswerError} when there is none within the deadline
   */
  async batch(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    try {
      // Never the same ids twice: the answers to another request are none to this one.
      const asked = calls.map((call) => ({ jsonrpc: '2.0', id: ++this.#asked, ...call }));
      const answers = readAnswers(asked, await this.#send(JSON.stringify(asked)));
      this.#failures = 0;
      this.#backsOffUntil = 0;
      return answers;
    } catch (error) {
      this.#failures += 1;
      this.#backsOffUntil =
        this.#now() + Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** Math.min(this.#failures - 1, 16));
      throw new NoAnswerError(this.name, reasonOf(error), error instanceof MalformedBodyError);
    }
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
    // A transport that does not heed the signal must not hold up its caller either.
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        deadline.abort();
        reject(new Error(`none within ${this.#deadlineMs} ms`));
      }, this.#deadlineMs);
    });
    try {
      return readJson(await Promise.race([this.#transport(body, deadline.signal), tooLate]));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** POSTs to a URL. The name of an endpoint made of it shows the host only. */
export function httpTransport(url: string): RpcTransport {
  return async (body, signal) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    // Some endpoints answer errors of single calls with a status of their own: only the body tells.
    const text = await response.text();
    if (!response.ok && !text.startsWith('[')) throw new Error(`status ${response.status}`);
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

/** One answer to each call, by its id, and nothing else. */
function readAnswers(calls: readonly (RpcCall & { readonly id: number })[], parsed: unknown): readonly RpcAnswer[] {
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

/** A cause is left out: it may quote a URL. */
function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'no reason';
}
