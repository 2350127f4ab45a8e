import { retryOf, ApiError, isApiErrorCode } from '@stablecoin/contracts';
import { QueryFailedError, UnknownQueryError } from './queries';

/** A query is `POST /queries/<name>` with its parameters as the body and the service token as bearer token. */
export const QUERIES_PATH = '/queries/';

/** The body of a response. */
export type QueryAnswer = { readonly result: unknown } | { readonly error: SentError };

/** An error as sent to the caller, without its cause. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly transient: boolean;
  /** Of an {@link ApiError}. */
  readonly code?: string;
  readonly param?: string;
  readonly paymentId?: string;
  readonly retryable?: boolean;
}

export function toSentError(error: unknown): SentError {
  const name = error instanceof Error ? error.name : 'Error';
  const message = error instanceof Error ? error.message : String(error);
  const sent = { name, message, transient: retryOf(error) === 'always' };
  if (!(error instanceof ApiError)) return sent;
  const { code, param, paymentId, retryable } = error;
  return {
    ...sent,
    code,
    retryable,
    ...(param !== undefined && { param }),
    ...(paymentId !== undefined && { paymentId }),
  };
}

/** Restores an error, with its class if callers know that class. */
export function fromSentError(query: string, sent: SentError): Error {
  const { name, message, transient, code, param, paymentId, retryable } = sent;
  if (code !== undefined && isApiErrorCode(code)) {
    return new ApiError(code, message, {
      ...(param !== undefined && { param }),
      ...(paymentId !== undefined && { paymentId }),
      ...(retryable === false && { retryable }),
    });
  }
  if (name === 'UnknownQueryError') return new UnknownQueryError(query);
  return new QueryFailedError(query, message, transient ? 'always' : 'bounded');
}
