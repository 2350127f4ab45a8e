import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** An answer came that is not read. */
export class RefusedAnswer extends Error {}

/** Maximum size of an answer, in bytes. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * POSTs JSON to a server that may lie. Unlike `fetch` it decodes nothing: it asks for no encoding and refuses an answer
 * that has one. It follows no redirect.
 *
 * @param withinMs - for the whole answer
 * @throws RefusedAnswer when the answer is encoded or has more than 32 MiB; another Error when there is none
 */
export async function postJson(
  url: URL,
  body: object,
  withinMs: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const content = JSON.stringify(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      'accept-encoding': 'identity',
    };
    const request = send(url, { method: 'POST', headers, signal: AbortSignal.timeout(withinMs) }, resolve);
    request.on('error', reject).end(content);
  });
  try {
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity') {
      throw new RefusedAnswer(
        `its answer has the content-encoding ${JSON.stringify(encoding)}, and encoded answers are refused`,
      );
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) throw new RefusedAnswer(`its answer has more than ${BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
    return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    response.destroy();
  }
}
