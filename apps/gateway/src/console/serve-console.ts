import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '../http/accepts-encoding';
import type { ConsoleFile, ConsoleFiles } from './console-files';

/** Only what this server sends runs in the page, it talks to this server only, and nobody may frame it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-encoding',
};
const ENCODINGS = ['br', 'gzip'] as const;

/** Where the console is. */
export const CONSOLE_PATH = '/console';

/** Serves the console: a client of the API, which anybody may load. It shows nothing before somebody signs in. */
export function serveConsole(fastify: FastifyInstance, files: ConsoleFiles): void {
  fastify.get(CONSOLE_PATH, ({ url }, reply) =>
    reply.header('cache-control', 'no-cache').redirect(url.replace(CONSOLE_PATH, `${CONSOLE_PATH}/`), 302),
  );
  fastify.get<{ Params: { readonly '*': string } }>(`${CONSOLE_PATH}/*`, (request, reply) => {
    const file = files.at(request.params['*']);
    if (file === undefined) reply.callNotFound();
    else void answer(request, reply, file);
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const { contentType, cacheControl, plain, compressed } = file;
  const encoding = ENCODINGS.find((each) => compressed[each] !== undefined && acceptsEncoding(request, each));
  const { content, etag } = (encoding === undefined ? undefined : compressed[encoding]) ?? plain;
  void reply.headers({ ...HEADERS, 'cache-control': cacheControl, etag });
  if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.header('content-type', contentType).send(content);
}

/** Whether the client has this version (RFC 9110, 13.1.2). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known?.some((each) => each === etag || each === '*') ?? false;
}
