import { ServiceError } from '@stablecoin/errors';
import type { Retry } from '@stablecoin/errors';

/** Names, parameters and results of queries; both sides of each are values that JSON can carry. */
export type QueryTypes<Map> = { readonly [Name in keyof Map]: { params: unknown; result: unknown } };

/**
 * Asks another service. Nothing is changed by asking. Errors reach the asker with their class, as far as the adapter
 * can carry them.
 */
export interface Queries<Map extends QueryTypes<Map>> {
  ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    options?: AskOptions,
  ): Promise<Map[Name]['result']>;
}

export interface AskOptions {
  /** The asker no longer waits. */
  readonly signal?: AbortSignal;
}

export type QueryHandler<Map extends QueryTypes<Map>, Name extends keyof Map> = (
  params: Map[Name]['params'],
  options: AskOptions,
) => Promise<Map[Name]['result']>;

/** Where a service puts its answers. */
export interface QueryHandlers<Map extends QueryTypes<Map>> {
  /** @throws Error when the query has a handler already */
  register<Name extends keyof Map & string>(name: Name, handler: QueryHandler<Map, Name>): void;
}

/** Nobody answers queries of that name: the service that does has not started. */
export class UnknownQueryError extends ServiceError {
  readonly code = 'query_unknown';
  readonly retry = 'bounded';

  constructor(readonly query: string) {
    super(`nobody answers the query ${query}`);
  }
}

/** Another service could not be asked, or failed to answer. */
export class QueryFailedError extends ServiceError {
  readonly code = 'query_failed';

  constructor(
    readonly query: string,
    message: string,
    readonly retry: Retry,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
