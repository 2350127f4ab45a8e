import { DEFAULT_SCOPES } from './resources/api-keys';
import type { Scope } from './resources/api-keys';

const WATCHING = [
  'payments:read',
  'wallets:read',
  'treasury:read',
  'compliance:read',
  'webhooks:read',
  'events:read',
] as const satisfies readonly Scope[];

interface RoleDefinition {
  readonly scopes: readonly Scope[];
  /** Whether it can be had in live mode. */
  readonly live: boolean;
}

/** What each role may do, the widest first: of several that a claim names, the first one counts. */
export const ROLES = {
  administrator: { scopes: DEFAULT_SCOPES, live: true },
  approver: { scopes: [...WATCHING, 'approvals:write'], live: true },
  reviewer: { scopes: [...WATCHING, 'screenings:write', 'compliance:write'], live: true },
  operator: {
    // Decides no review: who pays is not to clear the recipient.
    scopes: [
      ...WATCHING,
      'payments:write',
      'wallets:write',
      'treasury:write',
      'screenings:write',
      'webhooks:write',
      'system:read',
    ],
    live: true,
  },
  developer: {
    scopes: DEFAULT_SCOPES.filter((scope) => !/^(members|policies|audit|system):/.test(scope)),
    live: false,
  },
  viewer: { scopes: WATCHING, live: true },
} as const satisfies Readonly<Record<string, RoleDefinition>>;

/** What a person is in an account and mode. */
export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** The scopes of a role in a mode; none where the role cannot be had. */
export function scopesOfRole(role: Role, livemode: boolean): readonly Scope[] {
  const { scopes, live } = ROLES[role];
  return livemode && !live ? [] : scopes;
}
