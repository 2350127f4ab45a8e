import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** An answer came that is not read. */
export class RefusedAnswer extends Error {}

export interface HttpRequest {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, also while the answer is read. */
  readonly signal: AbortSignal;
}

/** Maximum size of an answer, in bytes. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * Sends a request to a server that may lie. Unlike `fetch` it decodes nothing, and asks for no encoding. It follows no
 * redirect.
 *
 * @returns the answer, whose body is still to be read or destroyed
 * @throws Error when there is none
 */
export function send(url: URL, { body, headers, ...options }: HttpRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    request(url, { ...options, headers: { ...headers, 'accept-encoding': 'identity' } }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** The body of an answer. @throws RefusedAnswer when it is encoded or has more than 32 MiB; another Error when it is cut */
export async function textOf(answer: IncomingMessage): Promise<string> {
  try {
    const encoding = answer.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') {
      throw new RefusedAnswer(
        `its answer has the content-encoding ${JSON.stringify(encoding)}, and encoded answers are refused`,
      );
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) throw new RefusedAnswer(`its answer has more than ${BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    answer.destroy();
  }
}

/** The URL of the service itself, of a base URL with or without `/v1`. */
export function serviceRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
}
