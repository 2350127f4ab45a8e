import type { Clock } from './clock.js';
import type { Configuration } from './configuration.js';
import { ApiConnectionError, ApiError, ApiTimeoutError, errorOf, InvalidArgumentError, isRecord } from './errors.js';

/** What every call takes beside its parameters. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. The request may have been carried out all the same. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often the request is sent again after a failure that may pass. Default: the client's. */
  readonly maxRetries?: number | undefined;
}

/** What every call that changes something takes. */
export interface WriteOptions extends CallOptions {
  /** Names the request: repeated with the same key, it is carried out once. Default: a new one for every call. */
  readonly idempotencyKey?: string | undefined;
}

type Scalar = string | number | boolean | null | undefined;

/** An object is written as `metadata[order]=1042`. */
export type Query = Readonly<Record<string, Scalar | Readonly<Record<string, Scalar>>>>;

interface PostOptions extends WriteOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

interface Request extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The HTTP side of a result. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** When the request that was answered was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
}

const BACKOFF_MS = { first: 500, max: 8_000 };
const RETRY_AFTER_MS_MAX = 60_000;
/** Why a request is given up that takes too long. */
const LATE = 'late';
const ID = /^[\w-]+$/;

const responses = new WeakMap<object, ResponseInfo>();

/** The status, the headers and the request id of the answer that a result is from; undefined for anything else. */
export function responseOf(result: object): ResponseInfo | undefined {
  return responses.get(result);
}

/** A path with an id in it. */
export function pathOf(collection: string, id: string, rest = ''): string {
  if (typeof id !== 'string' || !ID.test(id)) {
    throw new InvalidArgumentError(`An id has letters, digits, "_" and "-": ${JSON.stringify(id)} is none.`);
  }
  return `${collection}/${id}${rest}`;
}

/** Sends requests, and sends them again after failures that may pass. */
export class Transport {
  constructor(
    private readonly configuration: Configuration,
    readonly clock: Clock,
  ) {}

  get<T extends object>(path: string, query: Query = {}, options: CallOptions = {}): Promise<T> {
    return this.#send({ ...options, method: 'GET', path, query });
  }

  /** @param body - may hold an `idempotency_key`; the one of the options comes first */
  post<T extends object>(path: string, body: object = {}, options: PostOptions = {}): Promise<T> {
    const { idempotencyKey, ...rest } = options;
    const { idempotency_key: given } = body as { idempotency_key?: string | null };
    const key = idempotencyKey ?? given ?? crypto.randomUUID();
    return this.#send({ ...rest, method: 'POST', path, body: { ...body, idempotency_key: key } });
  }

  put<T extends object>(path: string, body: object, options: CallOptions = {}): Promise<T> {
    return this.#send({ ...options, method: 'PUT', path, body });
  }

  patch<T extends object>(path: string, body: object, options: CallOptions = {}): Promise<T> {
    return this.#send({ ...options, method: 'PATCH', path, body });
  }

  delete<T extends object>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#send({ ...options, method: 'DELETE', path });
  }

  /** How long an attempt may take that has the service wait for something. */
  timeoutMsWith(waitSeconds = 0): number {
    return this.configuration.timeoutMs + waitSeconds * 1_000;
  }

  async #send<T extends object>(request: Request): Promise<T> {
    const maxRetries = request.maxRetries ?? this.configuration.maxRetries;
    for (let retry = 1; ; retry++) {
      try {
        return await this.#attempt<T>(request);
      } catch (error) {
        const delayMs = retry > maxRetries ? undefined : this.#delayBefore(retry, error);
        if (delayMs === undefined) throw error;
        await this.clock.sleep(delayMs, request.signal);
      }
    }
  }

  /** With full jitter, so that clients that failed together do not come back together; undefined: do not retry. */
  #delayBefore(retry: number, error: unknown): number | undefined {
    if (!(error instanceof ApiConnectionError || error instanceof ApiError) || !error.retryable) return undefined;
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    if (askedMs > RETRY_AFTER_MS_MAX) return undefined;
    return askedMs + this.clock.random() * Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** (retry - 1));
  }

  async #attempt<T extends object>(request: Request): Promise<T> {
    const sentAt = this.clock.now();
    const { response, text } = await this.#exchange(request);
    const { status, headers, ok } = response;
    const body = parse(text);
    if (!ok) throw errorOf({ status, headers, body, retryAfterSeconds: this.#retryAfter(headers) });
    if (!isRecord(body))
      throw new ApiConnectionError(`The answer with status ${status} is not the service's: no JSON.`);
    responses.set(body, { status, headers, requestId: headers.get('svc-request-id') ?? undefined, sentAt });
    return body as T;
  }

  // Node 20 may never fire a combination of AbortSignal.any and AbortSignal.timeout, so this has a timer of its own.
  async #exchange(request: Request): Promise<{ readonly response: Response; readonly text: string }> {
    const { method, path, query = {}, body, signal } = request;
    const { apiKey, baseUrl, userAgent, fetch } = this.configuration;
    const timeoutMs = request.timeoutMs ?? this.configuration.timeoutMs;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    const timer = setTimeout(() => controller.abort(LATE), timeoutMs);
    try {
      const response = await fetch(`${baseUrl}${path}${search(query)}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          'user-agent': userAgent,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(payload !== undefined && { body: payload }),
        // Wherever it leads, the key is not for it.
        redirect: 'manual',
        signal: controller.signal,
      });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (controller.signal.reason === LATE)
        throw new ApiTimeoutError(`${method} ${path} was not answered within ${timeoutMs} ms.`, { cause });
      if (cause instanceof ApiConnectionError) throw cause;
      throw new ApiConnectionError(`${method} ${path}: the connection to ${baseUrl} failed.`, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** In seconds or as a date. */
  #retryAfter(headers: Headers): number | undefined {
    const value = headers.get('retry-after') ?? '';
    if (/^\d+$/.test(value)) return Number(value);
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - this.clock.now()) / 1_000));
  }
}

function search(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const entries = isRecord(value)
      ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, each])
      : [[name, value]];
    for (const [key, each] of entries)
      if (each !== undefined && each !== null) params.append(String(key), String(each));
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
