import { requestByNode } from '@stablecoin/security';
import type { buildConnector } from 'undici';
import type { Exchange } from './exchange';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts by Node's own client, see {@link requestByNode}.
 *
 * @param connect - opens the connection, and refuses addresses
 * @param exchange - is given the answer
 */
export function postByNode(connect: buildConnector.connector, { url, headers, body }: Post, exchange: Exchange): void {
  const ended = new AbortController();
  const controller = { abort: (reason: Error) => ended.abort(reason) };
  exchange.onRequestStart(controller);
  requestByNode(connect, url, { method: 'POST', headers, body, signal: ended.signal }).then(
    ({ statusCode, headers: answered, body: answer }) => {
      exchange.onResponseStart(controller, statusCode, answered);
      answer.on('data', (chunk: Buffer) => exchange.onResponseData(controller, chunk));
      answer.on('end', () => exchange.onResponseEnd());
      answer.on('error', (error) => exchange.onResponseError(controller, error));
    },
    (error: unknown) => exchange.onResponseError(controller, error),
  );
}
