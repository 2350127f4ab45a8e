import { ApiConnectionError, InvalidArgumentError } from './errors.js';

/** What this package asks of a `fetch`. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** The globals that tell one runtime from another. */
export interface Runtime {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: { readonly node?: string; readonly uv?: string };
    readonly platform?: string;
    readonly getBuiltinModule?: (id: string) => unknown;
  };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly Bun?: { readonly version: string };
  readonly fetch: Fetch;
}

/** The part of node:http and node:https that is used. Their types would be a dependency. */
interface Http {
  request(url: URL, options: object, onAnswer: (answer: Answer) => void): ClientRequest;
}

interface ClientRequest {
  on(event: 'error', listener: (error: Error) => void): ClientRequest;
  end(body?: string): unknown;
}

interface Answer extends AsyncIterable<Uint8Array, undefined> {
  readonly statusCode?: number;
  readonly rawHeaders: readonly string[];
  destroy(): unknown;
  resume(): unknown;
}

const BYTES_MAX = 32 * 1024 * 1024;
const IDENTITY = 'identity';
const STATUSES_WITHOUT_BODY = [204, 205, 304];

/**
 * What sends requests unless the user gives a `fetch`: on Node {@link nodeFetch}, elsewhere the global `fetch`. Node's
 * modules are not imported by name, so that bundlers for other runtimes do not look for them.
 *
 * @throws InvalidArgumentError on a Node that does not give out its modules in this way
 */
export function defaultFetch(runtime: Runtime): Fetch {
  const { process, Deno, Bun } = runtime;
  // Other runtimes state a version of Node too, but only Node, Deno and Bun state one of libuv.
  if (process?.versions?.uv === undefined || Deno !== undefined || Bun !== undefined) return runtime.fetch;
  const http = process.getBuiltinModule?.('node:http');
  const https = process.getBuiltinModule?.('node:https');
  if (http !== undefined && https !== undefined) return nodeFetch(http as Http, https as Http);
  throw new InvalidArgumentError('Node 20.16, 22.3 or newer is needed. On an older one, give a fetch.');
}

/**
 * A `fetch` that decodes nothing. Node's own decodes an answer even if no encoding was asked for, and Node's Brotli
 * decoder can be attacked (CVE-2026-111497). This one asks for no encoding, refuses an answer that has one before it reads
 * the body, and stops reading at 32 MiB. It follows no redirect, and keeps connections as Node's global agents do.
 */
function nodeFetch(http: Http, https: Http): Fetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const client = url.protocol === 'https:' ? https : http;
      const options = { method, headers: { ...headers, 'accept-encoding': IDENTITY }, signal };
      client.request(url, options, resolve).on('error', reject).end(body);
    });
    try {
      return responseOf(answer, url.origin);
    } catch (error) {
      answer.destroy();
      throw error;
    }
  };
}

function responseOf(answer: Answer, origin: string): Response {
  const { statusCode: status = 0, rawHeaders } = answer;
  const headers = new Headers();
  rawHeaders.forEach((name, index) => index % 2 === 0 && headers.append(name, rawHeaders[index + 1] ?? ''));
  const encoding = headers.get('content-encoding') || IDENTITY;
  if (encoding.toLowerCase() !== IDENTITY) {
    throw new ApiConnectionError(
      `The answer of ${origin} has the content-encoding ${JSON.stringify(encoding.slice(0, 40))}, and encoded answers are ` +
        'refused. A proxy in front of the service has to honor accept-encoding: identity.',
    );
  }
  if (!STATUSES_WITHOUT_BODY.includes(status)) return new Response(bodyOf(answer, origin), { status, headers });
  answer.resume();
  return new Response(null, { status, headers });
}

/** The body as it arrives. */
function bodyOf(answer: Answer, origin: string): ReadableStream<Uint8Array> {
  const chunks = answer[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await chunks.next();
      if (done === true) {
        stream.close();
        return;
      }
      bytes += value.byteLength;
      if (bytes > BYTES_MAX) {
        answer.destroy();
        throw new ApiConnectionError(`The answer of ${origin} has more than ${BYTES_MAX} bytes.`);
      }
      stream.enqueue(value);
    },
    cancel: () => void answer.destroy(),
  });
}
