import { ServiceError } from '@stablecoin/contracts';

/** An error that says nothing of the message: the store that a handler needs is away. */
export class StoreAwayError extends ServiceError {
  readonly code = 'test_store_away';
  readonly retry = 'always';

  constructor() {
    super('the store is away');
  }
}
