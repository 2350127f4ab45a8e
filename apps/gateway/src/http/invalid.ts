import { ApiError } from '@stablecoin/platform';

/** A request that cannot be taken as it is. `param` names the field at fault; null: the request as a whole. */
export function invalid(param: string | null, message: string): ApiError {
  return new ApiError('invalid_request', message, param === null ? {} : { param });
}
