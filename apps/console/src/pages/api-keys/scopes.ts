/** What a scope allows, in words. */
const MEANINGS: Readonly<Record<string, string>> = {
  'payments:write': 'Create, simulate and cancel payments',
  'payments:read': 'See payments and statistics',
  'wallets:write': 'Create wallets',
  'wallets:read': 'See wallets and approvals',
  'approvals:write': 'Approve and reject payments',
  'treasury:write': 'Change thresholds and use the faucet',
  'treasury:read': 'See balances and the ledger',
  'screenings:write': 'Screen addresses',
  'screenings:skip': 'Pay without screening',
  'compliance:write': 'Decide reviews and attest',
  'compliance:read': 'See screenings and attestations',
  'webhooks:write': 'Change endpoints and replay events',
  'webhooks:read': 'See endpoints, deliveries and events',
  'events:read': 'Follow events as they happen',
  'keys:write': 'Create, rotate and revoke API keys',
  'keys:read': 'See API keys',
  'members:write': 'Change what members may do',
  'members:read': 'See members',
  'policies:write': 'Change policies',
  'policies:read': 'See policies',
  'audit:read': 'Read the audit log',
  'system:read': 'See the health of the service',
  'system:write': 'Handle dead letters again',
};

/** @returns the scope itself for one that a newer service has */
export function scopeMeaning(scope: string): string {
  return MEANINGS[scope] ?? scope;
}

/** Where a key can be used now. */
export function keyStatus({
  revoked_at,
  expires_at,
}: {
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
}): 'revoked' | 'expired' | 'active' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}
