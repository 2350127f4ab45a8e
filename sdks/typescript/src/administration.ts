import { List } from './pages.js';
import { Resource } from './resource.js';
import { pathOf, type CallOptions, type WriteOptions } from './transport.js';
import type {
  AgreeToRuleDraft,
  ApiKey,
  ApiKeyWithSecret,
  AuditLogEntry,
  CreateApiKey,
  CreateRuleDraft,
  Deleted,
  DiscardedRuleDraft,
  ListQuery,
  Member,
  Policies,
  PublishRuleDraft,
  RotateApiKey,
  RuleDraft,
  Rules,
  SetMember,
  UpdateApiKey,
  UpdatePolicies,
  UpdateRuleDraft,
} from './types.js';

export class ApiKeys extends Resource {
  /** The answer has the key, which is not shown again. */
  create(params: CreateApiKey = {}, options?: WriteOptions): Promise<ApiKeyWithSecret> {
    return this.transport.post('/api_keys', params, options);
  }

  list(query: ListQuery<'listApiKeys'> = {}, options: CallOptions = {}): List<ApiKey> {
    return new List(this.transport, '/api_keys', query, options);
  }

  get(id: string, options?: CallOptions): Promise<ApiKey> {
    return this.transport.get(pathOf('/api_keys', id), {}, options);
  }

  update(id: string, params: UpdateApiKey, options?: CallOptions): Promise<ApiKey> {
    return this.transport.patch(pathOf('/api_keys', id), params, options);
  }

  /** Replaces the key: the old one is refused within a second, or after `expires_in` seconds. */
  rotate(id: string, options?: WriteOptions, params: RotateApiKey = {}): Promise<ApiKeyWithSecret> {
    return this.transport.post(pathOf('/api_keys', id, '/rotate'), params, options);
  }

  /** Revokes the key, and the keys that were made with it: they are refused within a second. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.transport.delete(pathOf('/api_keys', id), options);
  }
}

export class AuditLog extends Resource {
  /** Who did what, and from where: the newest first. */
  list(query: ListQuery<'listAuditLog'> = {}, options: CallOptions = {}): List<AuditLogEntry> {
    return new List(this.transport, '/audit_log', query, options);
  }
}

/** Who has to agree to payments. */
export class AccountPolicies extends Resource {
  get(options?: CallOptions): Promise<Policies> {
    return this.transport.get('/policies', {}, options);
  }

  /** What is left out stays; `null` switches a policy with an amount off. */
  update(params: UpdatePolicies, options?: CallOptions): Promise<Policies> {
    return this.transport.patch('/policies', params, options);
  }
}

/** Rules that are not in force. */
class RuleDrafts extends Resource {
  create(params: CreateRuleDraft, options?: WriteOptions): Promise<RuleDraft> {
    return this.transport.post('/rules/drafts', params, options);
  }

  get(id: string, options?: CallOptions): Promise<RuleDraft> {
    return this.transport.get(pathOf('/rules/drafts', id), {}, options);
  }

  /** Replaces the document. The draft loses its agreement. */
  update(id: string, params: UpdateRuleDraft, options?: CallOptions): Promise<RuleDraft> {
    return this.transport.put(pathOf('/rules/drafts', id), params, options);
  }

  /** Agrees to the revision that was read. In live mode it takes another person than the one who changed the draft last. */
  agree(id: string, params: AgreeToRuleDraft, options?: WriteOptions): Promise<RuleDraft> {
    return this.transport.post(pathOf('/rules/drafts', id, '/agree'), params, options);
  }

  /** Makes the draft the next version. */
  publish(id: string, params: PublishRuleDraft = {}, options?: WriteOptions): Promise<Rules> {
    return this.transport.post(pathOf('/rules/drafts', id, '/publish'), params, options);
  }

  discard(id: string, options?: CallOptions): Promise<DiscardedRuleDraft> {
    return this.transport.delete(pathOf('/rules/drafts', id), options);
  }
}

/** Who may be paid, how much, and after which approvals. */
export class AccountRules extends Resource {
  readonly drafts = new RuleDrafts(this.transport);

  /** The version in force, or another one. */
  get(query: ListQuery<'getRules'> = {}, options?: CallOptions): Promise<Rules> {
    return this.transport.get('/rules', query, options);
  }
}

/** The people who have signed in. */
export class Members extends Resource {
  list(query: ListQuery<'listMembers'> = {}, options: CallOptions = {}): List<Member> {
    return new List(this.transport, '/members', query, options);
  }

  /** Gives a role, or with `null` takes it away. Without a `status` the member is active. */
  set(id: string, params: SetMember, options?: CallOptions): Promise<Member> {
    return this.transport.put(pathOf('/members', id), params, options);
  }
}
