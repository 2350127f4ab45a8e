import { ApiError, isApiErrorCode } from '@stablecoin/contracts';
import type { Outcome, Wallet } from '@stablecoin/contracts';
import type { Caller } from '../auth/authenticator';
import { concerns } from '../auth/wallet-bound';

/** An `invalid_request` error. `param` names the invalid field; null means the request as a whole. */
export function invalid(param: string | null, message: string): ApiError {
  return new ApiError('invalid_request', message, param === null ? {} : { param });
}

/** The owner's refusal of a command, as an error of the API. */
export function refused({ code, message, param }: NonNullable<Outcome['refusal']>): ApiError {
  return new ApiError(isApiErrorCode(code) ? code : 'internal_error', message, param === null ? {} : { param });
}

/**
 * Returns the object, or throws when it is null.
 *
 * @param what - kind of the object, for the message, such as `payment`
 * @throws ApiError `not_found` when it does not exist, or belongs to another account or mode
 */
export function found<T>(object: T | null | undefined, what: string, param?: string): T {
  if (object !== null && object !== undefined) return object;
  throw new ApiError('not_found', `There is no such ${what}.`, param === undefined ? {} : { param });
}

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
