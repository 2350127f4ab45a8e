import { request } from 'node:http';
import type { buildConnector } from 'undici';
import type { Exchange } from './exchange';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts by Node's own client, on a connection of its own. It takes more of the CPU than undici, and takes a server that sends
 * `100 Continue` without having been asked for it, which is an error for undici.
 *
 * @param connect - opens the connection, and refuses addresses
 * @param exchange - is given the answer
 */
export function postByNode(connect: buildConnector.connector, { url, headers, body }: Post, exchange: Exchange): void {
  const { protocol, port, host, pathname, search } = url;
  // Without the brackets of an IPv6 address, as undici passes it.
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const controller = { abort: (reason: Error) => void call.destroy(reason) };
  const length = `${Buffer.byteLength(body)}`;
  const call = request({
    method: 'POST',
    path: pathname + search,
    headers: { ...headers, host, 'content-length': length, connection: 'close' },
    // The connection that it is given is secure where the URL says so.
    createConnection: (_options, done) => {
      connect({ protocol, hostname, host, port }, (error, socket) => {
        if (error === null) done(null, socket);
        else {
          exchange.onResponseError(controller, error);
          // Without a socket it reports nothing itself.
          call.destroy();
        }
      });
      return undefined;
    },
  });
  exchange.onRequestStart(controller);
  call.on('error', (error) => exchange.onResponseError(controller, error));
  call.on('response', (answer) => {
    exchange.onResponseStart(controller, answer.statusCode ?? 0, answer.headers);
    answer.on('data', (chunk: Buffer) => exchange.onResponseData(controller, chunk));
    answer.on('end', () => exchange.onResponseEnd());
    answer.on('error', (error) => exchange.onResponseError(controller, error));
  });
  call.end(body);
}
