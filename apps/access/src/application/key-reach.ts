import { ApiError, SKIP_SCOPE } from '@stablecoin/contracts';
import type { ApiKeyData } from '../domain/api-key';
import type { Caller } from './authenticator';
import { IpAllowList } from './ip-allow-list';
import { concerns } from './wallet-bound';

/** How far a key reaches within its account and mode. */
export type KeyReach = Pick<ApiKeyData, 'plan' | 'scopes' | 'expiresAt' | 'ipAllowList'> & {
  readonly walletIds: readonly string[] | null;
};

/**
 * Keeps a key from showing its holder the secret of a key that reaches further: one of a higher plan, with more scopes,
 * with a later expiry or none, for more addresses, or for more wallets. No key that is bound to wallets skips screening.
 *
 * @param key - whose secret would be shown
 * @param caller - who would be shown it
 * @throws ApiError `plan_required` for the plan, `insufficient_scope` otherwise; `param` is the field that is wider
 */
export function requireNotWider(key: KeyReach, caller: Caller): void {
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

function requireNotLater({ expiresAt }: KeyReach, caller: Caller): void {
  if (caller.expiresAt === null || (expiresAt !== null && expiresAt <= caller.expiresAt)) return;
  const own = new Date(caller.expiresAt).toISOString();
  throw wider('expires_at', `expires_at must not be later than the expiry of your own API key, ${own}.`);
}

function requireWithin({ ipAllowList }: KeyReach, caller: Caller): void {
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
