import { ApiError, type Scope } from '@stablecoin/contracts';
import type { Power } from './power';

/** What an operation requires of its caller. */
export interface Requirement {
  /** The scope that the API key or the person's role must have; null: none. */
  readonly scope: Scope | null;
  /** The operation does not exist in live mode. */
  readonly sandboxOnly?: boolean;
  /** A key that is bound to wallets may call it: the operation itself shows and does only what concerns these. */
  readonly takesBoundKeys?: boolean;
}

/** @throws ApiError `insufficient_scope`; `not_found` in live mode for an operation of the sandbox */
export function requirePower(
  caller: Pick<Power, 'role' | 'scopes' | 'walletIds'> & { readonly livemode: boolean },
  { scope, sandboxOnly = false, takesBoundKeys = false }: Requirement,
): void {
  if (scope !== null && !caller.scopes.has(scope)) {
    const who = caller.role === null ? 'This API key' : `The role ${caller.role}`;
    throw new ApiError('insufficient_scope', `${who} does not have the scope ${scope}.`);
  }
  if (caller.walletIds !== null && !takesBoundKeys) {
    throw new ApiError('insufficient_scope', 'This API key is bound to wallets, and this is not about one of them.');
  }
  if (sandboxOnly && caller.livemode) {
    throw new ApiError('not_found', 'This is in the sandbox only: use a key that starts with svc_test_.');
  }
}

/** Whether a caller has a scope for the whole account. A key that is bound to wallets never does. */
export function hasScopeInAccount({ scopes, walletIds }: Pick<Power, 'scopes' | 'walletIds'>, scope: Scope): boolean {
  return walletIds === null && scopes.has(scope);
}
