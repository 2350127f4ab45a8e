import type { AuditTable } from '@stablecoin/service-host';
import type { ApiKeyEvent } from '../auth/api-key';
import type { KeyAccessEvent } from '../auth/key-access';
import { shownPolicies, type PolicyChanged } from '../policies/policy';

const events: AuditTable<ApiKeyEvent | KeyAccessEvent | PolicyChanged> = {
  ApiKeyIssued: {
    action: 'api_key.created',
    id: ({ keyId }) => keyId,
    fields: ({ name, plan, scopes, last4, expiresAt, ipAllowList, walletIds }) => ({
      ...{ name, plan, scopes, last4 },
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      ip_allow_list: ipAllowList,
      wallet_ids: walletIds ?? null,
    }),
    bySystem: true,
  },
  ApiKeyRenamed: { action: 'api_key.updated', fields: ({ name }) => ({ name }) },
  ApiKeyRotated: { action: 'api_key.rotated', fields: ({ last4 }) => ({ last4 }) },
  ApiKeyRevoked: {
    action: 'api_key.revoked',
    fields: ({ revokedAt }) => ({ revoked_at: new Date(revokedAt).toISOString() }),
    bySystem: true,
  },
  PolicyChanged: { action: 'policies.updated', fields: (rules) => ({ ...shownPolicies(rules) }) },
  KeyRefused: { action: 'api_key.refused', details: (refusal) => refusal },
  KeyUsedFromNewAddress: { action: 'api_key.used_from_new_address', details: (use) => use },
};

/** What the audit log shows of API keys, of those who use them, and of policies. */
export const gatewayAudit = { prefixes: ['api_key-', 'api_key_access-', 'policy-'], events };
