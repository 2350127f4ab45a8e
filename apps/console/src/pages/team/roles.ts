import type { Resource } from '../../api/client';

export type Role = Resource<'Role'>;

/** What each role may do, in words; see docs/people.md. */
export const ROLES: Readonly<Record<Role, string>> = {
  administrator: 'Everything, API keys, members and policies included',
  approver: 'Sees everything of the account, and approves or rejects payments',
  reviewer: 'Sees everything of the account, and decides reviews',
  operator: 'Makes payments and wallets, and looks after treasury and webhooks',
  developer: 'Everything that programs need, in the sandbox only',
  viewer: 'Sees payments, wallets, the treasury and screenings, and changes nothing',
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
