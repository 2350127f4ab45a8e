import { createHmac } from 'node:crypto';
import { idFromDigest, newId, type Id } from '@stablecoin/contracts';
import type { RequestContext } from '@stablecoin/access';

/** Where the key of a wallet's request stands. */
export interface KeyedPlace {
  /** The place of the wallet in a request for many; null: the request is for one. */
  readonly place: number | null;
  /** How often the idempotency key was taken before: it was given back after a refusal, or expired. */
  readonly earlier: readonly number[];
}

type Holder = Pick<RequestContext, 'account' | 'livemode' | 'idempotencyKey' | 'at'>;

/**
 * Makes the ids of wallets, which their salts and addresses are made from. With an idempotency key an id follows from account,
 * mode, key and place: a wallet that is made again after its record was lost comes back at its address (protocol rule 31).
 */
export class WalletIds {
  readonly #key: Buffer;

  /** @param key - that of on-chain ids, which never changes */
  constructor(key: Buffer) {
    this.#key = key;
  }

  of({ account, livemode, idempotencyKey, at }: Holder, { place, earlier }: KeyedPlace): Id<'wal'> {
    if (idempotencyKey === null) return newId('wal', at);
    const mode = livemode ? 'live' : 'test';
    const parts = JSON.stringify(['wallet', account, mode, idempotencyKey, place, earlier]);
    return idFromDigest('wal', createHmac('sha256', this.#key).update(parts).digest());
  }
}
