import { hash } from 'node:crypto';

const SCOPE_DIGITS = 32;

/**
 * What the idempotency keys of a caller count within, beside account, mode and operation: keys that are bound to the same
 * wallets share theirs, apart from those of the account. It also goes into on-chain ids.
 *
 * @returns null for a caller that is not bound
 */
export function keyScopeOf({ walletIds }: { readonly walletIds: ReadonlySet<string> | null }): string | null {
  return walletIds === null ? null : hash('sha256', [...walletIds].toSorted().join(' '), 'hex').slice(0, SCOPE_DIGITS);
}

/** What keys that are bound to wallets count their idempotency keys within, each once. */
export function keyScopesOf(bindings: readonly (readonly string[])[]): readonly string[] {
  const scopes = bindings.map((walletIds) => keyScopeOf({ walletIds: new Set(walletIds) }));
  return [...new Set(scopes)].filter((scope) => scope !== null);
}
