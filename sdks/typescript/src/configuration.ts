import { InvalidArgumentError } from './errors.js';
import { defaultFetch, type Fetch, type Runtime } from './node-fetch.js';
import { VERSION } from './version.js';

/** What a client is made with. Everything has a default, where the environment names the key and the URL. */
export interface ClientOptions {
  /** Default: the environment variable `STABLECOIN_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** The URL of the service, with or without `/v1`. Default: the environment variable `STABLECOIN_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** How often a request is sent again after a failure that may pass. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** How long one attempt may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests. Default: on Node a transport that decodes no answer, elsewhere the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What a client works with. */
export interface Configuration {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly livemode: boolean;
}

const API_KEY = /^svc_(test|live)_[!-~]+$/;

/** @throws InvalidArgumentError for a key or URL that is missing or malformed, and in a browser */
export function configurationOf(options: ClientOptions): Configuration {
  refuseBrowsers();
  const apiKey = options.apiKey ?? environment('STABLECOIN_API_KEY');
  const baseUrl = options.baseUrl ?? environment('STABLECOIN_BASE_URL');
  if (apiKey === undefined) throw new InvalidArgumentError('Give an apiKey, or set STABLECOIN_API_KEY.');
  if (baseUrl === undefined) throw new InvalidArgumentError('Give a baseUrl, or set STABLECOIN_BASE_URL.');
  const [, mode] = API_KEY.exec(apiKey) ?? [];
  if (mode === undefined) throw new InvalidArgumentError('apiKey must begin with svc_test_ or svc_live_.');
  return {
    apiKey,
    baseUrl: versioned(baseUrl),
    maxRetries: atLeastZero('maxRetries', options.maxRetries ?? 3),
    timeoutMs: atLeastZero('timeoutMs', options.timeoutMs ?? 30_000),
    fetch: options.fetch ?? defaultFetch(globalThis),
    userAgent: `stablecoin-payments-typescript/${VERSION} ${runtime()}`,
    livemode: mode === 'live',
  };
}

/** A URL of the API, with its version. */
function versioned(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === '';
  if (!isPlain) throw new InvalidArgumentError('baseUrl must be an http or https URL without credentials or query.');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
}

function atLeastZero(name: string, value: number): number {
  if (value >= 0) return value;
  throw new InvalidArgumentError(`${name} must not be negative.`);
}

function refuseBrowsers(): void {
  if ((globalThis as { window?: { document?: unknown } }).window?.document === undefined) return;
  throw new InvalidArgumentError('An API key is a secret: use this package on a server, never in a browser.');
}

const { process, Deno, Bun } = globalThis as Runtime;

/** Undefined where there is no such variable, no environment, or no right to read it. */
function environment(name: string): string | undefined {
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

function runtime(): string {
  if (Deno !== undefined) return `deno/${Deno.version.deno}`;
  if (Bun !== undefined) return `bun/${Bun.version}`;
  return `node/${process?.versions?.node ?? 'unknown'} ${process?.platform ?? ''}`.trimEnd();
}
