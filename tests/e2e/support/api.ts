import { keyOf, type AccountName, type KeyKind } from './accounts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. Tests assert its shape, so it is left open here. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives up the waiting for an answer. */
  readonly signal?: AbortSignal;
}

/** A client of the API that hides nothing: it sends what it is told to and returns what came back. */
export class Api {
  constructor(
    readonly baseUrl: string,
    readonly key: string | null,
  ) {}

  /** The same service with another key. */
  as(account: AccountName, kind: KeyKind = 'enterprise'): Api {
    return new Api(this.baseUrl, keyOf(account, kind));
  }

  withKey(key: string | null): Api {
    return new Api(this.baseUrl, key);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.request('GET', path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    return this.request('POST', path, { body, headers });
  }

  patch(path: string, body: unknown): Promise<ApiResponse> {
    return this.request('PATCH', path, { body });
  }

  delete(path: string): Promise<ApiResponse> {
    return this.request('DELETE', path);
  }

  /** `path` is below `/v1`, unless it begins with `//`, which stands for the root. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const payload = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const url = path.startsWith('//') ? `${this.baseUrl}${path.slice(1)}` : `${this.baseUrl}/v1${path}`;
    const response = await fetch(url, {
      method,
      headers: {
        ...(this.key === null ? {} : { authorization: `Bearer ${this.key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A body but for one of its keys. */
export function without(body: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
}
