export const PLANS = ['scale', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const SCOPES = [
  'payments:write',
  'payments:read',
  'wallets:write',
  'wallets:read',
  'approvals:write',
  'treasury:write',
  'treasury:read',
  'screenings:write',
  'screenings:skip',
  'compliance:write',
  'compliance:read',
  'webhooks:write',
  'webhooks:read',
  'events:read',
  'keys:write',
  'keys:read',
  'members:write',
  'members:read',
  'policies:write',
  'policies:read',
  'audit:read',
  'system:write',
  'system:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Has payments and wallets made without screening. Only the operator gives it. */
export const SKIP_SCOPE = 'screenings:skip' satisfies Scope;
/** What a key may do if nobody says what, and what an administrator may do. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== SKIP_SCOPE);

export interface ApiKey {
  readonly id: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly livemode: boolean;
  readonly last4: string;
  readonly expires_at: string | null;
  readonly ip_allow_list: readonly string[] | null;
  /** The only wallets that the key pays from and sees; null: everything of its account. */
  readonly wallet_ids: readonly string[] | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}
