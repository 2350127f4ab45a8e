import { createHmac } from 'node:crypto';
import type { PaymentOrder, Tenant } from '@stablecoin/contracts';
import type { EventStore } from '@stablecoin/event-sourcing';
import { onchainIdKey } from '@stablecoin/security';
import type { SecretBox } from '@stablecoin/security';
import { paymentStreams } from '../domain/streams';

/** The on-chain id that a payment was recorded with; undefined where there is no such payment, or it is of a version before them. */
export async function storedOnchainId(store: Pick<EventStore, 'read'>, paymentId: string): Promise<string | undefined> {
  const [first] = await store.read(paymentStreams.stream(paymentId), { limit: 1 });
  const event = first && paymentStreams.decode(first);
  return event?.type === 'PaymentInitiated' ? event.data.onchainId : undefined;
}

/**
 * Makes the on-chain ids of payments (protocol rule 31). They follow from account, mode and idempotency key, so a payment that
 * is made again after its record was lost has the same one; without a key from the payment's id. Without the secret nobody
 * else can compute them, and use them first.
 */
export class OnchainIds {
  readonly #key: Buffer;

  /** @param key - 32 bytes in base64; null: one is derived from the secrets key */
  constructor(key: string | null, secrets: Pick<SecretBox, 'derivedKey'>) {
    this.#key = onchainIdKey(key, secrets);
  }

  /** 32 bytes in hex. */
  of(
    { account, livemode }: Tenant,
    {
      paymentId,
      idempotencyKey,
      idempotencyScope,
    }: Pick<PaymentOrder, 'paymentId' | 'idempotencyKey' | 'idempotencyScope'>,
  ): string {
    if (idempotencyKey === null) return `0x${this.#hashOf([paymentId])}`;
    const scope = idempotencyScope === undefined ? [] : [idempotencyScope];
    return `0x${this.#hashOf([account, livemode ? 'live' : 'test', idempotencyKey, ...scope])}`;
  }

  #hashOf(parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex');
  }
}
