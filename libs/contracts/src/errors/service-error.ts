/**
 * How often a message is retried that failed with an error:
 *
 * - `always`: the message is not at fault. The store is down, for example, or the disk is full.
 * - `bounded`: a limited number of times, then the message goes to the dead letters.
 * - `never`: the same message fails again, so it goes to the dead letters at once.
 */
export type Retry = 'always' | 'bounded' | 'never';

/**
 * Base class of every error of the product. A subclass states its `code` and its `retry`; the compiler asks for both.
 *
 * @example
 * class StoreFullError extends ServiceError {
 *   readonly code = 'store_full';
 *   readonly retry = 'always';
 * }
 */
export abstract class ServiceError extends Error {
  /** Machine-readable kind of the error, in snake_case. Never changes. */
  abstract readonly code: string;
  abstract readonly retry: Retry;
  /** The page that says what to do, as a path in this repository: `docs/operations.md#configuration`. */
  readonly docs?: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Tells how often to retry after an error. Errors of other libraries are `bounded`. */
export function retryOf(error: unknown): Retry {
  return error instanceof ServiceError ? error.retry : 'bounded';
}
