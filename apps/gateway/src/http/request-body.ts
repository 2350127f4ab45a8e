import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { invalid } from '@stablecoin/contracts';
import { BODY_LIMIT_BYTES, parseJsonBody, requireJsonContent } from './json-body';

/** The methods whose bodies mean nothing, and are passed over. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Reads every body as JSON, and says why where it is not. Fastify's own reader is not used: for the sake of any parser
 * and any caller it makes objects for each body that cost more than all the rest of reading it.
 */
export function readRequestBodies(fastify: FastifyInstance): void {
  for (const method of fastify.supportedMethods) {
    fastify.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  fastify.addHook('preValidation', (request, reply, done) => {
    if (!hasBody(request)) {
      done();
      return;
    }
    const take = (body: unknown): void => {
      request.body = body;
      done();
    };
    const refuse = (error: Error): void => {
      // The rest of the body is not read.
      void reply.header('connection', 'close');
      done(error);
    };
    readJson(request.raw).then(take, refuse);
  });
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  const isAnnounced = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return isAnnounced && !WITHOUT_BODY.has(method);
}

async function readJson(message: IncomingMessage): Promise<unknown> {
  const bytes = await bytesOf(message);
  const { 'content-type': type, 'content-encoding': encoding } = message.headers;
  if (bytes.length > 0) requireJsonContent(type, encoding);
  return parseJsonBody(bytes);
}

function bytesOf(message: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers['content-length']) > BODY_LIMIT_BYTES) {
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void): void => {
      message.off('data', take).off('end', finish).off('error', fail);
      settle();
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > BODY_LIMIT_BYTES) end(() => reject(tooLarge()));
    };
    const finish = (): void => {
      const [first] = chunks;
      end(() => resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)));
    };
    const fail = (): void => end(() => reject(invalid(null, 'The request could not be read.')));
    message.on('data', take).on('end', finish).on('error', fail);
  });
}

function tooLarge(): Error {
  return invalid(null, `The body must not be larger than ${BODY_LIMIT_BYTES / 1024} KiB.`);
}
