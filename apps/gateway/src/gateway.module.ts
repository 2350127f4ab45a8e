import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ACCOUNT_LIMITS, declareAccess, planLimits, type Access, type AccessTables } from '@stablecoin/access';
import { MemoryBucketStore, ServiceComponents, ServiceHost, type BucketStore, type Runtime } from '@stablecoin/host';
import { onchainIdKey } from '@stablecoin/security';
import type { FastifyRequest } from 'fastify';
import { version } from '../package.json';
import { GatewayConsumer } from './api/gateway.consumer';
import { apiDocument } from './api-document';
import { Writes } from './application/writes';
import { Drain } from './http/drain';
import { Lists } from './http/lists';
import { OpenEventStreams } from './http/open-event-streams';
import { authenticate } from './http/request-hooks';
import { API_DOCUMENT, EVENT_STREAMS, LONG_POLLS, QUERIES, RUNTIME } from './http/tokens';
import { Admission } from './limits/admission';
import { FallbackBucketStore } from './limits/fallback-bucket-store';
import { OpenStreams } from './limits/open-streams';
import { RateLimiter } from './limits/rate-limiter';
import { RedisBucketStore } from './limits/redis-bucket-store';
import { RedisScripts } from './limits/redis-scripts';
import { SourceLimiter } from './limits/source-limiter';
import { CONTROLLERS } from './resources';
import { ApiKeyAdministration } from './resources/api-keys/api-key-administration';
import { Approvals } from './resources/approvals/approvals';
import { AuditTrail } from './resources/audit-log/audit-trail';
import { Attestations } from './resources/compliance/attestations';
import { Screenings } from './resources/compliance/screenings';
import { Deposits } from './resources/deposits/deposits';
import { EventFeed } from './resources/events/event-feed';
import { EventStreams } from './resources/events/event-streams';
import { Cancellations } from './resources/payments/cancellations';
import { DuplicateGuard } from './resources/payments/duplicate-guard';
import { PaymentOrders } from './resources/payments/payment-orders';
import { Payments } from './resources/payments/payments';
import { PolicyChanges } from './resources/policies/policy-changes';
import { RuleDrafts } from './resources/rules/rule-drafts';
import { RulesNeeds } from './application/rules-needs';
import { Faucet } from './resources/sandbox/faucet';
import { DeadLetters } from './resources/system/dead-letters';
import { SystemReport } from './resources/system/system-report';
import { WalletIds } from './resources/wallets/wallet-ids';
import { Wallets } from './resources/wallets/wallets';
import { WebhookEndpoints } from './resources/webhook-endpoints/webhook-endpoints';
import { Cookies } from './sessions/cookies';
import { PaymentWaiters } from './waiting/payment-waiters';
import { Wakeups } from './waiting/wakeups';

/** Answers that take long, at one time. */
export const OPEN_MAX = {
  'event streams': { perKeyMax: 10, perAccountMax: ACCOUNT_LIMITS.eventStreams, totalMax: 500 },
  'long polls': { perKeyMax: 50, perAccountMax: ACCOUNT_LIMITS.longPolls, totalMax: 5_000 },
  exports: { perKeyMax: 2, perAccountMax: ACCOUNT_LIMITS.exports, totalMax: 16 },
};

/** What endpoints are made of. */
interface Parts {
  readonly runtime: Runtime;
  readonly access: Access;
  readonly rulesNeeds: RulesNeeds;
  readonly waiters: PaymentWaiters;
  readonly wakeups: Wakeups;
  readonly writes: Writes;
}

/** The HTTP API: authenticate, limit, validate, publish a command, wait, answer. It hosts access (ADR 37). */
@Module({})
export class GatewayModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    const { bus, store, clock, deadLetters, log, meter, queries, configuration } = runtime;
    const host = new ServiceHost<AccessTables>(runtime, 'gateway');
    const access = declareAccess(host, { bus, writing: store.writing });
    const waiters = new PaymentWaiters(clock, meter);
    const wakeups = new Wakeups(clock, meter);
    const writes = new Writes(access.requests, wakeups, configuration.waitMs);
    const rulesNeeds = new RulesNeeds(queries, access.principalsOf, clock);
    meter.gauge('cache_entries', { cache: 'rules_needs' }, () => rulesNeeds.size);
    const parts = { runtime, access, rulesNeeds, waiters, wakeups, writes };
    const system = new SystemReport(() => host.report(), queries, deadLetters, clock, version);

    const providers: Provider[] = [
      { provide: RUNTIME, useValue: runtime },
      { provide: QUERIES, useValue: queries },
      { provide: API_DOCUMENT, useValue: () => apiDocument(configuration.publicUrl ?? undefined) },
      { provide: ServiceComponents, useValue: new ServiceComponents(access.components()) },
      ...access.providers,
      ...limits(runtime),
      ...waiting(parts),
      ...payments(parts),
      ...administration(parts),
      { provide: SystemReport, useValue: system },
      {
        provide: DeadLetters,
        useValue: new DeadLetters(deadLetters, bus, access.redrives, access.requests, log),
      },
    ];
    return { module: GatewayModule, controllers: [...CONTROLLERS, GatewayConsumer, ...access.controllers], providers };
  }
}

