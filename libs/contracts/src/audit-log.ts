import type { Actor } from './actor';
import type { Page } from './resources/shared-shapes';
import type { PageRequest } from './query';
import type { ServiceName } from './topics';

/** What the audit log says was done: the kind of the object, and what happened to it. */
export const AUDIT_ACTIONS = [
  'payment.created',
  'payment.canceled',
  'payment.resumed',
  'payment.screening_skipped',
  'wallet.created',
  'wallet.credited',
  'wallet.transfer_booked',
  'approval.approved',
  'approval.rejected',
  'treasury.credited',
  'treasury.transfer_booked',
  'treasury.settings_updated',
  'deposit.cleared',
  'deposit.kept',
  'policies.updated',
  'rules.drafted',
  'rules.draft_changed',
  'rules.draft_discarded',
  'rules.agreed',
  'rules.published',
  'compliance_check.created',
  'compliance_check.decided',
  'attestation.created',
  'attestation.revoked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.enabled',
  'webhook_endpoint.disabled',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.replayed',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.refused',
  'api_key.used_from_new_address',
  'session.created',
  'session.ended',
  'session.all_ended',
  'session.refused',
  'member.created',
  'member.updated',
  'dead_letter.redriven',
  'member.refused',
  'member.used_from_new_address',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Fields of an object as the API names and shows them. Never a secret. */
export type AuditedFields = Readonly<Record<string, unknown>>;

/** One thing that somebody did. */
export interface AuditLogEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** What it was done to; `type` is the first word of `action`. */
  readonly object: { readonly type: string; readonly id: string };
  /** Null where no request led to it. */
  readonly request_id: string | null;
  /** The fields that changed, as they were; null where there was nothing, or it is not recorded. */
  readonly before: AuditedFields | null;
  /** The same fields as they are from then on. Of what changes nothing it says what was asked for. */
  readonly after: AuditedFields | null;
}

export interface AuditLogFilter {
  /** Both exclusive, in milliseconds since the epoch. */
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
  /** An actor's id. */
  readonly actor: string | null;
  readonly action: AuditAction | null;
  /** An object's id. */
  readonly object: string | null;
}

export type AuditLogRequest = PageRequest & AuditLogFilter;

/** Every service answers for its own objects. The gateway puts the answers together, and asks itself without a query. */
export type AuditLogQueries = {
  [Service in Exclude<ServiceName, 'gateway'> as `${Service}.audit_log`]: {
    params: AuditLogRequest;
    result: Page<AuditLogEntry>;
  };
};
