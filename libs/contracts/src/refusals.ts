import { ApiError, isApiErrorCode } from './api-error';
import type { Outcome } from './query';

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
