import type { FastifyInstance } from 'fastify';
import { BODY_LIMIT_BYTES, parseJsonBody, requireJsonContent } from './json-body';

/** Reads every body as JSON, and says why where it is not: no other type of content has a parser. */
export function installJsonParser(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, body: Buffer, done) => {
      try {
        if (body.length > 0) requireJsonContent(request.headers['content-type'], request.headers['content-encoding']);
        done(null, parseJsonBody(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
