import type { HttpClient } from './http-client';

/** Statuses whose answers have no body, which `Response` insists on. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` for libraries that take one. Unlike Node's, it decodes nothing, has a limit on the answer's size, and does
 * not follow redirects: it returns them.
 *
 * @param client - sends the requests
 */
export function safeFetch(client: HttpClient): typeof fetch {
  return async (input, init) => {
    // Reads every form of arguments that `fetch` takes. It sends nothing.
    const asked = new Request(input, init);
    // The caller's own: a signal that only follows another may be collected as garbage before it fires.
    const signal = init?.signal ?? asked.signal;
    try {
      return await send(client, asked, signal);
    } catch (cause) {
      signal.throwIfAborted();
      // Libraries tell a request that failed from an error of theirs by this type.
      throw new TypeError('fetch failed', { cause });
    }
  };
}

async function send(client: HttpClient, asked: Request, signal: AbortSignal): Promise<Response> {
  const answer = await client.request(asked.url, {
    method: asked.method,
    headers: Object.fromEntries(asked.headers),
    ...(asked.body !== null && { body: new Uint8Array(await asked.arrayBuffer()) }),
    signal,
  });
  const body = await answer.bytes();
  const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(BODILESS.has(answer.status) ? null : new Uint8Array(body), { status: answer.status, headers });
}
