import { SKIP_SCOPE, scopesOfRole, type MemberStatus, type Plan, type Role, type Scope } from '@stablecoin/contracts';
import type { SignInRefusal } from '../../domain/sessions';

/** What a caller may do in its account and mode. The session of a key has the power of the key. */
export interface Power {
  /** Sets the rate limits. */
  readonly plan: Plan;
  readonly scopes: ReadonlySet<Scope>;
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  /** Addresses and CIDR ranges that it may be used from; null: all. */
  readonly ipAllowList: readonly string[] | null;
  /** The only wallets that a key pays from and sees; null: everything of its account. */
  readonly walletIds: ReadonlySet<string> | null;
  /** Null for an API key. */
  readonly role: Role | null;
}

/** The power of a key as it is stored. */
export interface KeyReach {
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  readonly ipAllowList: readonly string[] | null;
  readonly walletIds: readonly string[] | null;
}

/** The power of a key: what it was issued with. */
export function powerOfKey({ plan, scopes, expiresAt, ipAllowList, walletIds }: KeyReach): Power {
  return {
    plan,
    scopes: new Set(scopes),
    expiresAt,
    ipAllowList,
    walletIds: walletIds === null ? null : new Set(walletIds),
    role: null,
  };
}

/**
 * The power of a person: the scopes of the role in the mode, on the plan `scale`.
 *
 * @returns the reason for a member who has no power
 */
export function powerOfPerson(
  { role, status }: { readonly role: Role | null; readonly status: MemberStatus },
  livemode: boolean,
): Power | SignInRefusal {
  if (status === 'disabled') return 'disabled';
  if (role === null) return 'no_role';
  const scopes = scopesOfRole(role, livemode);
  if (scopes.length === 0) return 'role_not_for_live_mode';
  return { plan: 'scale', scopes: new Set(scopes), expiresAt: null, ipAllowList: null, walletIds: null, role };
}

/**
 * The scopes of a new key whose maker names none: all available ones, except the scope to skip screening. A key that is
 * bound to wallets does not get `keys:write` either, because its holder may be an agent.
 */
export function scopesOfNewKey(available: Iterable<Scope>, walletIds: readonly string[] | null): readonly Scope[] {
  return [...available].filter((scope) => scope !== SKIP_SCOPE && (walletIds === null || scope !== 'keys:write'));
}
