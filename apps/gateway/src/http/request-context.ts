import { isTraceparent } from '@stablecoin/contracts';
import type { Tenant } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import type { Sent, Caller, RequestContext } from '@stablecoin/access';
import { keyScopeOf } from '@stablecoin/access';
import { readIdempotencyKey } from './idempotency-key';

/**
 * The caller of an authenticated route.
 *
 * @throws Error when the route takes no API key
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url ?? request.url} takes no API key`);
  return request.caller;
}

/** Whose objects an authenticated request is about: alone, so that nothing else of the caller goes into a query. */
export function tenantOf(request: FastifyRequest): Tenant {
  const { account, livemode } = callerOf(request);
  return { account, livemode };
}

/** The request as the record of accesses names it. */
export function sentAs({ id, arrivedAt, method, routeOptions }: FastifyRequest): Sent {
  return { id, at: arrivedAt, operation: `${method} ${routeOptions.url ?? ''}` };
}

/**
 * What the commands of a request are made from.
 *
 * @param body - the request's own, when it may carry an idempotency key
 * @throws ApiError `invalid_request` for a key that is empty or too long, or differs between body and header
 */
export function contextOf(request: FastifyRequest, body: { readonly idempotency_key?: string } = {}): RequestContext {
  const caller = callerOf(request);
  // Other methods can be repeated without a key.
  const takesKey = request.method === 'POST';
  return {
    caller,
    account: caller.account,
    livemode: caller.livemode,
    requestId: request.id,
    operation: sentAs(request).operation,
    ...(takesKey ? readIdempotencyKey(request, body.idempotency_key) : { idempotencyKey: null, formerKey: null }),
    keyScope: keyScopeOf(caller),
    at: request.arrivedAt,
    traceparent: request.span?.traceparent,
  };
}

/** The trace that the client has sent the request in; undefined: none, or nothing that can be continued. */
export function sentTraceparent({ headers: { traceparent } }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return typeof traceparent === 'string' && isTraceparent(traceparent) ? traceparent : undefined;
}
