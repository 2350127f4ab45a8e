import { List } from './pages.js';
import { Resource } from './resource.js';
import { pathOf, type CallOptions, type WriteOptions } from './transport.js';
import type {
  ApiKey,
  ApiKeyWithSecret,
  AuditLogEntry,
  CreateApiKey,
  Deleted,
  ListQuery,
  Member,
  Policies,
  RotateApiKey,
  SetMember,
  UpdateApiKey,
  UpdatePolicies,
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
