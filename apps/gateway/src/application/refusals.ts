import { concerns, type Caller } from '@stablecoin/access';
import { ApiError, found, type Wallet } from '@stablecoin/contracts';

/**
 * The object that was asked for, as {@link found}. For a key that is bound to wallets, what concerns none of them does not exist.
 *
 * @param walletOf - the wallet that the object concerns; null: the treasury
 */
export function foundFor<T>(
  caller: Pick<Caller, 'walletIds'>,
  object: T | null | undefined,
  what: string,
  walletOf: (object: T) => string | null,
): T {
  const existing = found(object, what);
  return found(concerns(caller, walletOf(existing)) ? existing : null, what);
}

/** @throws ApiError `invalid_state` for a wallet that can neither receive nor send */
export function requireActive({ status }: Pick<Wallet, 'status'>): void {
  if (status === 'active') return;
  const why = status === 'in_review' ? 'waits for the review of its owner' : 'has an owner whom a review has blocked';
  throw new ApiError('invalid_state', `The wallet ${why}, so it cannot be used.`);
}
