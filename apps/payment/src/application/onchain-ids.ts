import { createHmac } from 'node:crypto';
import { newId } from '@stablecoin/contracts';
import type { PaymentOrder, Tenant } from '@stablecoin/contracts';
import { ServiceError } from '@stablecoin/errors';
import type { Clock, EventStore } from '@stablecoin/event-sourcing';
import { onchainIdKey } from '@stablecoin/secrets';
import type { SecretBox } from '@stablecoin/secrets';
import { ONCHAIN_ID_KEY_STREAM } from '../domain/onchain-id-key';
import type { OnchainIdKeyNoted } from '../domain/onchain-id-key';
import type { OnchainIdKeyHandler } from './handlers';

const CHECK_DIGITS = 16;

/** The key of on-chain ids is not the one that the payments of this store were made with. */
export class OnchainIdKeyChangedError extends ServiceError {
  readonly code = 'onchain_id_key_changed';
  readonly retry = 'never';
  override readonly docs = 'docs/backup.md#keys';

  constructor() {
    super(
      'ONCHAIN_ID_KEY, or SECRETS_KEY that it is derived from, is not the one that the payments of this store were made with. Restore it: under another key, lost payments would be made again.',
    );
  }
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

  /**
   * Notes the key at the first start, and compares it at every later one.
   *
   * @throws {@link OnchainIdKeyChangedError} payments that were lost would be made again under another key
   */
  async check(handler: OnchainIdKeyHandler, clock: Clock): Promise<void> {
    const check = this.#checkValue();
    const at = clock.now();
    const id = newId('req', at);
    const tenant = { account: '', livemode: true };
    const command = { id, type: 'NoteOnchainIdKey', data: { check }, at, correlationId: id, ...tenant } as const;
    await handler.handle(ONCHAIN_ID_KEY_STREAM, command);
    const noted = await handler.query(ONCHAIN_ID_KEY_STREAM, (state) => state.check);
    if (noted !== check) throw new OnchainIdKeyChangedError();
  }

  /**
   * Compares the key with that of the first start, and notes nothing where there was none.
   *
   * @throws {@link OnchainIdKeyChangedError}
   */
  async requireNoted(store: Pick<EventStore, 'read'>): Promise<void> {
    const [noted] = await store.read(ONCHAIN_ID_KEY_STREAM, { limit: 1 });
    if (noted === undefined) return;
    const { check } = noted.data as OnchainIdKeyNoted['data'];
    if (check !== this.#checkValue()) throw new OnchainIdKeyChangedError();
  }

  #checkValue(): string {
    return this.#hashOf(['check']).slice(0, CHECK_DIGITS);
  }

  #hashOf(parts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex');
  }
}
