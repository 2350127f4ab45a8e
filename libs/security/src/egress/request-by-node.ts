import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { buildConnector } from 'undici';

/** An answer whose body is not read yet. */
export interface NodeAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable & { dump(): Promise<void> };
}

export interface NodeCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/**
 * Makes a call by Node's own client, on a connection of its own. It takes more of the CPU than undici, and takes a server that
 * sends `100 Continue` without having been asked for it, which is an error for undici.
 *
 * @param connect - opens the connection, secure where the URL says so, and may refuse addresses
 */
export function requestByNode(
  connect: buildConnector.connector,
  url: URL,
  { body = '', headers, ...call }: NodeCall,
): Promise<NodeAnswer> {
  const { protocol, port, host, pathname, search } = url;
  // Without the brackets of an IPv6 address, as undici passes it.
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const length = Buffer.byteLength(body);
  const sized = length === 0 && call.method === 'GET' ? {} : { 'content-length': `${length}` };
  return new Promise((resolve, reject) => {
    const sending = request({
      ...call,
      path: pathname + search,
      headers: { ...headers, host, ...sized, connection: 'close' },
      createConnection: (_options, done) => {
        connect({ protocol, hostname, host, port }, (error, socket) => {
          if (error === null) done(null, socket);
          else {
            reject(error);
            // Without a socket it reports nothing itself.
            sending.destroy();
          }
        });
        return undefined;
      },
    });
    sending.on('error', (error) => reject(call.signal.aborted ? reasonOf(call.signal) : error));
    sending.on('response', (answer) => {
      const dump = (): Promise<void> => finished(answer.resume()).catch(() => undefined);
      const { statusCode = 0, headers: answered } = answer;
      resolve({ statusCode, headers: answered, body: Object.assign(answer, { dump }) });
    });
    sending.end(body);
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
