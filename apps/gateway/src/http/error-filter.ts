import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Log } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import type { AccessRecord } from '@stablecoin/access';
import { sentAs } from './request-context';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { SAFE_HEADERS } from './safe-headers';

/** Turns whatever is thrown into the API's error body. Of what is unexpected nothing is told, and all is logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Log,
    private readonly access: AccessRecord,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toApiError(thrown, request);
    request.paymentId ??= error.paymentId ?? null;
    this.access.refused(error, request.caller, sentAs(request));
    if (error.code === 'internal_error') {
      this.log.error(
        { request_id: request.id, route: request.routeOptions.url, err: error.cause ?? error },
        error.message,
      );
    }
    if (reply.sent) return;
    if (error.replayed) void reply.header('svc-idempotent-replayed', 'true');
    if (error.code === 'unauthorized') void reply.header('WWW-Authenticate', 'Bearer');
    // A limit of the key's own says when to come back; any other is the service's, and changes from moment to moment.
    if (error.code === 'rate_limited' && !reply.hasHeader('Retry-After')) void reply.header('Retry-After', '1');
    if (error.retryAfterS !== undefined) void reply.header('Retry-After', String(error.retryAfterS));
    void reply.status(error.status).send(error.body(request.id));
  }
}

/** Answers what Fastify refuses before it has found a route: paths that cannot be read. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toApiError(error, request);
  void reply
    .headers({ 'svc-request-id': request.id, ...SAFE_HEADERS })
    .status(refusal.status)
    .send(refusal.body(request.id));
}

function toApiError(thrown: unknown, request: FastifyRequest): ApiError {
  if (thrown instanceof ApiError) return thrown;
  // From Nest and Fastify: no such route, or a request that could not be read.
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  if (status === 404 || status === 414) {
    return new ApiError('not_found', `There is no ${request.method} ${pathOf(request.url)}.`);
  }
  if (status < 500) return new ApiError('invalid_request', 'The request could not be read.', { cause: thrown });
  return new ApiError('internal_error', 'The service failed. Send the request again with the same idempotency key.', {
    cause: thrown,
  });
}

/** Not by its class: what comes from Node is of no class of ours in every realm. */
function statusOf(thrown: unknown): number {
  const hasStatus = typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown;
  return hasStatus && typeof thrown.statusCode === 'number' ? thrown.statusCode : 500;
}

/** Without the query, in which a client may have put what it should not. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
