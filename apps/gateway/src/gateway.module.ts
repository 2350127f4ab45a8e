import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RedisScripts } from './limits/redis-scripts';
import { onchainIdKey } from '@stablecoin/security';
import { ServiceComponents, ServiceHost } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import type { FastifyRequest } from 'fastify';
import { version } from '../package.json';
import { GatewayConsumer } from './api/gateway.consumer';
import { apiDocument } from './api-document';
import { CONTROLLERS } from './resources';
import { AccessChanges } from './application/access/access-changes';
import { ApiKeyAdministration } from './resources/api-keys/api-key-administration';
import { Approvals } from './resources/approvals/approvals';
import { AuditTrail } from './resources/audit-log/audit-trail';
import { Cancellations } from './resources/payments/cancellations';
import { DeadLetters } from './resources/system/dead-letters';
import { Drain } from './http/drain';
import { Lists } from './http/lists';
import { OpenEventStreams } from './http/open-event-streams';
import { authenticate } from './http/request-hooks';
import { EventFeed } from './resources/events/event-feed';
import { EventStreams } from './resources/events/event-streams';
import { Deposits } from './resources/deposits/deposits';
import { Faucet } from './resources/sandbox/faucet';
import { Members } from './resources/members/members';
import { messagesFor, messagesIn } from './application/messages-for';
import { PaymentOrders } from './resources/payments/payment-orders';
import { PaymentWaiters } from './waiting/payment-waiters';
import { Payments } from './resources/payments/payments';
import { Policies } from './resources/policies/policies';
import type { RequestContext } from './application/request-context';
import { Requests } from './application/requests';
import { Attestations } from './resources/compliance/attestations';
import { Screenings } from './resources/compliance/screenings';
import { Sessions } from './application/access/sessions';
import { SystemReport } from './resources/system/system-report';
import { Wakeups } from './waiting/wakeups';
import { WalletIds } from './resources/wallets/wallet-ids';
import { Wallets } from './resources/wallets/wallets';
import { WebhookEndpoints } from './resources/webhook-endpoints/webhook-endpoints';
import { Writes } from './application/writes';
import { AccessRecord } from './auth/access-record';
import { apiKeyDecider, ApiKeyHandler } from './domain/api-key';
import { Authenticator } from './auth/authenticator';
import { BootstrapKeys } from './auth/bootstrap-keys';
import { keyAccessDecider, KeyAccessHandler } from './domain/key-access';
import { KeyUses } from './auth/key-uses';
import { redriveDecider, RedriveHandler } from './domain/redrive-record';
import { requestDecider, RequestHandler, requestStreams } from './domain/request';
import { ACCOUNT_LIMITS } from './limits/account-limits';
import { Admission } from './limits/admission';
import { OpenStreams } from './limits/open-streams';
import { planLimits } from './limits/plan-limits';
import { FallbackBucketStore } from './limits/fallback-bucket-store';
import { MemoryBucketStore, RateLimiter, type BucketStore } from './limits/rate-limiter';
import { RedisBucketStore } from './limits/redis-bucket-store';
import { SourceLimiter } from './limits/source-limiter';
import { memberDecider, MemberHandler } from './domain/member';
import { OidcProvider } from './oidc/oidc-provider';
import { PersonSignIn } from './oidc/person-sign-in';
import { policyDecider, PolicyHandler } from './domain/policy';
import { apiKeyProjection, ApiKeys } from './read-model/api-keys';
import type { GatewayTables } from './read-model/tables';
import { People, peopleProjection } from './read-model/people';
import { Cookies } from './sessions/cookies';
import { SessionAuthenticator } from './sessions/session-authenticator';
import { sessionsDecider, SessionsHandler } from './domain/sessions';
import { gatewayAudit } from './read-model/gateway-audit';
import { API_DOCUMENT, EVENT_STREAMS, LONG_POLLS, QUERIES, RUNTIME } from './http/tokens';

/** Answers that take long, at one time. */
export const OPEN_MAX = {
  'event streams': { perKeyMax: 10, perAccountMax: ACCOUNT_LIMITS.eventStreams, totalMax: 500 },
  'long polls': { perKeyMax: 50, perAccountMax: ACCOUNT_LIMITS.longPolls, totalMax: 5_000 },
  exports: { perKeyMax: 2, perAccountMax: ACCOUNT_LIMITS.exports, totalMax: 16 },
};

