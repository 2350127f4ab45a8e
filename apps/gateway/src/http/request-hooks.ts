import { Readable } from 'node:stream';
import type { Clock, LeaseTerm, Meter, SpanDetails } from '@stablecoin/event-sourcing';
import { ApiError, paymentIdOf, traceFields, invalid } from '@stablecoin/contracts';
import type { Logger, Tracing } from '@stablecoin/host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessRecord, Authenticator, Caller, KeyUses, SessionAuthenticator } from '@stablecoin/access';
import type { Admission } from '../limits/admission';
import type { RateLimiter } from '../limits/rate-limiter';
import type { SourceLimiter } from '../limits/source-limiter';
import { SESSION_COOKIE, type Cookies } from '../sessions/cookies';
import { isCsrfTokenOf, requirePower } from '@stablecoin/access';
import type { Drain } from './drain';
import type { EndpointPolicy } from './endpoint';
import { SAFE_HEADERS } from './safe-headers';
import { sentAs, sentTraceparent } from './request-context';
import { requireSingleHeaders } from './single-headers';

/** From here on the service has failed, and not the client. */
const SERVER_ERROR = 500;

/** What the hooks ask and tell. */
export interface RequestHooksOptions {
  readonly authenticator: Authenticator;
  readonly sessions: SessionAuthenticator;
  readonly cookies: Cookies;
  readonly limiter: RateLimiter;
  readonly sources: SourceLimiter;
  readonly admission: Admission;
  readonly uses: KeyUses;
  readonly access: AccessRecord;
  readonly drain: Pick<Drain, 'begun'>;
  readonly term: LeaseTerm | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: Meter;
  readonly tracing: Pick<Tracing, 'enter'>;
}

/**
 * What happens before the body of a request is read, and when its answer is sent: authentication, rate limit, scope;
 * metrics, log line and span. Hooks of Fastify, because Nest has nothing that runs there (ADR 34).
 */
export function installRequestHooks(fastify: FastifyInstance, options: RequestHooksOptions): void {
  const { admission, clock, drain, log, meter, term, tracing } = options;
  // Its first increase is one only if it began at 0.
  meter.count('gateway_turned_away_total', {}, 0);
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('slot', null);
  fastify.decorateRequest('arrivedAt', 0);
  fastify.decorateRequest('span', null);
  fastify.decorateRequest('paymentId', null);

  fastify.addHook('onRequest', async (request, reply) => {
    request.arrivedAt = clock.now();
    void reply.headers({ 'svc-request-id': request.id, ...SAFE_HEADERS });
    requireHost(request);
    requireSingleHeaders(request.raw);
    const { endpoint, signIn = false } = request.routeOptions.config;
    if (signIn) await admitSource(request, reply, options);
    if (endpoint === undefined) return;
    request.span = tracing.enter(sentTraceparent(request));
    // Before anything else is done for it.
    if (admission.isFull) throw overloaded(meter);
    await admit(request, reply, endpoint, options);
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    // The slot is free once the answer is sent, whether or not the client reads it. A payment that is answered while it is
    // pending keeps its slot: otherwise clients that do not wait could place more payments than can be worked off.
    if (reply.statusCode !== 202) request.slot?.release();
    // A client whose request is answered while the gateway stops would keep its connection, and the process, open.
    // So would one whose answer takes long, and may end by then.
    if (drain.begun || payload instanceof Readable) void reply.header('connection', 'close');
    // Another instance may lead, and may have answered with what is not known here.
    if (term?.isCertain === false) request.socket.destroy();
    done();
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    meter.observe('http_request_duration_seconds', durationMs / 1_000, { method, route, status: String(status) });
    const of = { request_id: request.id, account: request.caller?.account, payment: paymentOf(request) };
    const { span } = request;
    log.info(
      {
        method,
        route,
        status,
        duration_ms: Math.round(durationMs),
        ...of,
        ...traceFields(span?.traceparent),
      },
      'request',
    );
    span?.end(detailsOf(request, status));
    done();
  });
}

