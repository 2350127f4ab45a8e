import { ApiError } from '@stablecoin/contracts';
import type { Power } from './power';

/** As much of a caller as says which wallets it is bound to. */
type Bound = Pick<Power, 'walletIds'>;

/**
 * Whether a caller may see what concerns a wallet.
 *
 * @param walletId - null: what concerns the treasury
 */
export function concerns({ walletIds }: Bound, walletId: string | null): boolean {
  return walletIds === null || (walletId !== null && walletIds.has(walletId));
}

/** The wallets that a list is narrowed down to; null: it is not. */
export function walletsOf({ walletIds }: Bound): readonly string[] | null {
  return walletIds === null ? null : [...walletIds];
}

/**
 * Limits a key that is bound to wallets to these wallets.
 *
 * @param param - the field that names the wallet
 * @throws ApiError `insufficient_scope` for the treasury; `not_found` for another wallet
 */
export function requireOwnWallet(caller: Bound, walletId: string | null, param: string): void {
  if (concerns(caller, walletId)) return;
  if (walletId !== null) throw new ApiError('not_found', 'There is no such wallet.', { param });
  const message = `This API key is bound to wallets and cannot use the treasury: set ${param} to one of its wallets.`;
  throw new ApiError('insufficient_scope', message, { param });
}
