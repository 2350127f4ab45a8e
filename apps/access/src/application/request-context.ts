import type { Tenant } from '@stablecoin/contracts';
import type { Caller } from './authenticator';

/** What every command that a request leads to is made from. */
export interface RequestContext extends Tenant {
  readonly caller: Caller;
  /** `req_…`: the id of the request's command, and never its idempotency key (protocol rule 2). */
  readonly requestId: string;
  /** Method and route template: what an idempotency key is unique within, beside account and mode. */
  readonly operation: string;
  readonly idempotencyKey: string | null;
  /** What else the key counts within: the wallets that the caller is bound to; null: nothing. */
  readonly keyScope: string | null;
  /** How earlier versions stored the key, if not the same: a key that was used then stays used. */
  readonly formerKey: string | null;
  /** When the request came, in milliseconds since the epoch. */
  readonly at: number;
  /** W3C trace context of the caller. */
  readonly traceparent: string | undefined;
}