/** The payment that a request has made or is about: lines of the log and traces are found by it. */
function paymentOf({ paymentId, params }: FastifyRequest): string | undefined {
  return paymentId ?? paymentIdOf(String((params as { readonly id?: string } | undefined)?.id), null);
}

function detailsOf(request: FastifyRequest, status: number): SpanDetails {
  const { method, id, caller } = request;
  const route = request.routeOptions.url ?? 'unknown';
  return {
    name: `${method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'request.id': id,
      account: caller?.account,
      'payment.id': paymentOf(request),
    },
    error: status >= SERVER_ERROR ? status : undefined,
  };
}

/** The refusal of a request that there is no room for; counts it. */
export function overloaded(meter: Meter): ApiError {
  meter.count('gateway_turned_away_total');
  return new ApiError('rate_limited', 'The service has more to do than it can: send this request again later.');
}

/** HTTP/1.1 asks for it (RFC 9112, 3.2). */
function requireHost({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw invalid(null, 'A request must have a Host header.');
}

/**
 * Authenticates, limits, looks for the scope, and whether the operation exists for the key, in this order: a key without
 * the scope is limited as well. Nothing of the request is judged before, so that a refusal tells nothing to a stranger.
 */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointPolicy,
  options: RequestHooksOptions,
): Promise<void> {
  const { limit, limitedByEndpoint = false, query, keyOnly = false, unattended = false } = endpoint;
  const { limiter, uses, access } = options;
  const isUse = !unattended && request.headers[BACKGROUND_HEADER] === undefined;
  const caller = await authenticate(request, { keyOnly, isUse }, options);
  request.caller = caller;
  // Browsers keep what they are answered, also when the session is over.
  if (caller.credential.type === 'session') void reply.header('cache-control', 'no-store');
  // Of a person the sign-in is recorded.
  if (caller.actor.type === 'key') {
    uses.record(caller.keyId, request.arrivedAt);
    access.used(caller, sentAs(request));
  }
  const { admitted, headers } = await limiter.take(caller, limit, limitedByEndpoint ? 0 : 1);
  void reply.headers(headers);
  if (!admitted) throw new ApiError('rate_limited', 'Too many requests: slow down, and send this one again later.');
  requirePower(caller, endpoint);
  if (!query) refuseQuery(request.query);
}

/** Methods that change nothing, so that no other site gains anything by having a browser send them. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A page sends it with what it asks by itself, such as a refresh, while nobody uses it. */
const BACKGROUND_HEADER = 'svc-background';

/**
 * By the API key in the header, and without the header by the session in the cookie: the header wins, also a wrong one.
 *
 * @param options - `isUse`: whether the request keeps its session from ending
 */
export async function authenticate(
  request: FastifyRequest,
  { keyOnly, isUse }: { readonly keyOnly: boolean; readonly isUse: boolean },
  { authenticator, sessions, cookies }: Pick<RequestHooksOptions, 'authenticator' | 'sessions' | 'cookies'>,
): Promise<Caller> {
  const { headers, ip, method } = request;
  const token = keyOnly || headers.authorization !== undefined ? undefined : cookies.read(SESSION_COOKIE, request);
  if (token === undefined) return authenticator.authenticate(headers.authorization, ip);
  const caller = await sessions.authenticate(token, ip, isUse);
  if (!SAFE_METHODS.has(method) && !isCsrfTokenOf(token, headers['svc-csrf-token'])) {
    throw new ApiError('unauthorized', 'Send the CSRF token of the session in the header svc-csrf-token.');
  }
  return caller;
}

async function admitSource(
  { ip }: FastifyRequest,
  reply: FastifyReply,
  { sources }: RequestHooksOptions,
): Promise<void> {
  void reply.header('cache-control', 'no-store');
  const retryAfterS = await sources.take(ip);
  if (retryAfterS === null) return;
  throw new ApiError('rate_limited', 'Too many sign-ins from your address: try again later.', { retryAfterS });
}

function refuseQuery(query: unknown): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) throw invalid(name, `${name} is not a parameter of this request; it takes none in its URL.`);
}
