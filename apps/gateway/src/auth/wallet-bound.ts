import { ApiError } from '@stablecoin/contracts';
import type { Caller } from './authenticator';

type Bound = Pick<Caller, 'walletIds'>;

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
 * Keeps a key that is bound to wallets from touching anything else, whatever the request says.
 *
 * @param param - the field that names the wallet
 * @throws ApiError `insufficient_scope` for the treasury, `not_found` for another wallet: for this key it does not exist
 */
export function requireOwnWallet(caller: Bound, walletId: string | null, param: string): void {
  if (concerns(caller, walletId)) return;
  if (walletId !== null) throw new ApiError('not_found', 'There is no such wallet.', { param });
  const message = `This API key is bound to wallets and cannot use the treasury: set ${param} to one of its wallets.`;
  throw new ApiError('insufficient_scope', message, { param });
}
