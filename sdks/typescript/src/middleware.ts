import { WebhookVerificationError, verify, type RawBody, type VerifyOptions, type WebhookHeaders } from './webhooks.js';
import type { WebhookEvent } from './types.js';

/** Is given every event that verifies. When it throws, the service sends the event again later. */
export type WebhookHandler = (event: WebhookEvent) => Promise<void> | void;

interface ExpressRequest extends AsyncIterable<Uint8Array> {
  readonly headers: WebhookHeaders;
  readonly body?: unknown;
}

interface ExpressResponse {
  status(code: number): { end(): unknown; json(body: unknown): unknown };
}

/**
 * A handler of Express: `app.post('/webhooks', webhooks.express(secret, async (event) => { … }))`. It reads the raw body
 * itself, or takes that of `express.raw()`. It has to come before `express.json()`.
 */
export function express(secrets: string | readonly string[], handler: WebhookHandler, options?: VerifyOptions) {
  return async (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const rawBody = (request.body ?? (await read(request))) as RawBody;
      await handler(await verify(rawBody, request.headers, secrets, options));
      response.status(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError) response.status(400).json({ message: error.message });
      else next(error);
    }
  };
}

interface FastifyReply {
  code(status: number): { send(body?: unknown): unknown };
}

interface FastifyInstance {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (
      request: { readonly headers: WebhookHeaders; readonly body: unknown },
      reply: FastifyReply,
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * A plugin of Fastify: `app.register(webhooks.fastify(secret, async (event) => { … }), { prefix: '/webhooks' })`. Routes
 * outside of the plugin parse JSON as before.
 */
export function fastify(secrets: string | readonly string[], handler: WebhookHandler, options?: VerifyOptions) {
  return (app: FastifyInstance, _: unknown, done: () => void): void => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    app.post('/', async ({ headers, body }, reply) => {
      let event: WebhookEvent;
      try {
        event = await verify(body as RawBody, headers, secrets, options);
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(400).send({ message: error.message });
      }
      await handler(event);
      return reply.code(204).send();
    });
    done();
  };
}

const BODY_BYTES_MAX = 1_048_576;

async function read(request: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new WebhookVerificationError('invalid_body');
    chunks.push(Uint8Array.from(chunk));
  }
  return new Blob(chunks).arrayBuffer();
}
