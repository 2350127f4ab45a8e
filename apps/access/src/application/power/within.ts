import { ApiError, SKIP_SCOPE, invalid, scopesOfRole, type Role } from '@stablecoin/contracts';
import { IpAllowList } from './ip-allow-list';
import { scopesOfNewKey, type KeyReach, type Power } from './power';
import { concerns, walletsOf } from './wallet-bound';

/** The power that a client wants for a new key. Undefined: the caller's own. */
export interface WantedReach {
  readonly plan: KeyReach['plan'] | undefined;
  readonly scopes: KeyReach['scopes'] | undefined;
  readonly expiresAt: number | undefined;
  readonly ipAllowList: readonly string[] | undefined;
  /** Null: all wallets, which only a caller that is not bound may ask for. */
  readonly walletIds: readonly string[] | null | undefined;
}

/**
 * The power of a new key: the wanted one, and for each part that is undefined the caller's own.
 *
 * @throws ApiError as {@link requireNotWider}
 */
export function reachOfNewKey(wanted: WantedReach, caller: Power): KeyReach {
  const { expiresAt = caller.expiresAt, ipAllowList = caller.ipAllowList, walletIds = walletsOf(caller) } = wanted;
  const { plan = caller.plan, scopes = scopesOfNewKey(caller.scopes, walletIds) } = wanted;
  const reach = { plan, scopes, expiresAt, ipAllowList, walletIds };
  requireNotWider(reach, caller);
  return reach;
}

/**
 * Keeps a key from showing its holder the secret of a key that reaches further: one of a higher plan, with more scopes,
 * with a later expiry or none, for more addresses, or for more wallets. No key that is bound to wallets skips screening.
 *
 * @param key - whose secret would be shown
 * @param caller - who would be shown it
 * @throws ApiError `plan_required` for the plan, `insufficient_scope` otherwise; `param` is the field that is wider
 */
export function requireNotWider(key: KeyReach, caller: Power): void {
  if (key.plan === 'enterprise' && caller.plan !== 'enterprise') {
    throw new ApiError('plan_required', 'An Enterprise key takes the Enterprise plan.', { param: 'plan' });
  }
  const above = key.scopes.find((scope) => !caller.scopes.has(scope));
  if (above !== undefined) throw wider('scopes', `Your own API key does not have the scope ${above}.`);
  requireScreened(key);
  requireNotLater(key, caller);
  requireWithin(key, caller);
  const other = key.walletIds === null ? 'every wallet' : key.walletIds.find((id) => !concerns(caller, id));
  if (caller.walletIds !== null && other !== undefined) {
    throw wider('wallet_ids', `wallet_ids must be within those of your own API key, which do not include ${other}.`);
  }
}

/** @throws ApiError `insufficient_scope` for a key that is bound to wallets and has the scope to skip screening */
export function requireScreened({ scopes, walletIds }: Pick<KeyReach, 'scopes' | 'walletIds'>): void {
  if (walletIds === null || !scopes.includes(SKIP_SCOPE)) return;
  throw wider('scopes', `An API key that is bound to wallets cannot have the scope ${SKIP_SCOPE}.`);
}

/** @throws ApiError `invalid_request` for a role that does not exist in the mode */
export function requireRoleOfMode(role: Role | null, livemode: boolean): void {
  if (role === null || scopesOfRole(role, livemode).length > 0) return;
  throw invalid('role', `The role ${role} is for the sandbox only.`);
}

/** @throws ApiError `insufficient_scope` for a role with a scope that the caller does not have */
export function requireRoleNotWider(role: Role | null, livemode: boolean, caller: Power): void {
  if (role === null) return;
  const above = scopesOfRole(role, livemode).find((scope) => !caller.scopes.has(scope));
  if (above === undefined) return;
  throw wider('role', `The role ${role} has the scope ${above}, which you do not have.`);
}

function requireNotLater({ expiresAt }: KeyReach, caller: Power): void {
  if (caller.expiresAt === null || (expiresAt !== null && expiresAt <= caller.expiresAt)) return;
  const own = new Date(caller.expiresAt).toISOString();
  throw wider('expires_at', `expires_at must not be later than the expiry of your own API key, ${own}.`);
}

function requireWithin({ ipAllowList }: KeyReach, caller: Power): void {
  if (caller.ipAllowList === null) return;
  const own = new IpAllowList(caller.ipAllowList);
  const outside = ipAllowList === null ? 'every address' : ipAllowList.find((entry) => !own.covers(entry));
  if (outside === undefined) return;
  const message = `ip_allow_list must be within the allow-list of your own API key, which does not cover ${outside}.`;
  throw wider('ip_allow_list', message);
}

function wider(param: string, message: string): ApiError {
  return new ApiError('insufficient_scope', message, { param });
}
