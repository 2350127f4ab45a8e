import type { Dispatcher } from 'undici';
import type { LoadRequest } from './workload';

const ANSWERED_WITHIN_MS = 60_000;

/** Sends a request and reads its answer to the end. Resolves to why it has failed, or to null. */
export function exchange(dispatcher: Dispatcher, { method, path, headers, body }: LoadRequest): Promise<string | null> {
  return new Promise((resolve) => {
    let status = 0;
    const isExpected = (): boolean => (method === 'POST' ? status === 201 || status === 200 : status === 200);
    // The plain dispatcher, since the convenience of `request` costs more than some of the servers here.
    dispatcher.dispatch(
      {
        method,
        path,
        headers: { ...headers },
        body,
        headersTimeout: ANSWERED_WITHIN_MS,
        bodyTimeout: ANSWERED_WITHIN_MS,
      },
      {
        // What undici tells a handler of a connection that fails depends on this one being there.
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(isExpected() ? null : String(status)),
        onResponseError: (_controller, error) => resolve(error.message),
      },
    );
  });
}
