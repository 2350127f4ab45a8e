import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { Failure } from '../failure.js';

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** What clients show as `Authorization: Bearer <token>`. */
  readonly token: string;
}

export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const PATH = '/mcp';

const UNAUTHORIZED = (): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_001, message: 'Send the token of svc mcp as Authorization: Bearer.' },
    },
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  );

function shows(token: string, request: Request): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  // Of one length, as the comparison needs it.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(token));
}

/**
 * Serves MCP by streamable HTTP. A request has to show the token: otherwise every process and user of the machine could pay. It
 * has to name this host, and one from a page of a browser has to be of this host too.
 */
export async function serveHttp(factory: McpServerFactory, { host, port, token }: HttpOptions): Promise<HttpServer> {
  const handler = createMcpHandler(factory);
  const allowed = [...localhostAllowedHostnames(), host, `[${host}]`];
  const respond = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
    const refusal = hostHeaderValidationResponse(request, allowed) ?? originValidationResponse(request, allowed);
    return refusal ?? (shows(token, request) ? handler.fetch(request) : UNAUTHORIZED());
  };
  const server = createServer((incoming, outgoing) => {
    exchange(incoming, outgoing, respond).catch(() => outgoing.destroy());
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure(`It cannot listen there: ${reason}. Give another --port or --host.`, undefined, { cause });
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${PATH}`,
    close: async () => {
      await handler.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A request of Node as one of the web, and the response back. */
async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const body =
    method === 'GET' || method === 'HEAD' ? undefined : (Readable.toWeb(incoming) as globalThis.ReadableStream);
  const request = new Request(new URL(url, 'http://127.0.0.1'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
    signal: gone.signal,
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  const response = await respond(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
}
