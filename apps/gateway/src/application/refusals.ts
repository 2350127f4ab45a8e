import { ApiError } from '@stablecoin/contracts';

/** A request that cannot be taken as it is. `param` names the field at fault; null: the request as a whole. */
export function invalid(param: string | null, message: string): ApiError {
  return new ApiError('invalid_request', message, param === null ? {} : { param });
}

/**
 * The object that was asked for.
 *
 * @param what - what it is, for the error: `payment`
 * @throws ApiError `not_found` when it is null: there is none, or it belongs to another account or the other mode
 */
export function found<T>(object: T | null | undefined, what: string, param?: string): T {
  if (object !== null && object !== undefined) return object;
  throw new ApiError('not_found', `There is no such ${what}.`, param === undefined ? {} : { param });
}