/** The HTTP API: authenticate, limit, validate, publish a command, wait, answer. */
@Module({})
export class GatewayModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    const { store, clock, generation, log, meter, bus, deadLetters, heldGrants, queries, secrets, configuration } =
      runtime;
    const { waitMs, paymentMax, requestsInProgressMax, requestsQueuedMax } = configuration;
    const host = new ServiceHost<GatewayTables>(runtime, 'gateway');
    const { db } = host;

    const keys = new ApiKeys(db);
    const uses = new KeyUses(db, clock, log);
    const keyHandler = host.commands(ApiKeyHandler, { decider: apiKeyDecider, durable: true });
    const readModel = host.readModel(apiKeyProjection, { isAwaited: true });
    const accessHandler = host.commands(KeyAccessHandler, { decider: keyAccessDecider, durable: true });
    const auditLog = host.audit(gatewayAudit);
    const authenticator = new Authenticator(keys, clock, heldGrants);
    meter.gauge('cache_entries', { cache: 'api_keys' }, () => authenticator.size);
    const people = new People(db);
    const sessionsHandler = host.commands(SessionsHandler, { decider: sessionsDecider, durable: true });
    const memberHandler = host.commands(MemberHandler, { decider: memberDecider, durable: true });
    const peopleModel = host.readModel(peopleProjection, { isAwaited: true });
    const sessionAuthenticator = new SessionAuthenticator(people, authenticator, clock, log, heldGrants);
    meter.gauge('cache_entries', { cache: 'sessions' }, () => sessionAuthenticator.size);
    const sessions = new Sessions(sessionsHandler, peopleModel, sessionAuthenticator);
    const cookies = new Cookies(configuration.publicUrl);
    const stillAuthenticated = (request: FastifyRequest) =>
      authenticate(
        request,
        { keyOnly: false, isUse: false },
        { authenticator, sessions: sessionAuthenticator, cookies },
      );
    const { oidc } = configuration;
    const signIn =
      oidc && new PersonSignIn(new OidcProvider(oidc, clock), oidc, secrets, memberHandler, sessions, log, meter);

    const { bootstrapApiKeys, chains } = configuration;
    const bootstrap = new BootstrapKeys(keyHandler, readModel, keys, clock, bootstrapApiKeys, chains === 'local');
    const buckets = openBuckets(runtime);

    const admission = new Admission({
      slotsMax: requestsInProgressMax,
      queueMax: requestsQueuedMax,
      clock,
      meter,
    });

    const opened = (kind: keyof typeof OPEN_MAX) => new OpenStreams({ kind, ...OPEN_MAX[kind], meter });
    const eventStreams = new OpenEventStreams(opened('event streams'), stillAuthenticated);
    const longPolls = new OpenEventStreams(opened('long polls'), stillAuthenticated);

    const requestHandler = host.commands(RequestHandler, { decider: requestDecider, durable: true });
    const restored = generation?.stage === 'accepted' ? generation : null;
    host.publish({
      streams: [requestStreams],
      map: restored === null ? messagesFor : messagesIn(restored),
      durable: true,
    });

    const waiters = new PaymentWaiters(clock, meter);
    const wakeups = new Wakeups(clock, meter);
    const feed = new EventFeed(queries, clock);
    const requests = new Requests(requestHandler, bus, store.writing, meter);
    const writes = new Writes(requests, wakeups, waitMs);
    const walletIds = new WalletIds(onchainIdKey(configuration.onchainIdKey, secrets));

    const principalsOf = (context: RequestContext) => keys.principalsOf(context, context.caller.keyId);
    const changes = new AccessChanges(log);
    const policyHandler = host.commands(PolicyHandler, { decider: policyDecider, durable: true });
    const policies = new Policies(policyHandler, writes, principalsOf, clock, changes);
    meter.gauge('cache_entries', { cache: 'policies' }, () => policies.size);

    const redriveHandler = host.commands(RedriveHandler, { decider: redriveDecider, durable: true });
    const system = new SystemReport(() => host.report(), queries, deadLetters, clock, version);

    const components = new ServiceComponents([uses, ...host.components(), bootstrap]);

    const providers: Provider[] = [
      { provide: RUNTIME, useValue: runtime },
      { provide: QUERIES, useValue: queries },
      { provide: API_DOCUMENT, useValue: () => apiDocument(configuration.publicUrl ?? undefined) },
      { provide: ApiKeys, useValue: keys },
      { provide: KeyUses, useValue: uses },
      { provide: ApiKeyHandler, useValue: keyHandler },
      { provide: AccessRecord, useValue: new AccessRecord(accessHandler, clock, log, meter) },
      { provide: Authenticator, useValue: authenticator },
      { provide: BootstrapKeys, useValue: bootstrap },
      {
        provide: RateLimiter,
        useValue: new RateLimiter(
          buckets,
          planLimits(configuration.rateLimits),
          clock,
          configuration.sandboxBytesPerDay,
        ),
      },
      {
        provide: SourceLimiter,
        useValue: new SourceLimiter(sourceBuckets(runtime, buckets), clock, configuration.signInRate),
      },
      { provide: Cookies, useValue: cookies },
      { provide: People, useValue: people },
      { provide: MemberHandler, useValue: memberHandler },
      { provide: SessionAuthenticator, useValue: sessionAuthenticator },
      { provide: Sessions, useValue: sessions },
      { provide: Members, useValue: new Members(people, memberHandler, peopleModel, changes) },
      { provide: PersonSignIn, useValue: signIn },
      { provide: Admission, useValue: admission },
      { provide: PaymentWaiters, useValue: waiters },
      { provide: Wakeups, useValue: wakeups },
      { provide: Writes, useValue: writes },
      { provide: EventFeed, useValue: feed },
      { provide: EVENT_STREAMS, useValue: eventStreams },
      { provide: LONG_POLLS, useValue: longPolls },
      {
        provide: EventStreams,
        inject: [Drain],
        useFactory: (drain: Drain) => new EventStreams({ feed, clock, isStopping: () => drain.begun }),
      },
      {
        provide: Payments,
        useValue: new Payments(
          new PaymentOrders(queries, policies, configuration),
          ...([requests, waiters, queries, waitMs] as const),
          (tenant) => keys.keyScopes(tenant),
          restored?.name ?? null,
        ),
      },
      { provide: Cancellations, useValue: new Cancellations(writes, queries) },
      { provide: Wallets, useValue: new Wallets(requests, writes, queries, configuration, walletIds, policies) },
      { provide: Deposits, useValue: new Deposits(writes, queries, principalsOf) },
      { provide: Approvals, useValue: new Approvals(writes, queries, secrets, principalsOf) },
      { provide: Attestations, useValue: new Attestations(writes, queries, changes) },
      { provide: Policies, useValue: policies },
      { provide: PolicyHandler, useValue: policyHandler },
      {
        provide: Screenings,
        useValue: new Screenings(requests, writes, queries, wakeups, clock, principalsOf, configuration.reviewFourEyes),
      },
      {
        provide: WebhookEndpoints,
        useValue: new WebhookEndpoints(writes, queries, secrets, configuration),
      },
      {
        provide: ApiKeyAdministration,
        useValue: new ApiKeyAdministration(writes, keys, keyHandler, readModel, authenticator, queries, changes),
      },
      { provide: SystemReport, useValue: system },
      { provide: DeadLetters, useValue: new DeadLetters(deadLetters, bus, redriveHandler, requests, log) },
      { provide: AuditTrail, useValue: new AuditTrail(auditLog, queries) },
      { provide: Faucet, useValue: new Faucet(writes, queries, paymentMax) },
      { provide: ServiceComponents, useValue: components },
      {
        provide: Lists,
        inject: [Drain],
        useFactory: (drain: Drain) =>
          new Lists({ exports: opened('exports'), authenticate: stillAuthenticated, drain, clock }),
      },
      {
        provide: Drain,
        inject: [HttpAdapterHost],
        useFactory: (http: HttpAdapterHost) => new Drain(http, waiters, clock, configuration.shutdownMs / 2),
      },
    ];
    return { module: GatewayModule, controllers: [...CONTROLLERS, GatewayConsumer], providers };
  }
}

/** Apart from those of keys: strangers, of whom there may be many, must not push these out of the memory. */
function sourceBuckets({ configuration }: Runtime, ofKeys: BucketStore): BucketStore {
  return typeof configuration.rateLimit === 'string' ? new MemoryBucketStore() : ofKeys;
}

/** Of this gateway, or of all. */
function openBuckets(runtime: Runtime): BucketStore {
  const { configuration, log, meter } = runtime;
  const { rateLimit } = configuration;
  const own = new MemoryBucketStore();
  meter.gauge('rate_limit_buckets', {}, () => own.size);
  if (typeof rateLimit === 'string') return own;
  const redis = new RedisScripts(rateLimit);
  runtime.onStop('rate limits', () => redis.close());
  return new FallbackBucketStore({ shared: new RedisBucketStore(redis), own, log, meter });
}
