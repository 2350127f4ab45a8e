import type { AuditTable } from '@stablecoin/host';
import type { ApiKeyEvent } from '../domain/api-key';
import { apiKeyStreams } from '../domain/api-key';
import type { KeyAccessEvent } from '../domain/key-access';
import { keyAccessStreams } from '../domain/key-access';
import type { DeadLetterRedriven } from '../domain/redrive-record';
import { deadLetterStreams } from '../domain/redrive-record';
import type { MemberEvent } from '../domain/member';
import { memberStreams } from '../domain/member';
import { NO_RULES, shownPolicies, type PolicyChanged, policyStreams } from '../domain/policy';
import type { SessionEvent } from '../domain/sessions';
import { sessionsStreams } from '../domain/sessions';

const events: AuditTable<
  ApiKeyEvent | KeyAccessEvent | PolicyChanged | SessionEvent | MemberEvent | DeadLetterRedriven
> = {
  ApiKeyIssued: {
    action: 'api_key.created',
    id: ({ keyId }) => keyId,
    fields: ({ name, plan, scopes, last4, expiresAt, ipAllowList, walletIds }) => ({
      name,
      plan,
      scopes,
      last4,
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      ip_allow_list: ipAllowList,
      wallet_ids: walletIds ?? null,
    }),
    bySystem: true,
  },
  ApiKeyRenamed: { action: 'api_key.updated', fields: ({ name }) => ({ name }) },
  ApiKeyRotated: {
    action: 'api_key.rotated',
    fields: ({ last4 }) => ({ last4 }),
    details: ({ previousUntil }) =>
      previousUntil === undefined ? {} : { previous_secret_until: new Date(previousUntil).toISOString() },
  },
  ApiKeyRevoked: {
    action: 'api_key.revoked',
    fields: ({ revokedAt }) => ({ revoked_at: new Date(revokedAt).toISOString() }),
    bySystem: true,
  },
  // An event of before a rule existed does not name it.
  PolicyChanged: { action: 'policies.updated', fields: (rules) => ({ ...shownPolicies({ ...NO_RULES, ...rules }) }) },
  KeyRefused: { action: 'api_key.refused', byPerson: 'member.refused', details: (refusal) => refusal },
  KeyUsedFromNewAddress: {
    action: 'api_key.used_from_new_address',
    byPerson: 'member.used_from_new_address',
    details: (use) => use,
  },
  SessionStarted: {
    action: 'session.created',
    id: ({ sessionId }) => sessionId,
    details: ({ expiresAt }) => ({ expires_at: new Date(expiresAt).toISOString() }),
  },
  SessionEnded: {
    action: 'session.ended',
    id: ({ sessionId }) => sessionId,
    details: ({ reason }) => ({ reason }),
  },
  SessionsEnded: { action: 'session.all_ended' },
  SignInRefused: { action: 'session.refused', details: ({ reason }) => ({ reason }) },
  MemberJoined: {
    action: 'member.created',
    id: ({ memberId }) => memberId,
    fields: ({ name, email, claimedRole }) => ({
      name,
      email,
      claimed_role: claimedRole,
      assigned_role: null,
      status: 'active',
    }),
  },
  MemberDescribed: {
    action: 'member.updated',
    fields: ({ name, email, claimedRole }) => ({ name, email, claimed_role: claimedRole }),
  },
  RoleAssigned: { action: 'member.updated', fields: ({ role }) => ({ assigned_role: role }) },
  MemberDisabled: { action: 'member.updated', fields: () => ({ status: 'disabled' }) },
  DeadLetterRedriven: {
    action: 'dead_letter.redriven',
    details: ({ consumer, messageType, messageId }) => ({ consumer, type: messageType, message_id: messageId }),
  },
  MemberEnabled: { action: 'member.updated', fields: () => ({ status: 'active' }) },
};

/** What the audit log shows of API keys, of those who use them, of policies, of people, and of redriven dead letters. */
export const accessAudit = {
  streams: [apiKeyStreams, keyAccessStreams, policyStreams, sessionsStreams, memberStreams, deadLetterStreams],
  events,
};
