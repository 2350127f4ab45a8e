import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Signer } from '../../signer/signer';
import { addressOf } from './address';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs messages with a key that this process holds: for development, and where an encrypted file is enough. */
export class KeySigner implements Signer {
  readonly address: string;
  /** Private to the language too; and OpenSSL's, which shows nothing of it by itself. */
  readonly #key: KeyObject;

  /** @throws Error that does not show the key, when it is none of Ed25519 */
  constructor(key: KeyObject) {
    if (key.type !== 'private' || key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
    this.#key = key;
    this.address = addressOf(createPublicKey(key));
  }

  /**
   * @param seed - 32 bytes: the first half of what `solana-keygen` writes
   */
  static fromSeed(seed: Uint8Array): KeySigner {
    if (seed.length !== 32) throw new RangeError(`an Ed25519 key has 32 bytes, not ${seed.length}`);
    return new KeySigner(createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' }));
  }

  /** @param message - all of it: Ed25519 hashes it itself */
  sign(message: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(sign(null, message, this.#key));
  }
}
