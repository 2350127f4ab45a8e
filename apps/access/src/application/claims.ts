import { ROLE_NAMES, type Role } from '@stablecoin/contracts';
import type { Claims } from './sign-in-provider';

const TEXT_LENGTH_MAX = 128;

/**
 * A claim by its name, or by the path to it: `realm_access.roles` is `roles` in `realm_access`. A claim whose whole name
 * has dots in it comes first.
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/** The role that a claim names, as a text or in a list. Of several roles the widest; null: it names none. */
export function claimedRole(claims: Claims, name: string): Role | null {
  const values = [claimOf(claims, name)].flat();
  return ROLE_NAMES.find((role) => values.includes(role)) ?? null;
}

/** A claim as a text for people, without what would disturb them; null: there is none. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name];
  if (typeof value !== 'string') return null;
  const text = value.replace(/\p{C}/gu, '').trim().slice(0, TEXT_LENGTH_MAX);
  return text === '' ? null : text;
}