function limits(runtime: Runtime): Provider[] {
  const { clock, meter, configuration } = runtime;
  const { rateLimits, sandboxBytesPerDay, signInRate, requestsInProgressMax, requestsQueuedMax } = configuration;
  const buckets = openBuckets(runtime);
  return [
    { provide: RateLimiter, useValue: new RateLimiter(buckets, planLimits(rateLimits), clock, sandboxBytesPerDay) },
    { provide: SourceLimiter, useValue: new SourceLimiter(sourceBuckets(runtime, buckets), clock, signInRate) },
    {
      provide: Admission,
      useValue: new Admission({ slotsMax: requestsInProgressMax, queueMax: requestsQueuedMax, clock, meter }),
    },
  ];
}

/** Requests that wait, and answers that take long. */
function waiting({ runtime, access, waiters, wakeups, writes }: Parts): Provider[] {
  const { clock, meter, queries, configuration } = runtime;
  const { authenticator, sessions } = access;
  const cookies = new Cookies(configuration.publicUrl);
  const stillAuthenticated = (request: FastifyRequest) =>
    authenticate(request, { keyOnly: false, isUse: false }, { authenticator, sessions, cookies });
  const opened = (kind: keyof typeof OPEN_MAX) => new OpenStreams({ kind, ...OPEN_MAX[kind], meter });
  const feed = new EventFeed(queries, clock);
  return [
    { provide: Cookies, useValue: cookies },
    { provide: PaymentWaiters, useValue: waiters },
    { provide: Wakeups, useValue: wakeups },
    { provide: Writes, useValue: writes },
    { provide: EventFeed, useValue: feed },
    { provide: EVENT_STREAMS, useValue: new OpenEventStreams(opened('event streams'), stillAuthenticated) },
    { provide: LONG_POLLS, useValue: new OpenEventStreams(opened('long polls'), stillAuthenticated) },
    {
      provide: EventStreams,
      inject: [Drain],
      useFactory: (drain: Drain) => new EventStreams({ feed, clock, isStopping: () => drain.begun }),
    },
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
}

/** Payments, and the wallets and deposits behind them. */
function payments({ runtime, access, rulesNeeds, waiters, writes }: Parts): Provider[] {
  const { generation, queries, secrets, configuration } = runtime;
  const { keyScopes, policies, principalsOf, recentOrders, requests } = access;
  const restored = generation?.stage === 'accepted' ? generation.name : null;
  const orders = new PaymentOrders(queries, policies, rulesNeeds, configuration);
  const guard = new DuplicateGuard(recentOrders, policies, requests, queries);
  const walletIds = new WalletIds(onchainIdKey(configuration.onchainIdKey, secrets));
  return [
    {
      provide: Payments,
      useValue: new Payments(
        ...([orders, requests, guard, waiters, queries, configuration.waitMs] as const),
        keyScopes,
        restored,
      ),
    },
    { provide: Cancellations, useValue: new Cancellations(writes, queries) },
    { provide: Wallets, useValue: new Wallets(requests, writes, queries, configuration, walletIds, policies) },
    { provide: Deposits, useValue: new Deposits(writes, queries, principalsOf) },
    { provide: Approvals, useValue: new Approvals(writes, queries, secrets, principalsOf) },
    { provide: Faucet, useValue: new Faucet(writes, queries, configuration.paymentMax) },
  ];
}

/** What people and operators look after. */
function administration({ runtime, access, rulesNeeds, wakeups, writes }: Parts): Provider[] {
  const { clock, queries, secrets, configuration } = runtime;
  const { authenticator, auditLog, changes, keyOutcomes, keys, policies, principalsOf, requests } = access;
  return [
    { provide: Attestations, useValue: new Attestations(writes, queries, changes) },
    {
      provide: Screenings,
      useValue: new Screenings(requests, writes, queries, wakeups, clock, principalsOf, configuration.reviewFourEyes),
    },
    { provide: WebhookEndpoints, useValue: new WebhookEndpoints(writes, queries, secrets, configuration) },
    {
      provide: ApiKeyAdministration,
      useValue: new ApiKeyAdministration(writes, keys, keyOutcomes, authenticator, queries, changes),
    },
    { provide: PolicyChanges, useValue: new PolicyChanges(writes, policies, changes) },
    { provide: RuleDrafts, useValue: new RuleDrafts(writes, queries, rulesNeeds, access) },
    { provide: AuditTrail, useValue: new AuditTrail(auditLog, queries) },
  ];
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
