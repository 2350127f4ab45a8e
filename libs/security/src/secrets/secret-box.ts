import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ServiceError } from '@stablecoin/contracts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the cipher and the layout, so that a later one can be told apart. */
const VERSION = 'v2.';
/** Of earlier versions of this program: without a purpose. */
const WITHOUT_PURPOSE = 'v1.';

/** What a text was sealed for. It opens for that alone, so one cannot take another's place. */
export type SealPurpose = 'webhook secret' | 'approval signature' | 'sign-in';

/** A sealed text cannot be opened: it was changed, is not complete, or was sealed under another key. */
export class SealedTextError extends ServiceError {
  readonly code = 'sealed_text_unreadable';
  readonly retry = 'bounded';
}

/**
 * Encrypts what must not lie in the event store or a read model in the clear: webhook secrets and signing keys.
 * AES-256-GCM under `SECRETS_KEY`; a text sealed twice looks different each time.
 */
export class SecretBox {
  readonly #key: Buffer;

  private constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * @param key - 32 bytes in base64
   * @throws RangeError when it is not; the message does not show the key
   */
  static fromKey(key: string): SecretBox {
    const bytes = decodeKey(key);
    if (bytes === undefined) throw new RangeError('a secrets key is 32 bytes in base64');
    return new SecretBox(bytes);
  }

  /** @returns printable text: version, then nonce, ciphertext and tag in base64url */
  seal(text: string, purpose: SealPurpose): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + sealed.toString('base64url');
  }

  /**
   * A key for another purpose, by HKDF-SHA256. It reveals nothing of this one.
   *
   * @param purpose - names it; the same purpose has the same key
   * @returns 32 bytes
   */
  derivedKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', purpose, KEY_BYTES));
  }

  /**
   * Opens what was sealed for a purpose, or by an earlier version for none.
   *
   * @throws {@link SealedTextError}
   */
  open(sealed: string, purpose: SealPurpose): string {
    // A sign-in lasts for minutes, so none of an earlier version is left.
    const isEarlier = sealed.startsWith(WITHOUT_PURPOSE) && purpose !== 'sign-in';
    if (!sealed.startsWith(VERSION) && !isEarlier) throw new SealedTextError('sealed text of an unknown version');
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealedTextError('sealed text is too short');
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    if (!isEarlier) decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SealedTextError('sealed text was changed, or sealed under another key or for another purpose', {
        cause,
      });
    }
  }
}

/**
 * The key of ids that have to be the same again when a store has lost their objects: of transfers on chain, and of wallets.
 *
 * @param given - `ONCHAIN_ID_KEY`: 32 bytes in base64; null: the key is derived from the secrets key
 */
export function onchainIdKey(given: string | null, secrets: Pick<SecretBox, 'derivedKey'>): Buffer {
  return (given === null ? undefined : decodeKey(given)) ?? secrets.derivedKey('on-chain ids of payments');
}

/** A new key, as `SECRETS_KEY` takes it. */
export function generateKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The bytes of a key, or `undefined` when the text is not 32 bytes in base64. */
export function decodeKey(key: string): Buffer | undefined {
  const bytes = Buffer.from(key, 'base64');
  return bytes.length === KEY_BYTES && bytes.toString('base64') === key ? bytes : undefined;
}
