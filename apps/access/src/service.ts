import type { Provider, Type } from '@nestjs/common';
import type { PrincipalIds, Tenant } from '@stablecoin/contracts';
import type { WritingState } from '@stablecoin/event-sourcing';
import type { AuditLog, Component, Publish, ServiceHost } from '@stablecoin/host';
import { OidcProvider } from './adapters/oidc-provider';
import { AccessConsumer } from './api/access.consumer';
import { AccessChanges } from './application/access-changes';
import { AccessRecord } from './application/access-record';
import { ApiKeyOutcomes } from './application/api-key-outcomes';
import { Authenticator } from './application/authenticator';
import { BootstrapKeys } from './application/bootstrap-keys';
import { keyScopesOf } from './application/key-scope';
import { Colleagues } from './application/colleagues';
import { KeyUses } from './application/key-uses';
import { Members } from './application/members';
import { messagesFor, messagesIn } from './application/messages-for';
import { PersonSignIn } from './application/person-sign-in';
import { Policies } from './application/policies';
import { RecentOrders } from './application/recent-orders';
import { Redrives } from './application/redrives';
import type { RequestContext } from './application/request-context';
import { Requests } from './application/requests';
import { SessionAuthenticator } from './application/session-authenticator';
import { Sessions } from './application/sessions';
import { apiKeyDecider } from './domain/api-key';
import {
  ApiKeyHandler,
  KeyAccessHandler,
  MemberHandler,
  PolicyHandler,
  RecentOrderHandler,
  RedriveHandler,
  RequestHandler,
  SessionsHandler,
} from './application/handlers';
import { keyAccessDecider } from './domain/key-access';
import { memberDecider } from './domain/member';
import { policyDecider } from './domain/policy';
import { recentOrderDecider } from './domain/recent-order';
import { redriveDecider } from './domain/redrive-record';
import { requestDecider, requestStreams } from './domain/request';
import { sessionsDecider } from './domain/sessions';
import { accessAudit } from './read-model/access-audit';
import { apiKeyProjection } from './read-model/api-key-projection';
import { ApiKeys } from './read-model/api-keys';
import { People, peopleProjection } from './read-model/people';
import type { AccessTables } from './read-model/tables';

type Host = ServiceHost<AccessTables>;

/** What requests without an idempotency key are sent by: no stream holds them (protocol rule 30). */
export interface RequestPorts {
  readonly bus: { readonly publish: Publish };
  readonly writing: Pick<WritingState, 'problem'>;
}

/** Access, as the gateway that hosts it sees it: who somebody is, what they may do, and what they have asked for. */
export interface Access {
  readonly authenticator: Authenticator;
  readonly sessions: SessionAuthenticator;
  readonly keys: ApiKeys;
  readonly keyOutcomes: ApiKeyOutcomes;
  readonly policies: Policies;
  readonly requests: Requests;
  readonly recentOrders: RecentOrders;
  readonly redrives: Redrives;
  readonly changes: AccessChanges;
  readonly auditLog: Pick<AuditLog, 'list'>;
  readonly colleagues: Colleagues;
  /** Who a request can be traced to. */
  readonly principalsOf: (context: RequestContext) => Promise<PrincipalIds>;
  /** What the bound keys of a tenant count their idempotency keys within. */
  readonly keyScopes: (tenant: Tenant) => Promise<readonly string[]>;
  /** All that has to be started, in this order. */
  components(): readonly Component[];
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
}

/**
 * API keys, people, sessions, members, policies, sign-in, and the requests that were accepted. The gateway hosts it in its own
 * process, with its database and consumer group (ADR 37).
 */
