import { ServiceError } from '@stablecoin/contracts';
import type { Retry } from '@stablecoin/contracts';

/** Names, parameters and results of queries. Parameters and results are JSON values. */
export type QueryTypes<Map> = { readonly [Name in keyof Map]: { params: unknown; result: unknown } };

/**
 * Asks another service. A query changes nothing. Errors keep their class as far as the adapter can transfer it.
 */
export interface Queries<Map extends QueryTypes<Map>> {
  ask<Name extends keyof Map & string>(
    name: Name,
    params: Map[Name]['params'],
    options?: AskOptions,
  ): Promise<Map[Name]['result']>;
}

export interface AskOptions {
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

export type QueryHandler<Map extends QueryTypes<Map>, Name extends keyof Map> = (
  params: Map[Name]['params'],
  options: AskOptions,
) => Promise<Map[Name]['result']>;

/** Registers the handlers of a service's queries. */
export interface QueryHandlers<Map extends QueryTypes<Map>> {
  /** @throws Error when the query already has a handler */
  register<Name extends keyof Map & string>(name: Name, handler: QueryHandler<Map, Name>): void;
}

/** No handler is registered for the query: its service has not started. */
export class UnknownQueryError extends ServiceError {
  readonly code = 'query_unknown';
  readonly retry = 'bounded';

  constructor(readonly query: string) {
    super(`nobody answers the query ${query}`);
  }
}

/** A query could not be sent, or failed in the other service. */
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
