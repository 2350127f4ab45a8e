import type { Errors } from '../../openapi/error-responses';

/** The errors that both steps of a sign-in can end with. */
export const SIGN_IN_ERRORS = {
  not_found: { message: 'This service has no identity provider: sign in with an API key.' },
  rate_limited: { message: 'Too many sign-ins from your address: try again later.' },
  internal_error: { message: 'The identity provider cannot be reached at present: try again later.' },
} as const satisfies Errors;