export function declareAccess(host: Host, ports: RequestPorts): Access {
  const keys = declareKeys(host);
  const auditLog = host.audit(accessAudit);
  const changes = new AccessChanges(host.log);
  const people = declarePeople(host, keys.authenticator, changes);
  const requests = declareRequests(host, ports);

  const principalsOf = (context: RequestContext) => keys.keys.principalsOf(context, context.caller.keyId);
  const policyHandler = host.commands(PolicyHandler, { decider: policyDecider, durable: true });
  const policies = new Policies(policyHandler, principalsOf, host.clock);
  host.meter.gauge('cache_entries', { cache: 'policies' }, () => policies.size);
  const recentOrders = new RecentOrders(
    host.commands(RecentOrderHandler, { decider: recentOrderDecider, durable: true }),
  );
  const redrives = new Redrives(host.commands(RedriveHandler, { decider: redriveDecider, durable: true }));

  return {
    authenticator: keys.authenticator,
    sessions: people.sessions,
    keys: keys.keys,
    keyOutcomes: keys.outcomes,
    policies,
    requests,
    recentOrders,
    redrives,
    changes,
    auditLog,
    colleagues: new Colleagues(keys.keys, people.people, host.clock),
    principalsOf,
    keyScopes: async (tenant) => keyScopesOf(await keys.keys.walletBindings(tenant)),
    // The keys of the configuration are made when the read model that shows them runs.
    components: () => [...host.components(), keys.bootstrap],
    controllers: [AccessConsumer],
    providers: [
      ...keys.providers,
      ...people.providers,
      { provide: PolicyHandler, useValue: policyHandler },
      { provide: Policies, useValue: policies },
    ],
  };
}

function declareKeys(host: Host) {
  const { db, clock, log, meter, heldGrants, configuration } = host;
  const uses = new KeyUses(db, clock, log);
  host.runEverywhere(uses);
  const keys = new ApiKeys(db);
  const handler = host.commands(ApiKeyHandler, { decider: apiKeyDecider, durable: true });
  const readModel = host.readModel(apiKeyProjection, { isAwaited: true });
  const accessHandler = host.commands(KeyAccessHandler, { decider: keyAccessDecider, durable: true });
  const authenticator = new Authenticator(keys, clock, heldGrants);
  meter.gauge('cache_entries', { cache: 'api_keys' }, () => authenticator.size);
  const { bootstrapApiKeys, chains } = configuration;
  const bootstrap = new BootstrapKeys(handler, readModel, keys, clock, bootstrapApiKeys, chains === 'local');
  const providers: Provider[] = [
    { provide: ApiKeys, useValue: keys },
    { provide: KeyUses, useValue: uses },
    { provide: ApiKeyHandler, useValue: handler },
    { provide: AccessRecord, useValue: new AccessRecord(accessHandler, clock, log, meter) },
    { provide: Authenticator, useValue: authenticator },
    { provide: BootstrapKeys, useValue: bootstrap },
  ];
  return { keys, authenticator, bootstrap, outcomes: new ApiKeyOutcomes(handler, readModel, keys), providers };
}

function declarePeople(host: Host, authenticator: Authenticator, changes: AccessChanges) {
  const { db, clock, log, meter, heldGrants, secrets, configuration } = host;
  const people = new People(db);
  const sessionsHandler = host.commands(SessionsHandler, { decider: sessionsDecider, durable: true });
  const memberHandler = host.commands(MemberHandler, { decider: memberDecider, durable: true });
  const readModel = host.readModel(peopleProjection, { isAwaited: true });
  const authenticated = new SessionAuthenticator(people, authenticator, clock, log, heldGrants);
  meter.gauge('cache_entries', { cache: 'sessions' }, () => authenticated.size);
  const sessions = new Sessions(sessionsHandler, readModel, authenticated);
  const { oidc } = configuration;
  const signIn =
    oidc && new PersonSignIn(new OidcProvider(oidc, clock), oidc, secrets, memberHandler, sessions, log, meter);
  const providers: Provider[] = [
    { provide: People, useValue: people },
    { provide: MemberHandler, useValue: memberHandler },
    { provide: SessionAuthenticator, useValue: authenticated },
    { provide: Sessions, useValue: sessions },
    { provide: Members, useValue: new Members(people, memberHandler, readModel, changes) },
    { provide: PersonSignIn, useValue: signIn },
  ];
  return { people, sessions: authenticated, providers };
}

function declareRequests(host: Host, { bus, writing }: RequestPorts): Requests {
  const { generation } = host;
  const handler = host.commands(RequestHandler, { decider: requestDecider, durable: true });
  const restored = generation?.stage === 'accepted' ? generation : null;
  host.publish({
    streams: [requestStreams],
    map: restored === null ? messagesFor : messagesIn(restored),
    durable: true,
  });
  return new Requests(handler, bus, writing, host.meter);
}
